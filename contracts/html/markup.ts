/** Markup that stands in a page as it is. */
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

/** Text as it stands in XML or HTML, in attributes too; what XML cannot hold at all becomes U+FFFD. */
export function escapeMarkup(text: string): string {
  return escapeText(text).replaceAll(/["']/g, (character) => entities[character] as string);
}

/** Text as it stands between tags, where those who take it for text see quotes as they are. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll(/[&<>]/g, (character) => entities[character] as string);
}

/** Markup with values in it: text is escaped, so that only what is markup already can be markup. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | readonly Markup[])[]
): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

/** A script of its own file, which runs once the page is there. */
export function scriptAt(url: string): Markup {
  return { markup: `<script src="${escapeMarkup(url)}" defer></script>` };
}

function markupOf(value: string | number | Markup | readonly Markup[]): string {
  if (typeof value === "string" || typeof value === "number") return escapeMarkup(String(value));
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}
