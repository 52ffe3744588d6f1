import type { Pairs } from "../http/parameter.ts";
import { maskCredential } from "./mask.ts";
import { isSecretHeader, isSecretParameter } from "./names.ts";
import { MASK, maskForms } from "./text.ts";

/** Headers in their order without the values that show who sends: of those that are named, and of those that are known to. */
export function maskedHeaders(headers: Pairs, secretHeaders: readonly string[] = []): Pairs {
  const isSecret = (name: string): boolean =>
    // The signature of a delivery is what one looks at: it is good for that delivery alone.
    (isSecretHeader(name) && !/signature$/i.test(name)) ||
    secretHeaders.some((secret) => secret.toLowerCase() === name.toLowerCase());
  return headers.map(([name, value]) => [name, isSecret(name) ? maskCredential(value) : maskForms(value)]);
}

/** A path and query, of which no contract tells, without the values of parameters that are called like secrets. */
export function maskedTarget(target: string): string {
  const parts = maskForms(target).split(/([?&#])/);
  return parts
    .map((part, index) => {
      const at = part.indexOf("=");
      if (at < 0 || !/[?&]/.test(parts[index - 1] ?? "")) return part;
      const name = part.slice(0, at);
      const isSecret = /token|key|secret|sig|password|code|auth/i.test(name) || isSecretParameter(name);
      return isSecret ? `${name}=${MASK}` : part;
    })
    .join("");
}

/** Headers that were masked when they were saved cannot be sent again. */
export function withoutMasked(headers: Pairs): Pairs {
  return headers.filter(([, value]) => !value.endsWith(MASK));
}
