// The side-by-side table: jump to an offer without losing the row, and hide columns. Without this script the table scrolls.
"use strict";

document.querySelectorAll("[data-choose]").forEach((chooser) => {
  const matrix = document.querySelector("[data-matrix]");
  if (!matrix) return;
  const heads = [...matrix.querySelectorAll("thead th:not(.asking)")];
  const tabs = [...chooser.querySelectorAll("[data-offer-tab]")];

  const questionWidth = () => matrix.querySelector("thead .asking").offsetWidth;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  function show(index) {
    document.querySelectorAll("[data-matrix]").forEach((each) => {
      const head = each.querySelectorAll("thead th:not(.asking)")[index];
      if (!head) return;
      const left = head.offsetLeft - each.querySelector("thead .asking").offsetWidth;
      each.scrollTo({ left, behavior: calm.matches ? "auto" : "smooth" });
    });
  }

  function mark() {
    const left = matrix.scrollLeft + questionWidth();
    let nearest = 0;
    heads.forEach((head, index) => {
      if (head.offsetWidth && Math.abs(head.offsetLeft - left) < Math.abs(heads[nearest].offsetLeft - left)) nearest = index;
    });
    tabs.forEach((tab, index) => {
      if (index === nearest) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    });
    const list = tabs[0].closest("ul");
    const current = tabs[nearest].parentElement;
    if (list.scrollWidth > list.clientWidth) list.scrollLeft = current.offsetLeft - list.offsetLeft - list.clientWidth / 3;
  }

  tabs.forEach((tab, index) => tab.addEventListener("click", (event) => {
    event.preventDefault();
    show(index);
  }));
  let waiting = 0;
  matrix.addEventListener("scroll", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(mark);
  }, { passive: true });
  mark();

  // Columns are hidden by one rule a column, so that hundreds of rows need not be touched.
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const boxes = [...chooser.querySelectorAll("[data-column]")];
  function hide() {
    const hidden = boxes.filter((box) => !box.checked).map((box) => Number(box.dataset.column) + 2);
    const cells = hidden.map((place) => `.matrix :is(tr:not(.part),colgroup) > :nth-child(${place})`);
    sheet.replaceSync(cells.length ? `${cells.join(",")}{display:none}` : "");
    document.querySelectorAll(".matrix tr.part > th").forEach((head) => { head.colSpan = boxes.length + 1 - hidden.length; });
    mark();
  }
  boxes.forEach((box) => box.addEventListener("change", hide));
  chooser.querySelector("[data-show-all]").addEventListener("click", () => {
    boxes.forEach((box) => { box.checked = true; });
    hide();
  });
  chooser.querySelector("[data-hide]").hidden = false;
  hide();
});
