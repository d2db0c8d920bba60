"""A django-oscar shop with its API, set up as for production."""

import os
from urllib.parse import urlsplit

import oscar
from oscar.defaults import *  # noqa: F403 - as its guide says

_DATABASE = urlsplit(os.environ["DATABASE_URL"])

DEBUG = False
SECRET_KEY = os.environ["SHOP_SECRET_KEY"]
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "bench.rivals.oscar.urls"
SITE_ID = 1
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MEDIA_URL = "/media/"
STATIC_URL = "/static/"
OSCAR_DEFAULT_CURRENCY = "INR"

INSTALLED_APPS = [*oscar.INSTALLED_APPS, "rest_framework", "oscarapi"]

MIDDLEWARE = [
    "django.middleware.common.CommonMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "oscar.apps.basket.middleware.BasketMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": _DATABASE.hostname,
        "PORT": _DATABASE.port,
        "USER": _DATABASE.username,
        "PASSWORD": _DATABASE.password,
        "NAME": _DATABASE.path.lstrip("/"),
        "CONN_MAX_AGE": None,
    }
}

HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}

REST_FRAMEWORK = {
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
