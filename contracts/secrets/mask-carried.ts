import type { Pairs } from "../http/parameter.ts";
import { maskSecrets } from "./known.ts";
import { maskedHeaders, maskedTarget } from "./passing.ts";
import { isSecretName } from "./names.ts";
import { maskNumbers } from "./numbers.ts";
import { MASK, maskMarked } from "./text.ts";

/** One that is shorter could be somewhere by chance. */
const LEAST = 8;

/** What members of JSON are called that are secrets. */
const called = /token|secret|password|api_?key|authorization/i;

/** Takes out of a text what the headers of an exchange show of who sent it, and what is called like a secret. */
export function maskCarried(...messages: readonly Pairs[]): (text: string) => string {
  const mask = maskSecrets(messages.flatMap(secretsIn));
  return (text) => maskMembersIn(maskNumbers(maskMarked(mask(text))));
}

/** Goes through the strings of a text one by one, each once: a string, a colon, and the string that is the value, or its beginning. */
function maskMembersIn(text: string): string {
  const parts = text.split(/("(?:[^"\\]|\\.)*(?:"|\\?$))/s);
  const isMember = (index: number): boolean =>
    /^\s*:\s*$/.test(parts[index - 1] ?? "") &&
    (called.test(parts[index - 2] ?? "") || isSecretName((parts[index - 2] ?? "").slice(1, -1)));
  return parts.map((part, index) => (index % 2 === 1 && index > 2 && isMember(index) ? `"${MASK}"` : part)).join("");
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
