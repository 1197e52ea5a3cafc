"""One message to one recipient, from a template whose first line is the subject."""

from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template import Context
from django.template.loader import get_template
from django.urls import reverse

from recovery.core.text import shown
from recovery.models import Invitation, Membership


def send_invitation(invitation: Invitation, token: str) -> None:
    """Mail the invitation. The token stands in this one message and nowhere else."""
    inquiry = invitation.inquiry
    link = settings.BASE_URL + reverse("invitation:follow", args=[token])
    context = {"inquiry": inquiry, "organisation": inquiry.organisation, "invitation": invitation, "link": link}
    _send(invitation.email, "mail/invitation.txt", context)


def send_role_notice(membership: Membership) -> None:
    """Tell a person which role was given to them, and where to sign in."""
    link = settings.BASE_URL + reverse("home")
    _send(membership.user.email, "mail/role.txt", {"membership": membership, "link": link})


def _send(to: str, template: str, context: dict[str, Any]) -> None:
    # Text, not HTML: nothing is escaped, and what people typed is made visible and kept to its line instead.
    shown_context = Context({**context, "subject_prefix": settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}, autoescape=False)
    text: str = get_template(template).template.render(shown_context)  # type: ignore[attr-defined]  # Django's backend
    subject, _, body = text.partition("\n")
    EmailMessage(subject=shown(subject.strip()), body=shown(body.lstrip("\n")), to=[to]).send()
