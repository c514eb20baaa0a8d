"""Fixtures for every test, and how hypothesis draws its examples."""

import os

from hypothesis import settings

pytest_plugins = ["tests.table", "tests.postgres"]

# On a build machine the same examples every time, so that a red build can be looked into; by hand new ones.
settings.register_profile("build", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("build")
