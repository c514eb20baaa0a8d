// For the keyboard: Escape goes one step back, and the focus stays nearby when the button that had it disappears.
"use strict";
Seat.keyboard = (function () {
  var GROUPS = ".then, .numbers p, .terms, ul, .filter, #offers"; // of buttons
  var last = null; // what had the focus, and where it was

  function isShown(one) { return one.isConnected && !one.disabled && one.getClientRects().length > 0; }

  function buttonsIn(group) { return Array.from(group.querySelectorAll("button")); }

  function note(event) {
    var group = event.target.closest(GROUPS);
    last = { element: event.target, group: group, at: group ? buttonsIn(group).indexOf(event.target) : -1, details: event.target.closest("details") };
  }

  // Return what is nearest to the button that disappeared: another of its group, else the line that opens the list.
  function nearest() {
    var others = last.group ? buttonsIn(last.group).filter(isShown) : [];
    if (others.length) { return others[Math.min(Math.max(0, last.at), others.length - 1)]; }
    for (var one = last.details; one; one = one.parentElement.closest("details")) {
      if (isShown(one)) { return one.querySelector("summary"); }
    }
    var open = Seat.units.find(function (unit) { return unit.open; }) || Seat.units.find(isShown);
    return open && open.querySelector("summary");
  }

  function keepFocus() {
    if (!last || isShown(last.element) || (document.activeElement !== document.body && document.activeElement !== last.element)) { return; }
    var to = nearest();
    if (to) { to.focus({ preventScroll: true }); }
  }

  // Close the innermost list that has the focus; else take back what a tap on the map has narrowed or opened.
  function back(event) {
    var here = document.activeElement, open = here.closest("main details[open]");
    if (event.key !== "Escape" || event.defaultPrevented || here.closest("input, select, textarea")) { return; }
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    }
    else if (Seat.units.length) { Seat.lists.reset(); }
  }

  document.addEventListener("focusin", note);
  document.addEventListener("keydown", back);
  document.addEventListener("click", function () { setTimeout(keepFocus, 0); });
  if (Seat.form) { Seat.form.addEventListener("read", keepFocus); }
}());
