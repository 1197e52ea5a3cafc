"""The version of the rule set, which travels with every verdict, document and export."""

RULE_SET = "2026.1"
RULE_SET_DATE = "2026-11-30"
