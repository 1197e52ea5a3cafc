"""The version of the rule set, which travels with every verdict, document and export."""

RULE_SET = "2026.1"
RULE_SET_DATE = "2026-11-30"
COMPARISON_FORMAT = "recovery-comparison/1"  # what the JSON twin of a comparison calls its form
