"""Where an offer says two things that cannot both be true (R1-R46), and what a requirement lacks (RB1-RB10)."""

from collections.abc import Callable, Iterator
from functools import cache

from recovery.core.contradictions import (
    buyer,
    claims,
    correspondence,
    evidence,
    progress,
    returned,
    storage,
    terms,
)
from recovery.core.intent import Intent
from recovery.core.offer import Offer
from recovery.core.verdict import Contradiction, IntentVerdict, Weight

Rule = Callable[[Intent, Offer], Iterator[Contradiction]]

RULES: tuple[Rule, ...] = (
    returned.model_state_claims_continuation,  # R1
    returned.model_state_holds_optimizer,
    returned.package_without_optimizer,
    returned.named_copy_without_contents,
    correspondence.one_checkpoint_at_several_points,  # R5
    correspondence.ids_differ,
    correspondence.one_checkpoint_of_several_lines,
    correspondence.one_checkpoint_by_name_or_time,
    progress.point_is_no_progress,
    progress.rule_with_fixed_point,  # R10
    progress.latest_copy_promises_progress,
    returned.continuation_with_new_optimizer,
    claims.same_future_without_limits,
    claims.same_future_within_limits,
    storage.copy_before_save,  # R15
    correspondence.unfinished_upload_called_complete,
    correspondence.shards_missing_called_complete,
    storage.volumes_missing_called_complete,
    storage.volumes_at_different_instants,
    storage.crash_consistent_called_aware,  # R20
    storage.failed_copy_completed,
    evidence.copy_record_for_application_state,
    evidence.same_object_differs,
    evidence.tested_before_it_was_saved,
    evidence.tested_in_another_environment,  # R25
    evidence.continuation_tested_without_optimizer,
    evidence.passed_with_a_part_skipped,
    evidence.late_manifest_for_the_save,
    evidence.checksum_without_manifest,
    claims.same_environment_with_other_versions,  # R30
    claims.environment_claim_without_versions,
    correspondence.required_part_not_carried,
    correspondence.per_process_state_unchanged,
    returned.other_form_claimed_as_trained,
    returned.adapter_without_base_called_complete,  # R35
    returned.dependency_not_offered,
    progress.one_point_for_several,
    claims.parties_disagree,
    claims.claim_and_list_of_tests_disagree,
    claims.other_outcome_meets_request,  # R40
    terms.passing_tier_kept_beyond,
    terms.kept_too_short,
    terms.exit_without_keys,
    evidence.physical_connection_as_evidence,
    storage.impossible_dates,  # R45
    returned.one_word_description,
)
# What looks only at evidence rows or only at copies has nothing to say where there are none.
_OF_EVIDENCE = frozenset(
    (
        evidence.copy_record_for_application_state,
        evidence.same_object_differs,
        evidence.tested_before_it_was_saved,
        evidence.tested_in_another_environment,
        evidence.continuation_tested_without_optimizer,
        evidence.passed_with_a_part_skipped,
        evidence.late_manifest_for_the_save,
        evidence.checksum_without_manifest,
        evidence.physical_connection_as_evidence,
    )
)
_OF_COPIES = frozenset(
    (
        storage.copy_before_save,
        storage.volumes_missing_called_complete,
        storage.volumes_at_different_instants,
        storage.crash_consistent_called_aware,
        storage.failed_copy_completed,
    )
)

BUYER_RULES = (
    buyer.optimizer_for_inference,  # RB1
    buyer.continuation_without_optimizer,
    buyer.continuation_without_list,
    buyer.point_not_stated,
    buyer.contents_without_boundary,  # RB5
    buyer.listed_checkpoint_without_point,
    buyer.identical_run_wanted,
    buyer.latest_in_words,
    buyer.per_process_state_elsewhere,
    buyer.two_outcomes_in_words,  # RB10
)
_KEEP_FROM_JUDGING = BUYER_RULES[1:6]  # RB2-RB6; the others ask, and a verdict waits for none of them


@cache
def _rules_for(*, copies: bool, evidence: bool) -> tuple[Rule, ...]:
    """Return the rules, in their order, without those that look at nothing of such an offer."""
    silent = (frozenset() if copies else _OF_COPIES) | (frozenset() if evidence else _OF_EVIDENCE)
    return tuple(rule for rule in RULES if rule not in silent)


def contradictions_in(intent: Intent, offer: Offer) -> tuple[Contradiction, ...]:
    """Return every rule that fires, in the order of the rules, then in the supplier's order of objects."""
    rules = _rules_for(copies=bool(offer.copies), evidence=bool(offer.evidence))
    return tuple(found for rule in rules for found in rule(intent, offer))


def lacking_in(intent: Intent) -> tuple[Contradiction, ...]:
    """Return what keeps the requirement from being judged: RB2 to RB6, in their order."""
    return tuple(found for rule in _KEEP_FROM_JUDGING for found in rule(intent))


def incomplete_in(intent: Intent) -> IntentVerdict:
    """Return what keeps the requirement from being judged, and what should be asked of the buyer."""
    found = tuple(each for rule in BUYER_RULES for each in rule(intent))
    return IntentVerdict(
        incomplete=tuple(each for each in found if each.weight is Weight.INCOMPLETE),
        asks=tuple(each for each in found if each.weight is Weight.ASK),
    )
