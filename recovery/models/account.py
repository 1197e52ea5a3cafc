"""People, the organisations they belong to, and what they may do there."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What a person may do in one organisation (product.md 2). A person may hold several."""

    ADMINISTRATOR = "administrator", _("Administrator")
    BUYER = "buyer", _("Buyer")
    OWNER = "owner", _("Application owner")
    EVALUATOR = "evaluator", _("Evaluator")
    PROCUREMENT = "procurement", _("Procurement")
    AUDITOR = "auditor", _("Auditor")
    SUPPLIER = "supplier", _("Supplier")


READS_DRAFTS = (Role.BUYER, Role.OWNER, Role.PROCUREMENT)
READS_INQUIRIES = (*READS_DRAFTS, Role.EVALUATOR, Role.AUDITOR)
BUYING_ROLES = (Role.ADMINISTRATOR, *READS_INQUIRIES)


class UserManager(BaseUserManager["User"]):
    """Makes users whose address is kept in lower case, so that one address is one person."""

    def create_user(self, email: str, password: str | None = None, name: str = "") -> "User":
        """Make a person of that address; without a password only a mailed code signs in."""
        user = self.model(email=email.strip().lower(), name=name.strip())
        user.set_password(password)
        user.save(using=self._db)
        # allauth keeps addresses in a table of its own; without a row there, a mailed code would not count as proof.
        own = user.emailaddress_set  # type: ignore[attr-defined]  # made by allauth, which ships no types
        own.create(email=user.email, primary=True, verified=False)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):
    """A person who signs in by address. Being a user gives nothing; memberships do."""

    email = models.EmailField(_("email address"), max_length=254, unique=True)
    name = models.CharField(_("name"), max_length=120, blank=True)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_person_an_address")]

    def __str__(self) -> str:
        return self.name or self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.email = self.email.lower()
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


class OrganisationQuerySet(models.QuerySet["Organisation"]):
    """Organisations by who belongs to them."""

    def of(self, user: User, *roles: str) -> "OrganisationQuerySet":
        """Organisations in which ``user`` holds one of ``roles``, or any role where none is named."""
        held = Membership.objects.filter(user=user)
        return self.filter(pk__in=(held.filter(role__in=roles) if roles else held).values("organisation"))


class Organisation(models.Model):
    """A buying or supplying house. Which of the two it is follows from the inquiry, not from the house."""

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = OrganisationQuerySet.as_manager()

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One role of one person in one organisation; a person with two roles has two rows."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=Role.choices)
    given_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("user", "organisation", "role"), name="a_role_is_held_once")]
        ordering = ("user__name", "user__email", "role")

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}, {self.organisation}"
