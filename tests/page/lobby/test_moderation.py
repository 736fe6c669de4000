"""Not hearing somebody, not meeting them again, telling the host: and the host, who reads it and acts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.nursery import done
from tests.page.friends.test_together import at_one_table
from tests.page.people.visitor import Visitor
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

RUDE = "you play like a wet sock"


def keep(visitor: Visitor, name: str) -> None:
    """This browser belongs to somebody from now on."""
    answer = visitor.context.request.post(f"{visitor.base}/api/v1/me", data={"name": name, "avatar": "face-2"})
    assert answer.ok, answer.text()


def admin(server: ServerProcess, *words: str) -> str:
    status, said = done("admin", *words, "--db", server.db)
    assert not status, said
    return said.strip()


def kept_here(visitor: Visitor) -> None:
    visitor.go("/my-games")
    expect(visitor.page.get_by_role("tab", name=re.compile("Profile|Profilo")).last).to_be_visible()


def test_mute_block_report_and_what_the_host_does(visit: Visit, server: ServerProcess) -> None:
    ada, leo = at_one_table(visit, "viaggiatore")
    table = ada.page.url.rsplit("/", 1)[-1]
    for person, name in ((ada, "Ada"), (leo, "Leo")):
        keep(person, name)
        kept_here(person)  # their seats come along
        person.go(f"/t/{table}")
        person.page.wait_for_selector(".hand")
    leo.page.get_by_role("button", name="Cronaca").tap()
    leo.page.locator("#tab-chat").tap()
    leo.page.locator(".chat .field").fill(RUDE)
    leo.page.locator(".chat .field").press("Enter")
    ada.page.locator("#tab-chat").click()
    line = ada.page.locator(".chat li", has_text=RUDE)
    expect(line).to_be_visible()

    # a report with this line
    line.get_by_role("button", name="Mute or report Leo").click()
    dialog = ada.page.locator("dialog[open]")
    expect(dialog.get_by_role("button", name="Block")).to_be_visible()
    ada.looked_at()
    dialog.get_by_role("button", name="Report to the admin").click()
    dialog.get_by_label(RUDE).check()
    dialog.get_by_label("Details").fill("Not nice.")
    ada.looked_at()
    dialog.get_by_role("button", name="Send report").click()
    expect(dialog).to_contain_text("Report sent")

    # muted here: the line is gone, for this reader alone
    dialog.get_by_role("button", name="Mute at this table").click()
    expect(line).to_have_count(0)
    dialog.get_by_role("button", name="Unmute at this table").click()
    expect(line).to_have_count(1)
    dialog.get_by_role("button", name="Mute everywhere").click()
    expect(line).to_have_count(0)
    dialog.get_by_role("button", name="Block").click()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(leo.page.locator(".chat li", has_text=RUDE)).to_be_visible()
    ada.page.click("header .menu")
    expect(ada.page.locator("dialog[open]")).to_contain_text(re.compile(r"Leo\s*\(muted\)"))
    ada.go("/my-games")
    ada.page.get_by_role("tab", name="Profile", exact=True).click()
    away = ada.page.locator("section", has_text="Blocked and muted players").last
    expect(away).to_contain_text("muted, blocked")
    ada.looked_at()
    away.get_by_role("button", name="Unmute everywhere").click()
    expect(away).not_to_contain_text("muted, blocked")

    # nobody else finds anything at the host's page
    leo.go("/admin")
    expect(leo.page.locator("h1")).to_have_text("Qui non c’è niente.")
    leo.trouble = [one for one in leo.trouble if "404" not in one]

    host = visit()
    link = admin(server, "link", "--at", server.base)
    host.go(link.removeprefix(server.base))
    report = host.page.locator("#host-panel li", has_text=RUDE)
    expect(report).to_contain_text("Ada reported Leo")
    expect(host.page).to_have_url(f"{server.base}/admin")  # the code is not in the history
    host.looked_at()
    host.page.get_by_label("Announcement").fill("Tea is ready.")
    host.page.get_by_role("button", name="Announce").click()
    leo.go(f"/t/{table}")
    expect(leo.page.get_by_text("Tea is ready.")).to_be_visible()
    leo.page.locator("aside").get_by_role("button").tap()
    expect(leo.page.get_by_text("Tea is ready.")).to_have_count(0)
    ada.go("/")
    expect(ada.page.get_by_text("Tea is ready.")).to_be_visible()
    ada.looked_at()
    host.page.get_by_role("button", name="Remove").click()
    expect(host.page.get_by_role("button", name="Remove")).to_have_count(0)

    report.get_by_role("button", name="Ban").click()
    report.get_by_role("button", name="Ban").click()
    expect(leo.page.locator("main")).to_contain_text("Sei bandito da questo server.")
    report.get_by_role("button", name="Mark as resolved").click()
    expect(host.page.locator("#host-panel")).to_contain_text("No open reports.")
    leo.trouble = [one for one in leo.trouble if "403" not in one]
    host.page.get_by_role("tab", name="People").click()
    expect(host.page.locator("#host-panel li", has_text="Leo").first).to_contain_text("banned")
    host.looked_at()
    host.page.get_by_role("tab", name="Tables").click()
    row = host.page.locator("#host-panel li", has=host.page.get_by_role("link", name=table, exact=True))
    row.get_by_role("button", name="Delete").click()
    row.get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    host.looked_at()
    host.page.get_by_role("tab", name="Activity log").click()
    expect(host.page.locator("#host-panel li").first).to_contain_text("Table deleted")
    host.looked_at()
    ada.go(f"/t/{table}")
    expect(ada.page.get_by_role("heading", name=re.compile("does not exist"))).to_be_visible()
    ada.trouble = [one for one in ada.trouble if "404" not in one]
