import type { SavedDelivery } from "../deliveries/delivery.ts";
import { maskedHeaders, maskedTarget } from "../deliveries/mask.ts";
import { maskSecret } from "../target.ts";
import type { Message, Passed } from "./forward.ts";

/** One that is shorter could be somewhere by chance. */
const LEAST = 8;

/** Members of JSON that are called like secrets. */
const members = /("[^"\\]*(?:token|secret|password|api_?key|authorization)[^"\\]*"\s*:\s*")(?:[^"\\]|\\.)*(")/gi;

/** Takes out of a text what shows who sent an exchange, and what is called like a secret. */
export function maskOf({ request, answer }: Passed): (text: string) => string {
  const secrets = [...secretsIn(request), ...("failed" in answer ? [] : secretsIn(answer))].toSorted(
    (one, other) => other.length - one.length,
  );
  return (text) => secrets.reduce(maskSecret, text).replaceAll(members, "$1***$2");
}

/** A form's fields, as a body or behind a question mark, without the values of those that are called like secrets. */
export function maskedForm(text: string): string {
  return maskedTarget(`?${text}`).slice(1);
}

/** The secrets that a message has in its headers. */
export function secretsIn({ headers }: Pick<Message, "headers">): string[] {
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
export function withoutSecrets(headers: SavedDelivery["headers"]): SavedDelivery["headers"] {
  const hidden = maskedHeaders(headers);
  return headers.filter(([, value], index) => hidden[index]?.[1] === value);
}
