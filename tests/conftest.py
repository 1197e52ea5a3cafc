"""What all tests share: each begins with empty sign-in limits and an empty mail folder."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()
