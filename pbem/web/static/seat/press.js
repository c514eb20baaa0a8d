// Keeps press that was written but not sent through a reload and the other forms of the page.
"use strict";
(function () {
  var section = document.getElementById("press");
  if (!section) { return; }
  var forms = Array.from(section.querySelectorAll("form[action=press]")), page = "press " + window.location.pathname.replace(/[^/]*$/, "");

  function named(form, name) { return Array.from(form.querySelectorAll("[name=" + name + "]")); }

  function keyOf(form) { // that of an answer names its readers
    var own = named(form, "to")[0];
    return page + (own.type === "hidden" ? " to " + own.value : "");
  }

  function chosen(form) { return named(form, "to").filter(function (one) { return one.checked; }).map(function (one) { return one.value; }); }

  // Check the recipients of a draft that can still be written to, and its manner; a draft of before may have one recipient.
  function choose(form, draft) {
    var to = [].concat(draft.to), boxes = named(form, "to");
    boxes.forEach(function (one) { one.checked = boxes.length === 1 || to.indexOf(one.value) >= 0; });
    named(form, "manner").forEach(function (one) { if (draft.manner) { one.value = draft.manner; } });
  }

  function keep(form) {
    var text = form.elements.text.value;
    var manner = named(form, "manner")[0];
    if (text) { localStorage.setItem(keyOf(form), JSON.stringify({ to: chosen(form), manner: manner ? manner.value : "", text: text })); }
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
    if (named(form, "to")[0].type !== "hidden") { choose(form, draft); }
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
