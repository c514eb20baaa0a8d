"""Drive Chromium by its own protocol, over a pipe: open pages, tap, type, and look.

https://chromedevtools.github.io/devtools-protocol/ describes the methods.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
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
KEYS = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowRight": 39}
AXE = Path(__file__).parents[1] / "web" / "vendored" / "axe.min.js"


class Page:
    """A browser, and its one tab."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from, self._rest, self._number = to_browser, from_browser, b"", 0
        self._session, self._profile = "", ""

    @contextmanager
    def fresh(self) -> Iterator["Page"]:
        """Open the tab with no cookies and nothing stored, as in a private window; close it at the end."""
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
        """Return the result of a method. Raises AssertionError with the browser's reason."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer)
                return answer["result"]

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
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def middle(self, selector: str) -> tuple[float, float]:
        found = self.value(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " one.scrollIntoView({block: 'center'}); const box = one.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        return found[0], found[1]

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
        """Return the value of an expression of the page; of a promise what it comes to."""
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, (expression[:200], done["exceptionDetails"])
        return done["result"].get("value")

    def waits_for(self, expression: str) -> None:
        """Wait until an expression of the page is true."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
            if answer["result"].get("value") is True:
                return
            time.sleep(0.05)
        raise AssertionError(f"never true: {expression}\n{self.value('document.body.innerText')}")


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("chromium")) as own:
        yield own


@pytest.fixture
def page(chromium: Page) -> Iterator[Page]:
    """A private window of the browser that all tests share: it takes seconds to start."""
    with chromium.fresh() as own:
        yield own


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """Start Chromium with its profile in *folder*."""
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


def violations(page: Page) -> list[Any]:
    """Return what axe-core finds wrong with the page: the rule, and some elements of each."""
    page.value(f"{AXE.read_text('utf-8')}; 0")
    found: list[Any] = page.value(
        "axe.run().then(all => all.violations.map(one => [one.id, one.nodes.slice(0, 3).map(n => n.html)]))"
    )
    return found
