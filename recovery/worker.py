"""The Celery application. The job row is the truth; what travels through the broker is only a door bell."""

import os
import sys

from celery import Celery
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "recovery.settings")

app = Celery("recovery")
app.set_default()  # for the threads of the web process too, which otherwise ring at a broker of Celery's own choosing
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["recovery"])

try:
    app.conf.get("broker_url")  # reads the settings now, so that a wrong one is a sentence and not a traceback
except ImproperlyConfigured as error:
    sys.exit(f"Not started: {error}")
