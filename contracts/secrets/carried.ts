import type { Pairs } from "../wire/parameter.ts";
import { maskSecrets } from "./known.ts";
import { maskedHeaders, maskedTarget } from "./passing.ts";
import { MASK } from "./text.ts";

/** One that is shorter could be somewhere by chance. */
const LEAST = 8;

/** Members of JSON that are called like secrets. */
const members = /("[^"\\]*(?:token|secret|password|api_?key|authorization)[^"\\]*"\s*:\s*")(?:[^"\\]|\\.)*(")/gi;

/** Takes out of a text what the headers of an exchange show of who sent it, and what is called like a secret. */
export function maskCarried(...messages: readonly Pairs[]): (text: string) => string {
  const mask = maskSecrets(messages.flatMap(secretsIn));
  return (text) => mask(text).replaceAll(members, `$1${MASK}$2`);
}

/** A form's fields, as a body or behind a question mark, without the values of those that are called like secrets. */
export function maskedForm(text: string): string {
  return maskedTarget(`?${text}`).slice(1);
}

/** The secrets that a message has in its headers. */
export function secretsIn(headers: Pairs): string[] {
  const hidden = maskedHeaders(headers);
  return headers.flatMap(([name, value], index) => (hidden[index]?.[1] === value ? [] : partsOf(name, value)));
}

/** The value without its scheme; of cookies, each value. */
function partsOf(name: string, value: string): string[] {
  const parts = /cookie/i.test(name)
    ? value.split(";", /^set-/i.test(name) ? 1 : undefined).map((pair) => pair.slice(pair.indexOf("=") + 1).trim())
    : [value.replace(/^(Basic|Bearer) +/i, "")];
  return parts.filter((part) => part.length >= LEAST);
}

/** Headers that say who sends are left out, as exchanges are written. */
export function withoutSecrets(headers: Pairs): Pairs {
  const hidden = maskedHeaders(headers);
  return headers.filter(([, value], index) => hidden[index]?.[1] === value);
}
