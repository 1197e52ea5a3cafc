"""What the web server calls."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "recovery.settings")

try:
    application = get_wsgi_application()
except ImproperlyConfigured as error:
    sys.exit(f"Not started: {error}")
