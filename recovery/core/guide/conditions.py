"""When a question is asked: the conditions that several parts of the guide share."""

from recovery.core.guide.question import Shown

TRAINED = ((Shown("B1", ("O1", "O2", "O3")),),)
NEW_OPTIMIZER = ((Shown("B1", ("O2",)),),)
CONTINUED = ((Shown("B1", ("O3",)),),)
POINTED = ((Shown("B7", ("exactly", "at_least")),),)
HAS_PARTS = (Shown("S6", ("model_state", "package", "copy_named", "named_components", "rule")),)
