// Keeps press that was written but not sent through a reload and the other forms of the page.
"use strict";
(function () {
  var section = document.getElementById("press");
  if (!section) { return; }
  var forms = Array.from(section.querySelectorAll("form[action=press]")), page = "press " + window.location.pathname.replace(/[^/]*$/, "");

  function keyOf(form) { return page + (form.elements.to.type === "hidden" ? " to " + form.elements.to.value : ""); }

  function keep(form) {
    var text = form.elements.text.value;
    if (text) { localStorage.setItem(keyOf(form), JSON.stringify({ to: form.elements.to.value, text: text })); }
    else { localStorage.removeItem(keyOf(form)); }
  }

  // Restore the draft of a form, but not a new message that was sent.
  function restore(form) {
    var key = keyOf(form), isSent = localStorage.getItem(key + ", sent");
    localStorage.removeItem(key + ", sent");
    if (isSent && section.dataset.sent) { localStorage.removeItem(key); }
    var draft = JSON.parse(localStorage.getItem(key) || "null");
    if (!draft || form.elements.text.value) { return; }
    form.elements.text.value = draft.text;
    if (form.elements.to.type !== "hidden") { form.elements.to.value = draft.to; }
    if (!form.elements.to.value) { form.elements.to.selectedIndex = 0; } // nobody can write there any more
    var talk = form.closest("details");
    if (talk) { talk.open = true; }
  }

  function quietly(act) { return function () { try { act.apply(null, arguments); } catch (nothing) { /* private browsing */ } }; }

  forms.forEach(quietly(restore));
  forms.forEach(function (form) {
    form.addEventListener("input", quietly(function () { keep(form); }));
    form.addEventListener("change", quietly(function () { keep(form); }));
    form.addEventListener("submit", quietly(function () { keep(form); localStorage.setItem(keyOf(form) + ", sent", "yes"); }));
  });
  document.addEventListener("submit", quietly(function (event) { // only the form that is submitted is sent
    forms.filter(function (form) { return form !== event.target; }).forEach(function (form) { localStorage.removeItem(keyOf(form) + ", sent"); });
  }));
}());
