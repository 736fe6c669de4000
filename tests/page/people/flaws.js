/* Visible flaws of the current page: things cut off, too small to read, too small to press, or
   without a name. */
(phone) => {
  const found = [];
  const name = (one) => {
    const label = one.getAttribute("aria-label") || one.textContent || one.value || "";
    return `<${one.tagName.toLowerCase()} class="${one.getAttribute("class") ?? ""}"> ${label.trim().replace(/\s+/g, " ").slice(0, 50)}`;
  };
  const open = document.querySelector("dialog[open]");
  const ground = open ?? document.body;
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest("[inert]") && one.getBoundingClientRect().width > 1;

  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} pixels too wide`);

  // texts that are cut off by their own box
  for (const one of ground.querySelectorAll("button, a, label, h1, h2, h3, p, li, b, span, small, th, td")) {
    if (!seen(one) || one.closest("svg")) continue;
    const style = getComputedStyle(one);
    if (one.clientHeight < 8 || getComputedStyle(one, "::after").top.startsWith("-")) continue; // a bar; a wider target
    const clips = style.overflowX !== "visible" || one.matches("button, a.btn, .tab, .chip");
    const wanted = one.scrollWidth - one.clientWidth;
    const scrolls = ["auto", "scroll"].includes(style.overflowX);
    if (one.clientWidth && clips && !scrolls && wanted > 1 && style.display !== "inline") found.push(`cut off by ${wanted}: ${name(one)}`);
    const lower = one.scrollHeight - one.clientHeight;
    if (one.matches("button, a.btn, .tab, .chip") && lower > 2) found.push(`cut off below by ${lower}: ${name(one)}`);
  }

  // texts that are too small
  const walker = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !parent || parent.closest("svg, script, style, noscript") || !seen(parent)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < 12) small.add(`${size} pixels small: ${name(parent)}`);
  }
  found.push(...small);

  // targets too small for a finger; links within text are as high as the text
  if (phone) {
    for (const one of ground.querySelectorAll("button, a, select, input, [role=tab]")) {
      if (!seen(one) || one.closest("svg") || one.disabled) continue;
      const target = one.matches("input[type=checkbox], input[type=radio]") ? one.closest("label") : one;
      const box = (target ?? one).getBoundingClientRect();
      const beyond = parseFloat(getComputedStyle(one, "::after").top) || 0;
      const height = box.height - 2 * Math.min(0, beyond);
      if (box.width && (height < 39.5 || box.width < 24) && getComputedStyle(one).display !== "inline") {
        found.push(`${Math.round(box.width)} × ${Math.round(height)} to press: ${name(one)}`);
      }
    }
  }

  // controls, fields and pictures that a screen reader could not name; axe-core looks for more, in test_screens.py
  const words = (one) => one.textContent.trim() || one.getAttribute("aria-label") || one.getAttribute("aria-labelledby") || one.title || one.alt;
  const named = (one) => words(one) || [...one.querySelectorAll("[aria-label], [alt], title")].some(words);
  const nameless = "button, a[href], summary, dialog[open], [role=button], [role=tab], [role=img], [role=dialog]";
  for (const one of ground.parentElement.querySelectorAll(nameless)) {
    if (ground.contains(one) && seen(one) && !one.closest("[aria-hidden=true]") && !named(one)) found.push(`without a name: ${name(one)}`);
  }
  for (const one of ground.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (seen(one) && !one.labels?.length && !words(one) && !one.placeholder) found.push(`without a label: ${name(one)}`);
  }
  for (const one of ground.querySelectorAll("img:not([alt]):not([role=presentation])")) {
    if (seen(one)) found.push(`without words: ${name(one)} ${one.src.slice(0, 50)}`);
  }
  return found;
}
