"""YAML as plain values, with limits: no tag is obeyed, no alias can grow, numbers and dates stay as printed."""

from typing import Any

import yaml
from yaml.composer import Composer
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import BaseResolver
from yaml.scanner import Scanner

from recovery.core.errors import EvidenceUnreadable

LARGEST = 400_000
DEEPEST = 40
MOST_NODES = 20_000
MOST_ALIASES = 100
_BLANKS = frozenset(("", "~", "null", "Null", "NULL"))
_TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


class NotYaml(ValueError):
    """Text that does not follow the grammar of YAML; a text of another kind, as a rule."""


class _Bounded(Reader, Scanner, Parser, Composer, BaseResolver):
    """Composes nodes and counts them; a node reached through an alias is counted as if it were written out."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        BaseResolver.__init__(self)
        self.depth = 0
        self.nodes = 0
        self.aliases = 0
        self.sizes: dict[int, tuple[Any, int]] = {}  # the node is kept, so that its id is not given again

    def compose_node(self, parent: Any, index: Any) -> Any:
        alias = self.check_event(yaml.AliasEvent)
        before, self.depth = self.nodes, self.depth + 1
        self.nodes += 1
        self.aliases += alias
        if self.depth > DEEPEST or self.nodes > MOST_NODES or self.aliases > MOST_ALIASES:
            raise EvidenceUnreadable("It is nested too deeply, or holds too many values or aliases.")
        node = super().compose_node(parent, index)
        self.depth -= 1
        if alias:
            self.count_again(node)
        else:
            self.sizes[id(node)] = (node, self.nodes - before)
        return node

    def count_again(self, node: Any) -> None:
        """Count an aliased node; one that is still being composed holds itself and is refused."""
        if id(node) not in self.sizes:
            raise EvidenceUnreadable("A value of it holds itself.")
        self.nodes += self.sizes[id(node)][1]
        if self.nodes > MOST_NODES:
            raise EvidenceUnreadable("Its aliases grow beyond what is read.")


def read_yaml(text: str) -> tuple[Any, ...]:
    """Return the documents of ``text``: mappings, lists, text, true, false and None.

    Raises NotYaml for what is not YAML, and EvidenceUnreadable for a key given twice, a tag, too deep a nesting, too
    many values or aliases, and text of more than 400,000 characters.
    """
    if len(text) > LARGEST:
        raise EvidenceUnreadable(
            f"YAML of more than {LARGEST:,} characters is not read. Attach the records that matter."
        )
    documents = []
    try:
        loader = _Bounded(text)
        while loader.check_node():
            documents.append(_value(loader.get_node()))
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as error:
        if isinstance(error, EvidenceUnreadable):
            raise
        raise NotYaml("It is not YAML.") from error
    return tuple(documents)


def _value(node: Any) -> Any:
    if node.tag is not None and not str(node.tag).startswith("tag:yaml.org,2002:"):
        raise EvidenceUnreadable(f"It holds the tag {str(node.tag)[:60]!r}, which is not obeyed.")
    if str(node.tag).startswith("tag:yaml.org,2002:python"):
        raise EvidenceUnreadable("It asks for a Python object, which is never made.")
    if isinstance(node, yaml.SequenceNode):
        return [_value(each) for each in node.value]
    if isinstance(node, yaml.MappingNode):
        return _mapping(node)
    if node.style is None and node.value in _BLANKS:
        return None
    return _TRUTHS.get(node.value, node.value) if node.style is None else node.value


def _mapping(node: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise EvidenceUnreadable("A key of it is not a single value.")
        if key.value in found:
            raise EvidenceUnreadable(f"The key {key.value[:60]!r} is given twice.")
        found[key.value] = _value(value)
    return found
