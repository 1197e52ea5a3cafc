"""Documents printed once and read by many tests."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.cases import JSON, compared, raw_case
from recovery.core.comparison import Comparison
from recovery.pdf.order import Printed
from recovery.pdf.report import render_report


@dataclass(frozen=True)
class Document:
    """A printed comparison, with what it was printed from."""

    comparison: Comparison
    twin: bytes
    printed: Printed
    path: Path


def make_document(case: JSON, folder: Path) -> Document:
    """Print ``case`` into ``folder``."""
    comparison, twin = compared(case)
    printed = render_report(comparison, twin)
    path = folder / "document.pdf"
    path.write_bytes(printed.pdf)
    return Document(comparison, twin, printed, path)


@pytest.fixture(scope="session")
def three(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """TR-10: three offers."""
    return make_document(raw_case(3), tmp_path_factory.mktemp("three"))


@pytest.fixture(scope="session")
def guide_case(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """TR-10 with no more answers than the guide's own example has."""
    case = json.loads((Path(__file__).parents[2] / "docs" / "examples" / "tr10" / "t03.json").read_text("utf-8"))
    return make_document(case, tmp_path_factory.mktemp("guide"))


@pytest.fixture(scope="session")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """Forty offers, of every verdict; printed in two parts."""
    return make_document(raw_case(40), tmp_path_factory.mktemp("forty"))


LONG = " ".join(f"Sentence {number} of a long answer names one more thing that is kept." for number in range(1, 120))
CHINESE = "恢复训练作业时,优化器状态与模型参数必须来自同一个检查点。" * 6
KOREAN = "학습 상태 묶음은 십 단계에서 저장되었습니다."
JAPANESE = "学習の状態を同じ保存から返します。"
ARABIC = "تُحفظ حالة النموذج وحالة المُحسِّن معًا في الخطوة 10 من التدريب."
HEBREW = "מצב המודל ומצב האופטימיזציה נשמרו יחד בצעד 10."
UNBROKEN = "x" * 400


@pytest.fixture(scope="session")
def many_scripts(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """Offers whose texts are long, unbroken, or in scripts from all over the world."""
    case = raw_case(6)
    case["offers"][0]["name"], case["offers"][0]["supplier"] = "恢复方案", "云存储有限公司"
    case["offers"][0]["objects"][0]["S6b"] = CHINESE
    case["offers"][1]["name"], case["offers"][1]["supplier"] = "عرض ب", "شركة البيانات"
    case["offers"][1]["objects"][0]["S6b"] = ARABIC
    case["offers"][2]["objects"][0]["S6b"] = HEBREW
    case["offers"][3]["objects"][0]["S6b"] = LONG[:1990]
    case["offers"][3]["answers"]["S46"] = UNBROKEN
    case["offers"][4]["answers"]["S46"] = f"{KOREAN} {JAPANESE} 🙂 हिन्दी ไทย Ελληνικά Русский"
    return make_document(case, tmp_path_factory.mktemp("scripts"))
