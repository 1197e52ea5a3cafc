"""The front door of Django's commands; a wrong setting ends here as one sentence."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError, connection


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "recovery.settings")
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
    except ImproperlyConfigured as error:
        sys.exit(f"Not started: {error}")
    except OperationalError as error:
        if connection.connection is not None:
            raise  # it answered before: this is a fault of ours, not of DATABASE_URL
        sys.exit(f"Not started: the database of DATABASE_URL does not answer ({str(error).splitlines()[0]}).")


if __name__ == "__main__":
    main()
