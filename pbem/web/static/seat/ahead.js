// Orders for a later phase, with or without a condition: chosen from lists, and written into the box or taken back.
"use strict";
(function () {
  var form = Seat.form, area = document.getElementById("ahead");
  if (!form || !area) { return; }
  var order = area.querySelector("[data-ahead=order]"), claim = area.querySelector("[data-ahead=claim]");
  var place = area.querySelector("[data-ahead=place]"), button = area.querySelector("button");
  var blocks = new Map(Array.from(order.querySelectorAll("optgroup")).map(function (phase) {
    return [phase, Seat.block(phase.label + ":", JSON.parse(phase.dataset.filed), "")];
  }));

  function block() { return blocks.get(order.selectedOptions[0].parentNode); }

  function line() {
    var condition = claim.value.replace("{}", function () { return place.value; });
    return condition ? claim.dataset.before.replace("{}", function () { return condition; }) + order.value : order.value;
  }

  function isWritten() { return block().listed(Seat.lines.rows()).includes(line()); }

  function show() {
    place.disabled = !claim.value;
    button.textContent = isWritten() ? button.dataset.back : button.dataset.write;
  }

  function toggle() {
    var rows = Seat.lines.rows(), now = line(), list = block().listed(rows);
    Seat.choosing.rewrite(null, block().withList(rows, isWritten() ? list.filter(function (one) { return one !== now; }) : list.concat(now)));
  }

  Object.keys(Seat.places).sort().forEach(function (name) {
    var one = document.createElement("option");
    one.textContent = name;
    place.append(one);
  });
  area.hidden = false;
  area.addEventListener("change", show);
  button.addEventListener("click", toggle);
  form.addEventListener("orders", show);
}());
