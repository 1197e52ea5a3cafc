"""What the pages list."""

from collections import defaultdict

from django.db.models import Count, Q, QuerySet

from recovery.models import (
    Inquiry,
    Invitation,
    Membership,
    Offer,
    Organisation,
    Role,
    User,
)


def inquiries_for(user: User) -> QuerySet[Inquiry]:
    """The buying side's list, with the number of suppliers asked; never the number of those who answered."""
    return (
        Inquiry.objects.visible_to(user)
        .select_related("organisation")
        .annotate(asked_count=Count("invitations", filter=Q(invitations__revoked_at__isnull=True)))
        .order_by("-created_at", "-pk")
    )


def offers_for(user: User) -> QuerySet[Offer]:
    """The supplier's list: own offers with their inquiry and the number of own revisions."""
    return (
        Offer.objects.supplied_by(user)
        .select_related("inquiry__organisation", "organisation")
        .annotate(revision_count=Count("revisions"))
        .order_by("inquiry__deadline_at", "pk")
    )


def members_of(organisation: Organisation) -> list[tuple[User, list[Membership]]]:
    """Return the people of an organisation, each with the roles held there."""
    held: dict[User, list[Membership]] = defaultdict(list)
    for membership in organisation.memberships.select_related("user").order_by("user__name", "user__email", "role"):
        held[membership.user].append(membership)
    return list(held.items())


def invitations_of(inquiry: Inquiry) -> QuerySet[Invitation]:
    """Who was asked, for the buying side: whether they took part is told, whether they submitted is not."""
    return inquiry.invitations.filter(revoked_at__isnull=True).select_related("organisation")


def owners_of(organisation: Organisation) -> QuerySet[User]:
    """People who may be named as application owner (B24)."""
    return User.objects.filter(
        pk__in=organisation.memberships.filter(role=Role.OWNER).values("user"), is_active=True
    ).order_by("name", "email")
