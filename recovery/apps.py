"""The one Django app of the product."""

from django.apps import AppConfig


class RecoveryConfig(AppConfig):
    name = "recovery"
    verbose_name = "Recovery Offers"
    default_auto_field = "django.db.models.BigAutoField"
