"""A server process disables the garbage collector while it imports modules, and enables it to serve."""

import os
import subprocess
import sys

LOADING = """
import asyncio, gc
from api import site

async def serve():
    app = site.app()
    rests = not gc.isenabled()
    async with app._lifespan(None):
        print(rests, gc.isenabled(), gc.get_freeze_count() > 100_000)

asyncio.run(serve())
"""


def test_the_collector_rests_until_all_is_loaded_and_leaves_that_alone(shop_settings):
    own = {
        "SHOP_DATABASE_URL": shop_settings.database_url,
        "SHOP_REDIS_URL": shop_settings.redis_url,
        "SHOP_SECRET_KEY": "t" * 40,
        "SHOP_ENVIRONMENT": "local",
    }
    said = subprocess.run(
        [sys.executable, "-c", LOADING], env=os.environ | own, capture_output=True, text=True, check=False
    )
    assert said.stdout.split() == ["True", "True", "True"], said.stderr
