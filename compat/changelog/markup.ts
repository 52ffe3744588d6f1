import { plain } from "../wording.ts";

/** Text from a document as the text of an element. */
export function escapedText(text: string): string {
  return plain(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The same as what a quoted attribute holds. */
export function escapedAttribute(text: string): string {
  return escapedText(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}
