import type { Json } from "../contracts/index.ts";

const LONGEST = 120;
const MOST = 8;

/** Text from a document, in quotes and cut to a readable length. */
export function quoted(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Values as the subject of a sentence: '"a" was', '"a", "b" and 3 more were'. */
export function listed(values: readonly Json[]): string {
  const named = values.slice(0, MOST).map(quoted).join(", ");
  const more = values.length > MOST ? ` and ${values.length - MOST} more` : "";
  return `${named}${more} ${values.length === 1 ? "was" : "were"}`;
}

/** The step to a property in a path: ".name", or '["odd name"]'. */
export function propertyStep(name: string): string {
  return /^[\w$@-]+$/.test(name) ? `.${name}` : `[${quoted(name)}]`;
}

/** Text from a document without what could steer a terminal or hide in a page. */
export function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, " ");
}
