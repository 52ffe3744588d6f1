/** Markup that is inserted into a page without escaping. */
export interface Markup {
  readonly markup: string;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for XML or HTML, attributes included. Characters that XML cannot contain become U+FFFD. */
export function escapeMarkup(text: string): string {
  return escapeText(text).replaceAll(/["']/g, (character) => entities[character] as string);
}

/** Escapes text between tags. Quotes stay, so that readers of plain text see them unchanged. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll(/[&<>]/g, (character) => entities[character] as string);
}

/** Template of markup. Interpolated text is escaped; only `Markup` values are inserted unchanged. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | readonly Markup[])[]
): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(toMarkup)) };
}

/** Deferred script element for a URL. */
export function createScript(url: string): Markup {
  return { markup: `<script src="${escapeMarkup(url)}" defer></script>` };
}

function toMarkup(value: string | number | Markup | readonly Markup[]): string {
  if (typeof value === "string" || typeof value === "number") return escapeMarkup(String(value));
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("");
}
