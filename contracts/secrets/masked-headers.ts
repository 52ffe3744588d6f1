import type { Pairs } from "../http/parameter.ts";
import { maskCredential } from "./mask.ts";
import { isSecretHeader, isSecretParameter } from "./secret-names.ts";
import { MASK, maskForms } from "./mask-forms.ts";

/** Headers in order, with the values of credentials and of `secretHeaders` masked. */
export function maskedHeaders(headers: Pairs, secretHeaders: readonly string[] = []): Pairs {
  const isSecret = (name: string): boolean =>
    // Delivery signatures stay visible for debugging. A signature is valid for its delivery only.
    (isSecretHeader(name) && !/signature$/i.test(name)) ||
    secretHeaders.some((secret) => secret.toLowerCase() === name.toLowerCase());
  return headers.map(([name, value]) => [name, isSecret(name) ? maskCredential(value) : maskForms(value)]);
}

/** Path and query without a contract, with the values of secret parameters masked. */
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

/** Headers without masked values, which cannot be sent again. */
export function withoutMasked(headers: Pairs): Pairs {
  return headers.filter(([, value]) => !value.endsWith(MASK));
}
