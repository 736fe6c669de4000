/* What cannot be pressed on the current page: covered by something else, or out of sight where nothing scrolls. */
() => {
  const found = [];
  const name = (one) => {
    const label = one.getAttribute("aria-label") || one.textContent || one.value || "";
    return `<${one.tagName.toLowerCase()} class="${one.getAttribute("class") ?? ""}"> ${label.trim().replace(/\s+/g, " ").slice(0, 50)}`;
  };
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1;
  const within = (x, y, box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const ground = document.querySelector("dialog[open]") ?? document.body;
  const room = document.scrollingElement;

  for (const one of ground.querySelectorAll("button, a, select, input, [role=tab]")) {
    if (one.closest("svg, [inert], .vh") || one.matches(".vh") || !one.checkVisibility({ visibilityProperty: true })) continue;
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || box.bottom <= 0) continue; // for screen readers, or shown once it has the focus
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    let scroller = one.parentElement;
    while (scroller && !scrolls(scroller)) scroller = scroller.parentElement;
    if (scroller && scroller !== room && !within(x, y, scroller.getBoundingClientRect())) continue; // scrolled away
    if (!within(x, y, { left: 0, right: innerWidth, top: 0, bottom: innerHeight })) {
      if (x > innerWidth || room.scrollHeight <= innerHeight + 1) found.push(`out of reach: ${name(one)}`);
      continue;
    }
    const hit = document.elementFromPoint(x, y);
    if (hit && hit !== one && !one.contains(hit) && !hit.contains(one) && !hit.closest("label")?.contains(one)) {
      if (one.closest("li") && hit.closest("li") === one.closest("li")) continue; // a card's own choices lie on it
      // the page's last row may lie over what scrolls under it
      if (room.scrollHeight > innerHeight + 1 && getComputedStyle(hit.closest(".dock, .controls, header") ?? hit).position === "fixed") continue;
      found.push(`covered by ${name(hit)}: ${name(one)}`);
    }
  }
  return found;
}
