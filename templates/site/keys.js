// The arrow keys turn the pages, unless a modifier key is held down.
document.addEventListener("keydown", function (event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
  var relation = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  var link = relation && document.querySelector("link[rel=" + relation + "]");
  if (link) { window.location.href = link.href; }
});
