"""The product's settings for measuring, with one more address: a view that answers with two letters."""

from recovery.settings import *

ROOT_URLCONF = "bench.addresses"
