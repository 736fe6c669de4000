/** Copies a text, also where the browser offers no clipboard, as to a page over plain http, or keeps it closed. */
export async function copy(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (copied) return;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "vh";
  // behind an open dialog nothing can be selected
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
