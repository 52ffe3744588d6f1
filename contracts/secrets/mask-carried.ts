import type { Pairs } from "../http/parameter.ts";
import { maskSecrets } from "./mask-secrets.ts";
import { maskHeadersExceptSignatures, maskedTarget } from "./mask-headers-except-signatures.ts";
import { isSecretName } from "./secret-names.ts";
import { maskNumbers } from "./mask-numbers.ts";
import { MASK, maskMarked } from "./mask-forms.ts";

/** Minimum length of a secret that is masked wherever it occurs. A shorter one could occur by chance. */
const MIN_LENGTH = 8;

/** Names of JSON members that hold secrets. */
const secretMemberNames = /token|secret|password|api_?key|authorization/i;

/**
 * Returns a function that masks the credentials of an exchange in a text, and the values of members with secret names.
 */
export function maskCarried(...messages: readonly Pairs[]): (text: string) => string {
  const mask = maskSecrets(messages.flatMap(extractSecrets));
  return (text) => maskJsonMembers(maskNumbers(maskMarked(mask(text))));
}

/**
 * Masks members in text that may be cut JSON. Each string is visited once: a name, a colon, and the value or its
 * beginning.
 */
function maskJsonMembers(text: string): string {
  const parts = text.split(/("(?:[^"\\]|\\.)*(?:"|\\?$))/s);
  const isSecretMember = (index: number): boolean =>
    /^\s*:\s*$/.test(parts[index - 1] ?? "") &&
    (secretMemberNames.test(parts[index - 2] ?? "") || isSecretName((parts[index - 2] ?? "").slice(1, -1)));
  return parts
    .map((part, index) => (index % 2 === 1 && index > 2 && isSecretMember(index) ? `"${MASK}"` : part))
    .join("");
}

/** Form body with the values of secret fields masked. */
export function maskedForm(text: string): string {
  return maskedTarget(`?${text}`).slice(1);
}

/** Secrets in the headers of a message. */
export function extractSecrets(headers: Pairs): string[] {
  const hidden = maskHeadersExceptSignatures(headers);
  return headers.flatMap(([name, value], index) =>
    hidden[index]?.[1] === value ? [] : extractCredentials(name, value),
  );
}

/** Credential without its scheme. For cookies: the value of each cookie. */
function extractCredentials(name: string, value: string): string[] {
  const parts = /cookie/i.test(name)
    ? value.split(";", /^set-/i.test(name) ? 1 : undefined).map((pair) => pair.slice(pair.indexOf("=") + 1).trim())
    : [value.replace(/^(Basic|Bearer) +/i, "")];
  return parts.filter((part) => part.length >= MIN_LENGTH);
}

/** Headers without those that hold credentials, for recorded exchanges. */
export function dropSecretHeaders(headers: Pairs): Pairs {
  const hidden = maskHeadersExceptSignatures(headers);
  return headers.filter(([, value], index) => hidden[index]?.[1] === value);
}
