"""What a verdict tells, short enough for a table: its letter in domain.md 4.7, its gaps and its open questions."""

from recovery.core.verdict import Verdict

M, BR, D, N, X = (
    Verdict.MATCHES,
    Verdict.BROADER,
    Verdict.DOES_NOT_ESTABLISH,
    Verdict.NOT_COMPARABLE,
    Verdict.CONTRADICTORY,
)


def parts(found):
    """Return what is missing as (part, value) pairs, a part without a point as (part, None)."""
    return {(each.part, None if each.point is None else each.point.value) for each in found.missing}


def owed(found):
    """Return the open questions with who owes them."""
    return {(each.question, each.owed_by) for each in found.blanks}


def rules_of(found):
    """Return the rules that make a verdict contradictory."""
    return {each.rule for each in found.contradictions}
