// What may come before or after an order: "STANDING: ", or conditions. Without it the order is as in the lists.
"use strict";
Seat.terms = (function () {
  var data = Seat.form ? Seat.form.dataset : {}, standing = data.standing || "";
  var form = formOf(data.conditions), combat = formOf(data.combat);

  function formOf(text) {
    var one = text ? JSON.parse(text) : null;
    if (one) { one.shape = shapeOf(one); }
    return one;
  }

  function shapeOf(one) {
    var other = one.otherwise ? "(?:" + pattern(one.otherwise, "otherwise") + ")?" : "";
    return new RegExp("^" + pattern(one.before, "condition") + "(?<order>.+?)" + other + pattern(one.behind, "condition") + "$", "i");
  }

  function pattern(text, name) { return text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace("{}", "(?<" + name + ">.+?)"); }

  function fits(one, order) {
    return Boolean(one) && order.toLowerCase().includes(one.only.toLowerCase()) && !one.never.some(function (word) { return order.startsWith(word); });
  }

  function mayDepend(order) { return fits(form, order); }

  function mayDependInCombat(order) { return fits(combat, order); }

  // Return an order, its condition if that has this form, and the order that counts otherwise; "" for none.
  function parted(one, text) {
    var found = fits(one, text) && text.match(one.shape);
    return found ? Object.assign({ otherwise: "" }, found.groups) : { order: text, condition: "", otherwise: "" };
  }

  // Return the order in a row of the box, its conditions, the order that counts otherwise, and the word by which it is in
  // force in every turn.
  function split(row) {
    var stands = standing && row.toLowerCase().startsWith(standing.toLowerCase()) ? standing : "";
    var whole = parted(form, row.slice(stands.length)), inside = parted(combat, whole.order);
    return { standing: stands, condition: whole.condition, otherwise: whole.otherwise || "", combat: inside.condition, order: inside.order };
  }

  function joined(one, condition, order, otherwise) {
    function part(text, value) { return value ? text.replace("{}", function () { return value; }) : ""; }
    return condition ? part(one.before, condition) + order + part(one.otherwise, otherwise) + part(one.behind, condition) : order;
  }

  function written(one) { return one.standing + joined(form, one.condition, joined(combat, one.combat, one.order, ""), one.otherwise); }

  // Return the same row with another order; a condition that the other order cannot have is dropped.
  function exchanged(row, order) {
    var one = split(row.trim());
    return written(Object.assign(one, { order: order, combat: mayDependInCombat(order) ? one.combat : "" }));
  }

  return { form: form, standing: standing, mayDepend: mayDepend, mayDependInCombat: mayDependInCombat, split: split, written: written, exchanged: exchanged };
}());
