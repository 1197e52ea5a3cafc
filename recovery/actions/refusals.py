"""Why an act was refused. Each says what happened and carries what the page needs to give back."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from recovery.core.errors import AnswerRejected
from recovery.models import Inquiry, LateAttempt


class Refused(Exception):
    """An act that may not happen; ``sentence`` is for the person who tried."""

    sentence: Any = _("This is not possible now.")

    def __str__(self) -> str:
        return str(self.sentence)


class InquiryClosed(Refused):
    """What was sent came at or after the deadline, or the inquiry takes no offers; ``attempt`` keeps the text."""

    sentence = _("The inquiry takes no offers any more. What you sent is kept, but it does not count.")

    def __init__(self, inquiry: Inquiry, attempt: LateAttempt | None = None) -> None:
        self.inquiry, self.attempt = inquiry, attempt
        super().__init__(str(inquiry.code))


class NotYetOpenable(Refused):
    """The deadline and its drain window have not both passed; ``opens_from`` says when they will have."""

    sentence = _("The offers cannot be opened before the deadline and its waiting time have passed.")

    def __init__(self, opens_from: datetime | None) -> None:
        self.opens_from = opens_from
        super().__init__(str(opens_from))


class DraftMoved(Refused):
    """Somebody saved the same draft meanwhile. Both texts are carried; neither is lost, none is chosen here."""

    sentence = _("Somebody else saved this draft meanwhile. Both texts are shown; nothing was overwritten.")

    def __init__(self, *, stored: Any, typed: Any, version: int) -> None:
        self.stored, self.typed, self.version = stored, typed, version
        super().__init__(str(version))


class NotPublishable(Refused):
    """The inquiry is incomplete; ``problems`` are sentences, ``faults`` name the questions."""

    sentence = _("The inquiry is not complete yet.")

    def __init__(self, problems: tuple[str, ...] = (), faults: tuple[AnswerRejected, ...] = ()) -> None:
        self.problems, self.faults = problems, faults
        super().__init__("; ".join(problems))


class WrongState(Refused):
    """The inquiry is not in a state in which this can be done."""

    sentence = _("The inquiry is not in a state in which this can be done.")


class RoleConflict(Refused):
    """A supplier of an inquiry holds no role on its buying side, and the other way round."""

    sentence = _("A supplier of an inquiry may not belong to its buying side. One of the two has to be given up first.")


class NotAllowed(Refused):
    """The person does not hold the role that this act needs, perhaps no longer."""

    sentence = _("You do not hold the role that this needs.")


class LastAdministrator(Refused):
    """Nobody would be left to give roles in the organisation."""

    sentence = _("An organisation keeps at least one administrator. Give the role to somebody else first.")


class InvitationUnusable(Refused):
    """The invitation was used, withdrawn, has expired, or the inquiry takes no offers any more."""

    sentence = _(
        "This invitation cannot be used. It was used already, was withdrawn or has expired; ask for a new one."
    )


class AnotherAddress(Refused):
    """The invitation was mailed to another address than the one signed in with."""

    sentence = _("This invitation was sent to another address. Sign in with the address that received it.")


class AlreadyAnswering(Refused):
    """Another invitation of this inquiry was accepted for the same organisation."""

    sentence = _(
        "This organisation already answers the inquiry. Its administrator can give you the supplier role there."
    )


class TooManyMessages(Refused):
    """The person caused as many messages in the last hour as one person may; ``most`` is that number."""

    sentence = _("One person may send %(n)s invitations and role messages an hour. Nothing was sent; try again later.")

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(str(most))

    def __str__(self) -> str:
        return str(self.sentence) % {"n": self.most}


class TooMuchAttached(Refused):
    """The offer's limit on attached bytes or files is reached."""

    sentence = _("This offer holds as many attached files as are kept. Take one off first.")


class NothingToWithdraw(Refused):
    """No revision of the offer stands."""

    sentence = _("There is no submitted offer to withdraw.")


class NotRetryable(Refused):
    """The export is waiting, being made, or made."""

    sentence = _("Only an export that did not succeed can be made again.")
