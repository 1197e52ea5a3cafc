"""Whether the site can do its work: the database answers, and no background work waits for long."""

from datetime import timedelta

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from recovery.models import Job, db_clock

LONGEST_WAIT = timedelta(minutes=10)


@login_not_required
@require_safe
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001  # the same for everybody
    """Say "ok", or "waiting" where a job has waited too long: a worker that runs is no proof that it works."""
    now = db_clock()
    oldest = Job.objects.free(now).order_by("created_at").values_list("created_at", flat=True).first()
    is_stuck = oldest is not None and now - oldest > LONGEST_WAIT
    return JsonResponse({"state": "waiting" if is_stuck else "ok"}, status=503 if is_stuck else 200)
