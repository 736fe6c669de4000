"""Calls in a real browser: the card, the whole way from the page to a push service, and what the worker shows.

Chromium subscribes at a push service of its maker's, which a test cannot reach. So the page's subscription is one of
the test's own, whose push service the test runs; what arrives there is decrypted and handed to the service worker by
the browser's own tools (``ServiceWorker.deliverPushMessage``), as the browser does with a message from its service.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.page.conftest import BROWSERS, FLAGS, PAGE
from tests.page.people.visitor import Visitor
from tests.server.notifications.receiver import Browser as Subscriber
from tests.server.notifications.receiver import Receiver, until
from tests.server.notifications.test_taps import few_moves
from tests.server.tools import Player, ServerProcess, at_table
from tests.tiers import tier

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
#: The service worker remembers what it has shown. Whoever asks the browser while it shows a notification takes it away:
#: what is stored but not yet on the screen counts as closed (``getNotifications``). So the test asks once, afterwards.
REMEMBER = """() => {
  const shown = (self.shown = []);
  const worker = ServiceWorkerRegistration.prototype;
  const show = worker.showNotification;
  worker.showNotification = async function (title, options) {
    await show.call(this, title, options);
    shown.push(title);
  };
}"""
SHOWN = """async () =>
  (await self.registration.getNotifications()).map(({ title, body, tag, lang, actions, image, data }) =>
    ({ title, body, tag, lang, image, data, actions: (actions ?? []).map(({ title }) => title) }))"""
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
def notified(browser: Browser) -> Iterator[Browser]:
    """The whole Chromium: its headless shell never shows a notification."""
    found = os.environ.get("PIAZZETTA_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS[1:])), None)
    try:
        whole = browser.browser_type.launch(executable_path=found, args=FLAGS)
    except Error as problem:
        pytest.skip(f"no browser with windows: install Chromium ({problem.message[:80]})")
    yield whole
    whole.close()


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
        """Learn how the browser calls its service worker, and what that shows."""
        self.until("navigator.serviceWorker.controller !== null")
        known = self.context.service_workers
        self.worker = known[0] if known else self.context.wait_for_event("serviceworker", timeout=120_000)
        self.worker.evaluate(REMEMBER)
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

    def shown(self, count: int) -> dict[str, Any]:
        """The one notification on the screen, once the worker has shown so many."""
        until(lambda: self.worker.evaluate("self.shown.length") >= count, seconds=120)
        found: dict[str, Any]
        (found,) = self.worker.evaluate(SHOWN)
        return found


def at_the_table(phone: Phone) -> None:
    phone.page.wait_for_selector(".map")
    phone.page.locator("button.menu").first.click()
    phone.page.wait_for_selector("[data-calls]")
    if not phone.page.locator("[data-calls][open]").count():
        phone.page.locator("[data-calls] summary").click()


def test_from_the_switch_in_the_page_to_a_move_in_the_notification(
    calling: ServerProcess, notified: Browser, receiver: Receiver
) -> None:
    subscriber = Subscriber(receiver)
    ada = Phone(notified, calling.base, subscriber, locale="de-DE")
    made = ada.make(
        {
            "game": "portobello",
            "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "name": "Penny"}],
            "record": few_moves(),
        }
    )
    ada.go(f"/t/{made['table']}#s=0&k={made['tokens']['0']}")
    ada.listen()
    at_the_table(ada)
    expect(ada.page).to_have_title("● Du bist am Zug – Portobello Market")
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("/icon-turn.svg$"))
    ada.page.locator("[data-push]").check()
    expect(ada.page.locator("[data-calls] summary small")).to_have_text("an")
    ada.page.locator("[data-quiet]").check()
    expect(ada.page.locator("[data-calls] [type=time]")).to_have_count(2)
    ada.page.locator("[data-quiet]").uncheck()
    expect(ada.page.locator("[data-calls] [type=time]")).to_have_count(0)

    key = {"seat": 0, "token": made["tokens"]["0"]}
    ada.go("/about")  # elsewhere: the table is not looked at
    chat_and_go(calling, made["table"], key)
    call = receiver.wait(subscriber.path)[0]
    message = json.dumps(subscriber.read(call))
    ada.deliver(message)
    shown = ada.shown(1)
    assert shown["title"] == "Du bist am Zug"
    assert shown["tag"] == made["table"]
    assert shown["lang"] == "de"
    assert shown["body"].startswith("Portobello Market mit ")
    assert shown["actions"], "there are so few moves that they are buttons"
    assert all(action.startswith("Du ") for action in shown["actions"])

    ada.worker.evaluate(TAP)
    assert ada.shown(2)["title"].startswith("Erledigt.")
    moves = [entry for entry in calling.entries(made["table"]) if entry.kind == "play" and entry.body["seat"] == 0]
    assert moves[0].body["move"] == shown["data"]["taps"][0]["move"]

    ada.go(f"/t/{made['table']}")  # and off again
    at_the_table(ada)
    ada.leave()


def chat_and_go(server: ServerProcess, table: str, key: dict[str, Any]) -> None:
    """Something happens at the table, so that it looks whom to call."""

    async def story() -> None:
        async with at_table(Player(server.base, table, {key["seat"]: key["token"]}, visible=False)) as (player,):
            await player.command("chat", text="Back soon")

    # a loop of its own: this thread has Playwright's
    thread = threading.Thread(target=lambda: asyncio.run(story()))
    thread.start()
    thread.join()


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_the_card_is_whole_in_every_language(
    calling: ServerProcess, browser: Browser, receiver: Receiver, phone: bool
) -> None:
    """In the waiting room, with everything open; over http://127.0.0.1, where notifications are blocked."""
    ada = Visitor(browser, calling.base, phone=phone)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = ada.make({"game": "viaggiatore", "seats": seats})
    ada.go(f"/t/{made['table']}")
    ada.page.locator("[data-calls] summary").click()
    ada.page.locator("[data-way=discord]").click()
    ada.page.locator("[data-calls] form .field").fill(f"{receiver.address}/hook")
    ada.page.locator("[data-calls] form .btn").click()
    ada.page.locator("[data-quiet]").check()
    ada.page.locator("[data-way=telegram]").click()
    ada.looked_at()
    receiver.status["/lost"] = 500
    for field, text in zip(
        ada.page.locator("[data-calls] form .field").all(), (f"{receiver.address}/lost", "1"), strict=True
    ):
        field.fill(text)
    ada.page.locator("[data-calls] form .btn").click()
    expect(ada.page.locator("[data-calls] [role=alert]")).to_contain_text("did not accept")
    ada.trouble = [one for one in ada.trouble if "409" not in one]  # the browser's own report of the refusal
    ada.page.get_by_label("Remove 127.0.0.1").click()
    expect(ada.page.locator("[data-calls] summary small")).to_have_count(0)
    ada.leave()
