// A questionnaire that saves itself: hides what is not asked, says whether it is saved, and keeps what is not.
// The server decides what is asked and what is kept; without this file every page still works by its buttons.

(() => {
  "use strict";

  const form = () => document.querySelector("[data-questionnaire]");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  let unsaved = false;
  let saved = false;
  let leaving = false;
  let released = false;

  // --- What is asked ---------------------------------------------------------------------------------------------

  function showAsked() {
    const hidden = document.getElementById("hidden-questions");
    if (!hidden) return;
    const names = new Set(hidden.dataset.hidden.split(" ").filter(Boolean));
    for (const question of all("[data-question]")) {
      if (question.id !== "owner") question.hidden = names.has(question.dataset.question);
    }
    const owner = document.getElementById("owner");
    const confirms = document.getElementById("B24");
    if (owner && confirms) owner.hidden = confirms.hidden;
  }

  // Rows that belong to a component follow its "yes" at once; they need no answer from the server.
  function showParts() {
    for (const block of all("[data-block]")) {
      const present = new Set(all("[data-yes]:checked", block).map((yes) => yes.closest("[data-part]").dataset.part));
      if (!block.querySelector("[data-yes]")) continue;
      for (const row of all("[data-when-yes]", block)) row.hidden = !present.has(row.dataset.part);
    }
  }

  // "Not stated" puts the inputs beside it to rest, so that nothing typed is lost and nothing is said twice.
  function restInputs(box) {
    const answer = box.closest("[data-rest]");
    for (const input of all("input, select, textarea, button", answer)) {
      if (input !== box && input.type !== "hidden") input.disabled = box.checked;
    }
  }

  function markFaults() {
    const hidden = document.getElementById("hidden-questions");
    const wrong = (hidden ? hidden.dataset.wrong : "").split("\n").filter(Boolean);
    for (const question of all("[data-question]")) {
      question.classList.toggle("question--wrong", Boolean(question.querySelector(".said .field-error")));
    }
    for (const input of all("[data-question] input, [data-question] select, [data-question] textarea")) {
      const isWrong = wrong.some((name) => input.name === name || input.name.startsWith(`${name}-`));
      if (isWrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }

  function settle() {
    showAsked();
    showParts();
    all("[data-not-stated]").reverse().forEach(restInputs); // from the question to its rows
    markFaults();
  }

  // --- What is kept here until it is saved ---------------------------------------------------------------------------

  const shelf = () => `typed:${form().dataset.writer}:${location.pathname}`;
  const isAnswer = (name) => !["csrfmiddlewaretoken", "writer", "base", "blocks", "do"].includes(name);

  function typedHere() {
    return [...new FormData(form()).entries()].filter(([name, value]) => isAnswer(name) && typeof value === "string");
  }

  function keepHere() {
    try {
      localStorage.setItem(shelf(), JSON.stringify(typedHere()));
    } catch {
      // A full or forbidden store: the text is still on the page.
    }
  }

  function forgetHere() {
    try {
      localStorage.removeItem(shelf());
    } catch {
      // Nothing was kept.
    }
  }

  function keptHere() {
    try {
      return JSON.parse(localStorage.getItem(shelf()) || "null");
    } catch {
      return null;
    }
  }

  function putBack(entries) {
    const given = new Map();
    for (const [name, value] of entries) given.set(name, [...(given.get(name) || []), value]);
    for (const input of all("input, select, textarea", form())) {
      if (!isAnswer(input.name) || input.type === "hidden") continue;
      const values = given.get(input.name) || [];
      if (input.type === "checkbox" || input.type === "radio") input.checked = values.includes(input.value);
      else if (values.length) input.value = values[0];
    }
  }

  function offerKept() {
    const note = document.querySelector("[data-local]");
    const kept = keptHere();
    if (!note || !kept || JSON.stringify(kept) === JSON.stringify(typedHere())) {
      if (kept) forgetHere();
      return;
    }
    note.hidden = false;
    note.querySelector("[data-local-restore]").addEventListener("click", () => {
      putBack(kept);
      note.hidden = true;
      settle();
      unsaved = true;
      save();
    });
    note.querySelector("[data-local-forget]").addEventListener("click", () => {
      forgetHere();
      note.hidden = true;
    });
  }

  // --- Saving -------------------------------------------------------------------------------------------------------------

  function say(kind) {
    const state = document.querySelector("[data-state]");
    if (!state) return;
    state.textContent = state.dataset[kind];
    state.classList.toggle("state--wrong", kind !== "saving");
  }

  // One request after the other, so that a button never overtakes the answers typed before it was pressed.
  let line = Promise.resolve();
  let timer = 0;
  let edits = 0;

  function queue(work) {
    line = line.then(work, work);
    return line;
  }

  function saveSoon(wait) {
    clearTimeout(timer);
    timer = setTimeout(save, wait);
  }

  function save() {
    clearTimeout(timer);
    return queue(() => {
      if (!unsaved) return null;
      const sent = edits;
      say("saving");
      // htmx sends the button pressed last with its form; a save presses none.
      const how = { source: form(), swap: "none", values: { do: "" } };
      return window.htmx.ajax("POST", form().action, how).then(() => {
        if (saved && edits === sent) {
          unsaved = false;
          forgetHere();
        }
      });
    });
  }

  function take(button) {
    clearTimeout(timer);
    return queue(() => {
      if (!button.isConnected) return null;
      say("saving");
      const how = { source: button, target: "#sheet", select: "#sheet", swap: "outerHTML show:none" };
      return window.htmx.ajax("POST", form().action, { ...how, values: { do: button.value } }).then(() => {
        if (!saved) return;
        unsaved = false;
        forgetHere();
      });
    });
  }

  function onTyping(event) {
    const input = event.target;
    if (!input.closest("[data-questionnaire]") || input.matches("[data-quiet], [name*='--spread-']")) return;
    unsaved = true;
    edits += 1;
    keepHere();
    if (input.matches("[data-yes], .pick input")) showParts();
    if (input.matches("[data-not-stated]")) restInputs(input);
    saveSoon(event.type === "change" ? 0 : 900);
  }

  // A button that leads on waits for what is being saved, so that one writer never stands in their own way.
  function onSubmit(event) {
    if (released || !event.target.matches("[data-questionnaire]")) return;
    event.preventDefault();
    clearTimeout(timer);
    if (event.submitter?.matches("[data-enter]")) {
      unsaved = true; // the enter key saves, and stays where it is
      save();
      return;
    }
    const pressed = event.submitter;
    // In a task of its own: a form that is just being submitted ignores a second request without a word.
    queue(() => new Promise((done) => {
      setTimeout(() => {
        released = true;
        const same = [...form().elements].find((each) => each.name === pressed?.name && each.value === pressed?.value);
        form().requestSubmit(pressed?.isConnected ? pressed : same);
        done();
      });
    }));
  }

  function onPress(event) {
    const button = event.target.closest("[data-step]");
    if (button) {
      event.preventDefault();
      if (!button.dataset.confirm || window.confirm(button.dataset.confirm)) take(button);
      return;
    }
    beforeLeaving(event);
  }

  // A link of the menu waits for what is being saved; a second press leaves anyway, the text is kept here.
  function beforeLeaving(event) {
    const link = event.target.closest(".contents a, .acts a[href], .conflicts a");
    if (!link || !unsaved || leaving || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    leaving = true;
    save().then(() => {
      leaving = false;
      if (!unsaved) location.assign(link.href);
    });
  }

  // Where two writers disagree, only the notice is put into the page; what is typed stays.
  function beforeSwap(event) {
    if (event.detail.xhr.status === 409) event.detail.swapOverride = "none";
  }

  function afterRequest(event) {
    if (!event.detail.elt.closest("[data-questionnaire]")) return;
    const status = event.detail.xhr.status;
    saved = status >= 200 && status < 300;
    if (saved) return;
    if (status === 409) {
      document.querySelector("#conflict [role=alert]")?.focus();
      return;
    }
    say(status === 401 ? "signedOut" : status ? "refused" : "offline");
    keepHere();
  }

  // --- Where one is after a button ------------------------------------------------------------------------------------------

  const isVisible = (input) => input.offsetParent !== null && !input.disabled && input.type !== "hidden";

  function lookAt() {
    const sheet = document.getElementById("sheet");
    const place = sheet && sheet.dataset.at && document.getElementById(sheet.dataset.at);
    if (!place || place === sheet) return;
    const inputs = all("input, select, textarea", place).filter(isVisible);
    const rows = place.matches("[data-question]") ? all("tbody tr", place) : [];
    const added = inputs.find((input) => rows.length && input.closest("tr") === rows[rows.length - 1]);
    (place.matches(".fault-list, [role=alert]") ? place : added || inputs[0] || place).focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!form()) return;
    settle();
    offerKept();
    lookAt();
    document.addEventListener("input", onTyping);
    document.addEventListener("change", onTyping);
    document.addEventListener("click", onPress);
    document.addEventListener("submit", onSubmit);
    document.body.addEventListener("htmx:beforeSwap", beforeSwap);
    document.body.addEventListener("htmx:afterRequest", afterRequest);
    document.body.addEventListener("htmx:oobAfterSwap", settle);
    document.body.addEventListener("htmx:afterSettle", (event) => {
      settle();
      if (event.detail.target && event.detail.target.id === "sheet") lookAt();
    });
  });
})();
