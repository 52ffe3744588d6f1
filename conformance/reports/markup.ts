/** Where a link leads: into what is folded, since that opens itself only for what is in it. */
export function anchored(id: string): string {
  return `<span class="anchor" id="${id}"></span>`;
}

/** Text as XML 1.0 and HTML can carry it, in content and in attributes: what they cannot is replaced. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
