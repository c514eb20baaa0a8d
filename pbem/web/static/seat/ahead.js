// Orders for a later phase, with or without a condition: chosen from lists, and written into the box or taken back.
"use strict";
(function () {
  var form = Seat.form, area = document.getElementById("ahead");
  if (!form || !area) { return; }
  var button = area.querySelector("button"), order = part("order"), claims = [part("claim"), part("claim2")], places = [part("place"), part("place2")], other = part("other");
  var blocks = new Map(Array.from(order.querySelectorAll("optgroup")).map(function (phase) {
    return [phase, Seat.block(phase.label + ":", JSON.parse(phase.dataset.filed), "")];
  }));

  function part(name) { return area.querySelector("[data-ahead=" + name + "]"); }

  function block() { return blocks.get(order.selectedOptions[0].parentNode); }

  function line() {
    var conditions = claims.map(function (claim, i) { return claim.value.replace("{}", function () { return places[i].value; }); }).filter(Boolean);
    if (!claims[0].value) { return order.value; }
    var before = area.dataset["if"].replace("{}", function () { return conditions.join(area.dataset.and); });
    return before + order.value + (other.value ? area.dataset["else"] + other.value : "");
  }

  function isWritten() { return block().listed(Seat.lines.rows()).includes(line()); }

  function show() {
    claims.forEach(function (claim, i) { places[i].disabled = !claim.value || !claims[0].value; });
    claims[1].disabled = other.disabled = !claims[0].value;
    listOthers();
    button.textContent = isWritten() ? button.dataset.back : button.dataset.write;
  }

  function toggle() {
    var rows = Seat.lines.rows(), now = line(), list = block().listed(rows);
    Seat.choosing.rewrite(null, block().withList(rows, isWritten() ? list.filter(function (one) { return one !== now; }) : list.concat(now)));
  }

  // List the orders for the case that the condition does not hold: those of the same unit, or any build or removal.
  function listOthers() {
    var head = order.value.split(" R ")[0] + " R ", isRetreat = head !== order.value + " R ";
    var listed = Array.from(order.selectedOptions[0].parentNode.children).map(function (one) { return one.value; });
    var now = listed.filter(function (one) { return one !== order.value && (!isRetreat || one.startsWith(head)); }), kept = other.value;
    other.replaceChildren.apply(other, [other.firstElementChild].concat(now.map(option)));
    other.value = now.includes(kept) ? kept : "";
  }

  function option(text) {
    var one = document.createElement("option");
    one.textContent = text;
    return one;
  }

  places.forEach(function (place) { place.append.apply(place, Object.keys(Seat.places).sort().map(option)); });
  area.hidden = false;
  area.addEventListener("change", show);
  button.addEventListener("click", toggle);
  form.addEventListener("orders", show);
}());
