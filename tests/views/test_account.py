"""Signing in and up, organisations, and the demonstration's links."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from recovery.access import signed_address
from recovery.models import Installation, Membership, Role, User
from recovery.models.installation import Purpose
from tests.factories import make_member, make_organisation, make_user
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db


def mailed_code():
    return re.search(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", mail.outbox[-1].body, re.MULTILINE)[1]


def ask_for_code(client, email):
    return client.post(reverse("account_request_login_code"), {"email": email}, follow=True)


def test_a_person_signs_in_with_a_mailed_code_and_no_password(client):
    user = make_user()
    user.set_unusable_password()
    user.save()
    ask_for_code(client, user.email.upper())
    assert mail.outbox[-1].to == [user.email]
    client.post(reverse("account_confirm_login_code"), {"code": mailed_code()})
    assert client.get(reverse("home")).status_code == 200


def test_a_person_signs_in_with_a_password(client):
    User.objects.create_user("person@example.org", "a long pass phrase")
    client.post(reverse("account_login"), {"login": "person@example.org", "password": "a long pass phrase"})
    client.post(reverse("account_email_verification_sent"), {"code": mailed_code()})
    assert client.get(reverse("home")).status_code == 200


def test_a_wrong_code_three_times_ends_the_try(client):
    ask_for_code(client, make_user().email)
    for _ in range(3):
        client.post(reverse("account_confirm_login_code"), {"code": "WRONG1"})
    assert client.get(reverse("home")).status_code == 302
    client.post(reverse("account_confirm_login_code"), {"code": mailed_code()})
    assert client.get(reverse("home")).status_code == 302


def test_a_known_and_an_unknown_address_get_the_same_page(client):
    def page(email):
        answer = ask_for_code(client, email)
        text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", answer.content.decode())
        client.cookies.clear()
        return answer.status_code, text.replace(email, "ADDRESS")

    assert page(make_user().email) == page("unknown@example.org")


def test_a_new_person_makes_an_account_with_a_name_and_an_address(client):
    client.post(reverse("account_signup"), {"name": "Ana of Alder", "email": "Ana@Alder.example"})
    client.post(reverse("account_email_verification_sent"), {"code": mailed_code()})
    user = User.objects.get()
    assert (user.email, user.name, user.has_usable_password()) == ("ana@alder.example", "Ana of Alder", False)
    assert client.get(reverse("home")).status_code == 200


def test_every_message_of_an_account_is_short_names_the_site_and_greets_nobody_by_an_address(client):
    user = User.objects.create_user("person@example.org", "a long pass phrase")
    ask_for_code(client, user.email)
    client.post(reverse("account_confirm_login_code"), {"code": mailed_code()})
    client.post(
        reverse("account_change_password"),
        {"oldpassword": "a long pass phrase", "password1": "another pass phrase", "password2": "another pass phrase"},
    )
    client.post(reverse("account_logout"))
    client.post(reverse("account_reset_password"), {"email": user.email})
    assert mailed_code()
    client.post(reverse("account_reset_password"), {"email": "unknown@example.org"})
    client.post(reverse("account_signup"), {"name": "Ana", "email": "ana@alder.example"})
    assert mailed_code()
    client.cookies.clear()
    client.post(reverse("account_signup"), {"name": "Ana", "email": user.email})
    for message in mail.outbox:
        assert message.subject.startswith("[Recovery Offers] ")
        assert message.body.endswith("\n\nRecovery Offers")
        assert len(message.body) < 420
        for wrong in ("Hello", "Thank you", "127.0.0.1:", "testserver", "&#", "email"):
            assert wrong not in message.body.replace(reverse("account_signup"), "").replace("http://127.0.0.1:8000", "")
    subjects = {message.subject.removeprefix("[Recovery Offers] ") for message in mail.outbox}
    assert {
        "Your code to sign in",
        "Your password was changed",
        "Your code to set a new password",
        "There is no account with this address",
        "Your code to confirm this address",
        "You have an account already",
    } <= subjects


def heading(page):
    return re.search(r"<h1>\s*(.*?)\s*</h1>", page, re.DOTALL)[1]


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_request_login_code",
        "account_reset_password",
        "account_inactive",
        "account_email",
        "account_logout",
        "account_set_password",
        "account_reauthenticate",
        "account_request_reauthentication_code",
        "account_email_verification_sent",
        "account_confirm_login_code",
        "account_confirm_password_reset_code",
        "account_password_reset_completed",
    ],
)
def test_every_page_of_an_account_asks_one_question_and_its_title_is_that_question(client, name):
    user = make_user()
    if name == "account_email_verification_sent":
        client.post(reverse("account_signup"), {"name": "Ana", "email": "ana@alder.example"})
    elif name == "account_confirm_password_reset_code":
        client.post(reverse("account_reset_password"), {"email": user.email})
    elif name == "account_confirm_login_code":
        ask_for_code(client, user.email)
    elif name in {"account_email", "account_logout", "account_set_password"} or "reauth" in name:
        client = client_of(user)
    page = client.get(reverse(name), follow=True).content.decode()
    assert heading(page).endswith("?")
    assert f"<title>{heading(page)} · Recovery Offers</title>" in page
    assert 'class="page page--narrow"' in page


def test_what_a_password_needs_is_a_list(client):
    user = make_user()
    user.set_unusable_password()
    user.save()
    page = client_of(user).get(reverse("account_set_password"), follow=True).content.decode()
    assert len(re.findall("<li>Your password", page)) == 4


def test_links_in_mail_do_not_follow_a_forged_host(client, settings):
    settings.ALLOWED_HOSTS = ["*"]
    client.post(reverse("account_request_login_code"), {"email": make_user().email}, headers={"host": "evil.example"})
    assert "evil.example" not in mail.outbox[-1].body + mail.outbox[-1].subject


def test_who_belongs_nowhere_is_told_what_to_do():
    page = client_of(make_user()).get(reverse("home")).content.decode()
    assert "You belong to no organisation yet." in page
    assert reverse("organisation:create") in page


def test_registering_an_organisation_leads_to_its_members():
    client = client_of(make_user())
    page = client.post(reverse("organisation:create"), {"name": "Buyer House"}, follow=True).content.decode()
    assert "Who may do what at Buyer House?" in page


@pytest.mark.parametrize("name", ["", "two\nlines", "bell\x07", "x" * 121])
def test_a_name_that_cannot_be_kept_is_refused_at_its_field(name):
    answer = client_of(make_user()).post(reverse("organisation:create"), {"name": name})
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"name"}


def test_an_administrator_gives_a_role_and_the_person_is_told_by_mail():
    organisation = make_organisation("Buyer House")
    client = client_of(make_member(organisation, Role.ADMINISTRATOR))
    address = reverse("organisation:give", args=[organisation.code])
    client.post(address, {"email": "new@example.org", "name": "New Person", "role": "buyer"})
    assert Membership.objects.get(user__email="new@example.org").role == Role.BUYER
    assert mail.outbox[-1].to == ["new@example.org"]
    assert "Buyer House" in mail.outbox[-1].subject


def test_a_role_taken_away_counts_from_the_next_request():
    organisation = make_organisation()
    administrator, buyer = make_member(organisation, Role.ADMINISTRATOR), make_member(organisation, Role.BUYER)
    client = client_of(buyer)
    assert client.get(reverse("inquiry:list")).status_code == 200
    address = reverse("organisation:remove", args=[organisation.code])
    client_of(administrator).post(address, {"email": buyer.email, "role": "buyer"})
    assert client.get(reverse("inquiry:list")).status_code == 404


def test_template_code_and_markup_in_a_name_print_themselves():
    client = client_of(make_user())
    client.post(reverse("organisation:create"), {"name": "{{ 7|add:7 }} <script>alert(1)</script>"})
    page = client.get(reverse("home")).content.decode() + client.get(reverse("organisations")).content.decode()
    assert "<script>alert" not in page
    assert "{{ 7|add:7 }}" in page


def test_a_demonstration_link_signs_in(client):
    Installation.objects.create(purpose=Purpose.DEMONSTRATION)
    user = make_user()
    client.get(reverse("demo_sign_in", args=[signed_address(user.email)]), headers={"host": "127.0.0.1"})
    assert client.get(reverse("home")).context["user"] == user


@pytest.mark.parametrize(
    ("mark", "request_from", "host"),
    [
        (Purpose.TEST, "127.0.0.1", "127.0.0.1"),
        (Purpose.DEMONSTRATION, "203.0.113.9", "127.0.0.1"),
        (Purpose.DEMONSTRATION, "127.0.0.1", "offers.example"),
    ],
)
def test_a_demonstration_link_is_nothing_elsewhere(client, settings, mark, request_from, host):
    settings.ALLOWED_HOSTS = [host]
    Installation.objects.create(purpose=mark)
    address = reverse("demo_sign_in", args=[signed_address(make_user().email)])
    assert client.get(address, REMOTE_ADDR=request_from, headers={"host": host}).status_code == 404


@pytest.mark.parametrize("header", ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"])
def test_a_demonstration_link_is_nothing_through_a_proxy(client, header):
    Installation.objects.create(purpose=Purpose.DEMONSTRATION)
    address = reverse("demo_sign_in", args=[signed_address(make_user().email)])
    assert client.get(address, headers={"host": "127.0.0.1", header: "203.0.113.9"}).status_code == 404


def test_a_demonstration_link_is_nothing_in_production(client, settings):
    settings.PRODUCTION = True
    Installation.objects.create(purpose=Purpose.DEMONSTRATION)
    address = reverse("demo_sign_in", args=[signed_address(make_user().email)])
    assert client.get(address, headers={"host": "127.0.0.1"}).status_code == 404


def test_a_changed_demonstration_link_is_nothing(client):
    Installation.objects.create(purpose=Purpose.DEMONSTRATION)
    signed = signed_address(make_user().email)
    assert client.get(reverse("demo_sign_in", args=[signed[:-1] + "x"])).status_code == 404


def test_every_page_says_as_whom_one_is_signed_in(client):
    person = make_user("Ana <of> Alder")
    client.force_login(person)
    assert "Signed in as</span> Ana &lt;of&gt; Alder</li>" in client.get("/").content.decode()
