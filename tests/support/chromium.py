"""Drive Chromium by its DevTools protocol, over a pipe: open pages, tap, press keys, and read what is shown.

https://chromedevtools.github.io/devtools-protocol/ describes the methods.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.waiting import LONG

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--remote-debugging-pipe",
)
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowRight": 39}
MOST_OF_A_TAP = 1.0  # second to wait for the click; a tap on a disabled button causes none
LISTEN = """(() => {
  window.isHandled = false;
  const done = () => setTimeout(() => setTimeout(() => { window.isHandled = true; }));
  addEventListener("click", done, {capture: true, once: true});
})()"""
HANDLED = "window.isHandled"  # undefined in the next page, if the tap leads to one
MIDDLE = """(() => {
  const one = document.querySelector(%s);
  if (!one) { return null; }
  one.scrollIntoView({block: "center", behavior: "instant"});
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  return one.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
})()"""
AT_REST = """(async () => {
  const frame = () => new Promise(requestAnimationFrame), now = () => JSON.stringify(%s);
  const before = now();
  await frame();
  await frame();
  return before === now() ? JSON.parse(before) : null;
})()"""
AXE = Path(__file__).parents[1] / "web" / "vendored" / "axe.min.js"


class Page:
    """A browser with one tab."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from, self._rest, self._number = to_browser, from_browser, b"", 0
        self._session, self._profile = "", ""

    @contextmanager
    def fresh(self) -> Iterator["Page"]:
        """Context manager: open the tab without cookies and stored data, as in a private window."""
        self._profile = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=self._profile)[
            "targetId"
        ]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")
        try:
            yield self
        finally:
            self._session = ""
            self.call("Target.disposeBrowserContext", browserContextId=self._profile)

    # --- the protocol ------------------------------------------------------------------------------------

    def call(self, method: str, **params: object) -> Any:
        """Call a method of the protocol; return its result. Raises AssertionError with the reason."""
        answer = self._answer(method, params)
        assert "error" not in answer, (method, answer)
        return answer["result"]

    def _answer(self, method: str, params: Mapping[str, object]) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                return answer

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._from, 1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        one, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(one)
        return message

    # --- what a person does ------------------------------------------------------------------------------

    def screen(self, width: int, height: int, *, is_phone: bool) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=is_phone,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def opens(self, url: str) -> None:
        self.call("Page.navigate", url=url)

    def tap(self, selector: str) -> None:
        """Tap the middle of an element, which is scrolled into view if need be."""
        self.tap_at(*self.middle(selector))

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point, and wait until the page has handled the click and the events that it caused."""
        self.value(LISTEN)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        end = time.monotonic() + MOST_OF_A_TAP
        while time.monotonic() < end and self._now(HANDLED) is False:
            time.sleep(0.005)

    def middle(self, selector: str) -> tuple[float, float]:
        """Scroll to an element, wait until it does not move and nothing covers it; return its middle."""
        x, y = self.settles(MIDDLE % json.dumps(selector))
        return x, y

    def key(self, key: str) -> None:
        code = {"key": key, "windowsVirtualKeyCode": KEYS[key]}
        text = {"Enter": {"text": "\r"}, " ": {"text": " "}}.get(key, {})
        self.call("Input.dispatchKeyEvent", type="keyDown", **code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **code)

    def tab_to(self, selector: str, most: int = 600) -> None:
        """Press Tab until the element has the focus."""
        for _ in range(most):
            if self.value(f"document.activeElement.matches({json.dumps(selector)})"):
                return
            self.key("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    # --- what can be seen --------------------------------------------------------------------------------

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page; of a promise, what it resolves to."""
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, (expression[:200], done["exceptionDetails"])
        return done["result"].get("value")

    def waits_for(self, expression: str) -> None:
        """Wait until a JavaScript expression in the page is true. Raises AssertionError if it never is."""
        self._comes(f"({expression}) === true || null", f"never true: {expression}")

    def settles(self, expression: str) -> Any:
        """Wait until an expression is not null and is still the same two frames later; return its value."""
        return self._comes(AT_REST % expression, f"does not settle: {expression}")

    def _comes(self, expression: str, trouble: str) -> Any:
        """Wait until an expression has a value, and return it. Raises AssertionError with *trouble*."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            found = self._now(expression)
            if found is not None:
                return found
            time.sleep(0.05)
        raise AssertionError(f"{trouble}\n{self.value('document.body.innerText')}")

    def _now(self, expression: str) -> Any:
        """Return the value of an expression; None if it has none, for instance while another page loads."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        found = self._answer("Runtime.evaluate", asked).get("result", {})
        return None if "exceptionDetails" in found else found.get("result", {}).get("value")


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("chromium")) as own:
        yield own


@pytest.fixture
def page(chromium: Page) -> Iterator[Page]:
    """Yield a private window of the browser, which all tests share because it takes seconds to start."""
    with chromium.fresh() as own:
        yield own


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """Context manager: run Chromium with its profile in *folder*."""
    for_browser, to_browser = os.pipe()
    from_browser, of_browser = os.pipe()
    own = str(folder / "profile")
    inside = f'exec "$@" 3<&{for_browser} 4>&{of_browser}'
    process = subprocess.Popen(
        ["/bin/bash", "-c", inside, "chromium", str(CHROMIUM), *SWITCHES, f"--user-data-dir={own}"],
        pass_fds=(for_browser, of_browser),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(for_browser)
    os.close(of_browser)
    try:
        yield Page(to_browser, from_browser)
    finally:
        process.terminate()
        process.wait(timeout=LONG)
        os.close(to_browser)
        os.close(from_browser)


def layout_shift(page: Page) -> float:
    """Return the cumulative layout shift since the page was opened: 0 if nothing moved; 0.1 is much."""
    found: float = page.value(
        "new Promise(done => { let sum = 0; new PerformanceObserver(list => {"
        " for (const one of list.getEntries()) sum += one.value; })"
        ".observe({type: 'layout-shift', buffered: true});"
        " requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum)))); })"
    )
    return found


def violations(page: Page) -> list[Any]:
    """Return the accessibility rules of axe-core that the page violates, each with some elements."""
    page.value(f"{AXE.read_text('utf-8')}; 0")
    found: list[Any] = page.value(
        "axe.run().then(all => all.violations.map(one => [one.id, one.nodes.slice(0, 3).map(n => n.html)]))"
    )
    return found
