"""Django's settings. What differs between places comes from environment variables (README, Configuration)."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from recovery.settings.environment import Environment, Mode
from recovery.settings.folders import key_from, private_folder, refuse_network_folder

BASE_DIR = Path(__file__).resolve().parent.parent.parent
_env = Environment()

# --- What this process serves, and where it keeps things --------------------------------------------------------------

RECOVERY_MODE = _env.mode()
PRODUCTION = RECOVERY_MODE is Mode.PRODUCTION
DEBUG = _env.switch("DEBUG", default=False)
PORT = _env.number("PORT", 8000, least=1, most=65535)
BASE_URL = _env.base_url(f"http://127.0.0.1:{PORT}")
# Seconds between a deadline and the earliest opening; submissions under way at the deadline end within them.
DRAIN_SECONDS = _env.number("DRAIN_SECONDS", 1 if RECOVERY_MODE in {Mode.DEMO, Mode.TEST} else 60, least=0, most=86400)

VAR_DIR = private_folder(Path(_env.text("VAR_DIR", str(BASE_DIR / "var"))).absolute())
MAIL_FOLDER = private_folder(VAR_DIR / "mail")
REPORT_FOLDER = private_folder(VAR_DIR / "reports")
ATTACHMENT_FOLDER = private_folder(VAR_DIR / "attachments")
DEMO_FOLDER = private_folder(VAR_DIR / "demo")

# --- Database ---------------------------------------------------------------------------------------------------------

_database: dict[str, Any] = {**_env.database(f"sqlite:///{VAR_DIR / 'recovery.sqlite3'}"), "ATOMIC_REQUESTS": False}
if "sqlite3" in _database["ENGINE"]:
    if ":memory:" in str(_database["NAME"]):
        raise ImproperlyConfigured("DATABASE_URL names a database in memory, which no worker can share; name a file.")
    if Path("/proc/mounts").exists():
        refuse_network_folder(Path(_database["NAME"]).absolute().parent, Path("/proc/mounts").read_text("utf-8"))
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a writer waits for its turn instead of failing halfway
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
    }
    # A file, since the tests of locks and of the deadline need several connections.
    _database["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
else:
    _database["OPTIONS"] = {"connect_timeout": 10, **_database.get("OPTIONS", {})}
    _database["CONN_MAX_AGE"] = 60
    _database["CONN_HEALTH_CHECKS"] = True
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Keys, hosts, and what production refuses -------------------------------------------------------------------------

SECRET_KEY = _env.text("SECRET_KEY") or ("" if PRODUCTION else key_from(VAR_DIR / "secret_key"))
SECRET_KEY_FALLBACKS = _env.names("SECRET_KEY_FALLBACKS")
_own_host = BASE_URL.split("://", 1)[1].rsplit(":", 1)[0] if BASE_URL.count(":") > 1 else BASE_URL.split("://", 1)[1]
ALLOWED_HOSTS = _env.names("ALLOWED_HOSTS", tuple(dict.fromkeys([_own_host, "127.0.0.1", "localhost"])))
BROKER_URL = _env.address("BROKER_URL", "filesystem://localhost", ("filesystem", "redis", "rediss", "amqp", "amqps"))
CACHE_URL = _env.address("CACHE_URL", "file://", ("file", "redis", "rediss"))
EMAIL_HOST = _env.text("EMAIL_HOST")

if DRAIN_SECONDS < 60 and RECOVERY_MODE not in {Mode.DEMO, Mode.TEST}:
    raise ImproperlyConfigured(
        f"DRAIN_SECONDS is {DRAIN_SECONDS}; less than 60 is allowed only with RECOVERY_MODE=demo or RECOVERY_MODE=test."
    )
if PRODUCTION:
    _refused = {
        "DEBUG is on; production must not show its insides. Unset DEBUG.": DEBUG,
        "SECRET_KEY is missing or weak; set it to 50 or more random characters.": (
            len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5 or SECRET_KEY.startswith("django-insecure")
        ),
        "ALLOWED_HOSTS holds *, which lets a forged host through; name the hosts.": "*" in "".join(ALLOWED_HOSTS),
        "BASE_URL starts with http://; production is served as https://.": not BASE_URL.startswith("https://"),
        "DATABASE_URL names SQLite; production needs PostgreSQL (postgres://...).": "sqlite3" in _database["ENGINE"],
        "BROKER_URL names a folder; production needs Redis or RabbitMQ.": BROKER_URL.startswith("filesystem"),
        "CACHE_URL names a folder; production counts sign-ins in Redis, for all machines.": CACHE_URL.startswith(
            "file"
        ),
        "EMAIL_HOST is missing; production sends its mail through a server.": not EMAIL_HOST,
    }
    for _sentence, _applies in _refused.items():
        if _applies:
            raise ImproperlyConfigured(_sentence)
_secure = BASE_URL.startswith("https://")

# --- The application --------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_htmx",
    "recovery.apps.RecoveryConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "recovery.middleware.PageHeaders",
    "recovery.middleware.PlainText",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "recovery.middleware.RefusedAttempts",
    "recovery.middleware.VisibleMarks",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "recovery.urls"
WSGI_APPLICATION = "recovery.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
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
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = private_folder(VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not PRODUCTION  # from a clone nothing has to be collected first
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("ttf", "woff", "woff2", "png", "jpg", "gif", "zip", "gz", "br", "map")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": VAR_DIR / "files"}},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- People: sessions, sign-in, limits --------------------------------------------------------------------------------

AUTH_USER_MODEL = "recovery.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 12}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _secure
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if _secure:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"

# Sign-in limits are counted here, so it is shared by all processes of the machine, or of all machines.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL.startswith("redis")
    else {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(private_folder(VAR_DIR / "cache")),
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]  # a password may be set, then or later; nobody needs one
ACCOUNT_SIGNUP_FORM_CLASS = "recovery.forms.signup.NameForm"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Recovery Offers] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = BASE_URL.split("://", 1)[0]
ACCOUNT_SESSION_REMEMBER = False
# allauth's own limits, but fewer mails to one address: a stranger's address can be typed by anybody.
ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip,2/m/key", "request_login_code": "20/m/ip,2/m/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = _env.number("TRUSTED_PROXY_COUNT", 0, least=0, most=10)

# --- The browser ------------------------------------------------------------------------------------------------------

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
USE_X_FORWARDED_HOST = False
if PRODUCTION:
    # Only a proxy that sets this header itself may stand in front; TRUSTED_PROXY_COUNT says that one does.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^health$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
DATA_UPLOAD_MAX_NUMBER_FIELDS = 12_000  # one page with the most objects that an offer may have sends about 5,000
DATA_UPLOAD_MAX_MEMORY_SIZE = 4_000_000

# --- Files that people attach -----------------------------------------------------------------------------------------

ATTACHMENT_MAX_BYTES = _env.number("ATTACHMENT_MAX_BYTES", 10_000_000, least=1_000, most=100_000_000)
ATTACHMENT_TOTAL_BYTES = _env.number("ATTACHMENT_TOTAL_BYTES", 100_000_000, least=1_000, most=10_000_000_000)
ATTACHMENT_MOST = 100  # files of one offer
ATTACHMENT_MOST_AT_ONCE = 20
TOOL_FOLDER = BASE_DIR / "dist"  # where `make tool` puts recovery.pyz
# Reads a file only from who is signed in, only where files are taken, and only up to the limit (security.md 5.6).
FILE_UPLOAD_HANDLERS = ["recovery.forms.upload.CountedUpload"]
DATA_UPLOAD_MAX_NUMBER_FILES = ATTACHMENT_MOST_AT_ONCE + 1  # the reader stops at the one too many, and the form says so

# --- Mail -------------------------------------------------------------------------------------------------------------

EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else "recovery.settings.mail_folder.MailFolder"
)
EMAIL_PORT = _env.number("EMAIL_PORT", 587, least=1, most=65535)
EMAIL_HOST_USER = _env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = _env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = _env.switch("EMAIL_USE_SSL", default=False)
EMAIL_USE_TLS = _env.switch("EMAIL_USE_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 20
# Invitations and notices of a role that one signed-in person may cause: they go to addresses that anybody can type.
MESSAGES_AN_HOUR = _env.number("MESSAGES_AN_HOUR", 30, least=1, most=10_000)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = _env.text("DEFAULT_FROM_EMAIL", f"Recovery Offers <offers@{_own_host}>")
if EMAIL_USE_SSL and EMAIL_USE_TLS:
    raise ImproperlyConfigured(
        "EMAIL_USE_SSL and EMAIL_USE_TLS are both on; switch off the one that your mail server does not use."
    )

# --- Background work: the job row is the truth, the broker only rings -------------------------------------------------

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
if BROKER_URL.startswith("filesystem"):
    _bell = str(private_folder(VAR_DIR / "broker" / "queue"))
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": _bell,
        "data_folder_out": _bell,
        "control_folder": str(private_folder(VAR_DIR / "broker" / "control")),
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600, "unacked_restore_throttle": 1}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_TIME_LIMIT = 900
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 1_000_000  # KiB
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"

# --- Log: to standard error, without what people answered -------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"without_tokens": {"()": "recovery.settings.log.WithoutTokens"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_tokens"]}},
    "root": {"handlers": ["console"], "level": _env.text("LOG_LEVEL", "INFO").upper()},
    "loggers": {"django": {"handlers": [], "propagate": True}, "fontTools": {"level": "WARNING"}},
}
