/* Shows how far an upload is; without this file the form is sent all the same. */
(() => {
  const barOf = (event) => event.target.closest?.("[data-upload]")?.querySelector("[data-upload-progress]");

  document.addEventListener("htmx:xhr:progress", (event) => {
    const bar = barOf(event);
    if (!bar || !event.detail.lengthComputable) return;
    bar.hidden = false;
    bar.value = (100 * event.detail.loaded) / event.detail.total;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const bar = barOf(event);
    if (bar) bar.hidden = true;
  });
})();
