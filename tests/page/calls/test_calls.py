"""Calls in a real browser: the card, the whole way from the page to a push service, and what the worker shows.

Chromium subscribes at a push service of its maker's, which a test cannot reach. So the page's subscription is one of the
test's own, whose push service the test runs; what arrives there is decrypted and handed to the service worker by the
browser's own tools (``ServiceWorker.deliverPushMessage``), as the browser does with a message from its service.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import PAGE
from tests.page.people.visitor import Visitor
from tests.server.calls.receiver import Browser as Subscriber
from tests.server.calls.receiver import Receiver
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only

#: A browser whose push service is the test's.
SUBSCRIBE = """(() => {
  const way = %s;
  let subscription = null;
  PushManager.prototype.subscribe = async (wish) => {
    if (!wish.userVisibleOnly || wish.applicationServerKey.length !== 65) throw new Error("not what a browser takes");
    const unsubscribe = async () => ((subscription = null), true);
    const toJSON = () => ({ endpoint: way.endpoint, keys: { p256dh: way.p256dh, auth: way.auth } });
    return (subscription = { endpoint: way.endpoint, toJSON, unsubscribe });
  };
  PushManager.prototype.getSubscription = async () => subscription;
})()"""
SHOWN = """navigator.serviceWorker.ready
  .then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body, tag, lang, actions, image, data }) =>
    ({ title, body, tag, lang, image, data, actions: (actions ?? []).map(({ title }) => title) })))"""
#: A press of a button of the notification, as the browser reports it to the worker.
TAP = """async () => {
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action: "0" }));
}"""


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    db = f"sqlite:///{tmp_path_factory.mktemp('calls') / 'tables.sqlite'}"
    options = ("--pace", "0", "--no-address-limits", "--private-calls", "--call-after", "0.3")
    process = ServerProcess(db, *options).start()
    yield process
    process.stop()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running


class Phone(Visitor):
    """Somebody whose browser may show notifications."""

    def __init__(self, browser: Browser, base: str, subscriber: Subscriber, **wishes: Any) -> None:
        super().__init__(browser, base, offline=True, **wishes)
        self.context.grant_permissions(["notifications"])
        self.context.add_init_script(SUBSCRIBE % json.dumps(subscriber.way))
        self._registrations: dict[str, str] = {}

    def listen(self) -> None:
        """Learn how the browser calls its service worker."""
        self.tools = self.context.new_cdp_session(self.page)
        self.tools.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self.tools.send("ServiceWorker.enable")

    def _registered(self, event: Any) -> None:
        for one in event["registrations"]:
            self._registrations[one["scopeURL"]] = one["registrationId"]

    def deliver(self, message: str) -> None:
        """A message has come from the push service."""
        worker = self._registrations[f"{self.base}/"]
        told = {"origin": self.base, "registrationId": worker, "data": message}
        self.tools.send("ServiceWorker.deliverPushMessage", told)

    def shown(self) -> list[dict[str, Any]]:
        self.until(f"{SHOWN}.then((all) => all.length > 0)")
        found: list[dict[str, Any]] = self.page.evaluate(SHOWN)
        return found


def sat_down(visitor: Visitor, game: str = "portobello") -> tuple[str, str]:
    """The visitor makes a table with a friend, who comes without a page; returns the table and the friend's key."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = visitor.make({"game": game, "seats": seats, "starter": 1})
    table = made["table"]
    key = made["tokens"]["0"]
    visitor.go(f"/t/{table}#s=0&k={key}")
    visitor.page.wait_for_selector("[data-calls]")
    return table, key


def test_from_the_switch_in_the_page_to_a_move_in_the_notification(
    calling: ServerProcess, browser: Browser, receiver: Receiver
) -> None:
    subscriber = Subscriber(receiver)
    ada = Phone(browser, calling.base, subscriber, locale="de-DE")
    table, _ = sat_down(ada)
    ada.listen()
    ada.page.locator("[data-calls] summary").click()
    ada.page.locator("[data-push]").check()
    expect(ada.page.locator("[data-calls] summary")).to_contain_text("an")
    ada.page.reload()
    ada.page.wait_for_selector("[data-calls] summary small")

    joined = calling.post(f"/api/v1/tables/{table}/join", {"name": "Leo"}).json()
    ada.page.screenshot(path="/tmp/cache-calls/waiting.png")
    assert joined["seat"] == 1
    ada.leave()
