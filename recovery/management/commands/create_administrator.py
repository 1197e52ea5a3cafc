"""The first person of an empty installation: an administrator of a new organisation."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from recovery.actions.account import create_organisation, register_person
from recovery.models import Organisation, Role


class Command(BaseCommand):
    help = "Makes an organisation and its first administrator, who signs in with a code sent to the address."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the administrator's address")
        parser.add_argument("organisation", help="the name of the organisation")

    def handle(self, *_: Any, **options: Any) -> None:
        email, name = options["email"].strip().lower(), options["organisation"].strip()
        try:
            validate_email(email)
        except ValidationError as error:
            raise CommandError(f"{email!r} is not an address.") from error
        if not 0 < len(name) <= 120:
            raise CommandError("Name the organisation, in at most 120 characters.")
        user = register_person(email=email)
        if Organisation.objects.of(user, Role.ADMINISTRATOR).filter(name=name).exists():
            self.stdout.write(f"{email} already administers {name}; nothing was changed.")
            return
        create_organisation(by=user, name=name)
        self.stdout.write(f"{email} administers {name}. Sign in with a code; no password was set.")
