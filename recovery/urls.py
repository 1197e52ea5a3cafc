"""The whole site on one page."""

from django.urls import include, path

from recovery.views import (
    acceptance,
    account,
    attachment,
    demo,
    evaluation,
    export,
    file,
    health,
    inquiry,
    inquiry_form,
    invitation,
    offer_form,
    report,
    revision,
    statement,
)

organisation_urls = [
    path("new/", account.create, name="create"),
    path("<uuid:code>/", account.detail, name="detail"),
    path("<uuid:code>/roles/", account.give, name="give"),
    path("<uuid:code>/roles/remove/", account.remove, name="remove"),
]

inquiry_urls = [
    path("", inquiry.index, name="list"),
    path("new/", inquiry.create, name="create"),
    path("<uuid:code>/", inquiry.detail, name="detail"),
    path("<uuid:code>/terms/", inquiry.terms, name="terms"),
    path("<uuid:code>/write/", inquiry_form.write, name="write"),
    path("<uuid:code>/write/<slug:section>/", inquiry_form.write, name="section"),
    path("<uuid:code>/review/", inquiry_form.review, name="review"),
    path("<uuid:code>/statement/", statement.state, name="state"),
    path("<uuid:code>/publish/", inquiry.publish, name="publish"),
    path("<uuid:code>/open/", inquiry.open_offers, name="open"),
    path("<uuid:code>/cancel/", inquiry.cancel, name="cancel"),
    path("<uuid:code>/invitations/", invitation.invite, name="invite"),
    path("<uuid:code>/invitations/<uuid:invitation>/revoke/", invitation.revoke, name="revoke"),
]

invitation_urls = [
    path("accept/", invitation.accept, name="accept"),
    path("<str:token>/", invitation.follow, name="follow"),
]

offer_urls = [
    path("", revision.index, name="list"),
    path("<uuid:code>/", revision.detail, name="detail"),
    path("<uuid:code>/write/", offer_form.write, name="write"),
    path("<uuid:code>/write/<slug:section>/", offer_form.write, name="section"),
    path("<uuid:code>/review/", offer_form.review, name="review"),
    path("<uuid:code>/withdraw/", revision.withdraw, name="withdraw"),
    path("receipts/<uuid:code>/", revision.receipt, name="receipt"),
    path("receipts/<uuid:code>/answers.json", revision.answers, name="answers"),
    path("refused/<uuid:code>/", revision.attempt, name="attempt"),
    path("refused/<uuid:code>/answers.json", revision.attempt_answers, name="attempt_answers"),
]

report_urls = [
    path("inquiries/<uuid:code>/comparison/", report.compare, name="compare"),
    path("inquiries/<uuid:code>/comparison/history/", report.history, name="history"),
    path("inquiries/<uuid:code>/exports/", export.order, name="order"),
    path("exports/<uuid:code>/", export.status, name="status"),
    path("exports/<uuid:code>/again/", export.retry, name="retry"),
    path("exports/<uuid:code>/file/", export.download, name="download"),
]

attachment_urls = [
    path("offers/<uuid:code>/files/", attachment.index, name="list"),
    path("offers/<uuid:code>/files/add/", attachment.add, name="add"),
    path("files/<uuid:code>/", file.download, name="download"),
    path("files/<uuid:code>/remove/", attachment.remove, name="remove"),
    path("files/<uuid:code>/use/", attachment.use, name="use"),
    path("recovery.pyz", file.tool, name="tool"),
]

acceptance_urls = [
    path("inquiries/<uuid:code>/returns/", acceptance.index, name="list"),
    path("inquiries/<uuid:code>/returns/add/", acceptance.add, name="add"),
    path("returns/<uuid:code>/document/", acceptance.document, name="document"),
]

evaluation_urls = [
    path("inquiries/<uuid:code>/scores/", evaluation.index, name="index"),
    path("inquiries/<uuid:code>/scores/<uuid:offer>/", evaluation.score, name="score"),
]

urlpatterns = [
    path("", account.home, name="home"),
    path("health", health.health, name="health"),
    path("accounts/", include("allauth.account.urls")),
    path("organisations/", account.organisations, name="organisations"),
    path("organisations/", include((organisation_urls, "organisation"))),
    path("inquiries/", include((inquiry_urls, "inquiry"))),
    path("invitations/", include((invitation_urls, "invitation"))),
    path("offers/", include((offer_urls, "offer"))),
    path("", include((attachment_urls, "attachment"))),
    path("", include((acceptance_urls, "acceptance"))),
    path("", include((evaluation_urls, "evaluation"))),
    path("", include((report_urls, "report"))),
    path("demo/sign-in/<str:signed>/", demo.sign_in, name="demo_sign_in"),
]
