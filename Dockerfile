# The site and the worker of docker-compose.yml: one image, two commands.
FROM python:3.13-slim-trixie

RUN apt-get update \
    && apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libfontconfig1 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 1000 --create-home recovery \
    && install --directory --owner recovery --mode 0700 /data

WORKDIR /app
COPY requirements/base.txt requirements/base.txt
RUN python -m pip install --no-cache-dir --require-hashes -r requirements/base.txt

COPY manage.py ./
COPY recovery recovery
COPY templates templates
COPY static static

ENV PYTHONUNBUFFERED=1 VAR_DIR=/data
USER recovery
EXPOSE 8000
# The static files are collected at each start, into the volume, from the image that runs.
CMD ["sh", "-c", "python manage.py migrate --no-input && python manage.py collectstatic --no-input --verbosity 0 && exec gunicorn recovery.wsgi --bind 0.0.0.0:8000 --workers 3 --timeout 60 --no-control-socket"]
