"""Ordering an export, watching it being made, fetching the file. Every byte goes through the one gate."""

from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from recovery.access import buying, person
from recovery.actions.refusals import Refused
from recovery.actions.report import order_report, record_download, retry_report
from recovery.models import Inquiry, JobState, Report, ReportKind
from recovery.models.report import report_path
from recovery.queries import OffersSealed, may_export
from recovery.tasks import build_report

CONTENT_TYPES = {
    ReportKind.PDF: "application/pdf",
    ReportKind.CSV: "text/csv; charset=utf-8",
    ReportKind.JSON: "application/json",
}


@require_POST
@buying()
def order(request: HttpRequest, code: UUID) -> HttpResponse:
    """Order an export; what was made before from the same versions is answered at once."""
    inquiry = get_object_or_404(Inquiry.objects.visible_to(person(request)), code=code)
    kind = request.POST.get("kind", ReportKind.PDF)
    if kind not in ReportKind.values:
        raise Http404
    if not may_export(inquiry, person(request)):
        raise Http404
    try:
        report = order_report(inquiry_pk=inquiry.pk, by=person(request), kind=ReportKind(kind))
    except OffersSealed as sealed:
        raise Http404 from sealed
    if report.job.state == JobState.QUEUED:
        build_report.delay_on_commit(report.job_id)
    return redirect("report:status", report.code)


@require_safe
@buying()
def status(request: HttpRequest, code: UUID) -> HttpResponse:
    """How far the export is; the part of the page that changes is asked for by itself."""
    is_part = request.headers.get("HX-Request") == "true"
    template = "report/_status.html" if is_part else "report/status.html"
    return render(request, template, {"report": _report(request, code)})


@require_POST
@buying()
def retry(request: HttpRequest, code: UUID) -> HttpResponse:
    """Queue a failed export again."""
    try:
        report = retry_report(report_pk=_report(request, code).pk, by=person(request))
    except Refused:
        return redirect("report:status", code)
    build_report.delay_on_commit(report.job_id)
    return redirect("report:status", code)


@require_safe
@buying()
def download(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Hand out the file of a finished export, and keep who fetched it."""
    report = _report(request, code)
    if report.job.state != JobState.DONE or report.is_lost:
        return redirect("report:status", code)
    if request.method == "GET":
        record_download(report=report, by=person(request))
    return FileResponse(
        report_path(report.digest).open("rb"),
        as_attachment=True,
        filename=report.file_name,
        content_type=CONTENT_TYPES[ReportKind(report.kind)],
    )


def _report(request: HttpRequest, code: UUID) -> Report:
    """Fetch an export through its inquiry and the gate: a role taken away closes the file as well."""
    visible = Inquiry.objects.visible_to(person(request))
    reports = Report.objects.filter(inquiry__in=visible.values("pk")).select_related("inquiry", "job", "ordered_by")
    report = get_object_or_404(reports, code=code)
    if not may_export(report.inquiry, person(request)):
        raise Http404
    return report
