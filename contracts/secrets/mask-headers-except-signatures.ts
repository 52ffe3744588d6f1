import type { Pairs } from "../http/parameter.ts";
import { maskCredential } from "./mask.ts";
import { isSecretHeader, isSecretParameter } from "./secret-names.ts";
import { MASK, maskForms } from "./mask-forms.ts";

/**
 * Headers in order, with their secrets masked without a contract: by name, and by the names in `secretHeaders`.
 * Signatures stay readable.
 */
export function maskHeadersExceptSignatures(headers: Pairs, secretHeaders: readonly string[] = []): Pairs {
  const isMaskedHeader = (name: string): boolean =>
    // A signature is valid for its delivery only, and shows why a receiver refused it.
    (isSecretHeader(name) && !/signature$/i.test(name)) ||
    secretHeaders.some((secret) => secret.toLowerCase() === name.toLowerCase());
  return headers.map(([name, value]) => [name, isMaskedHeader(name) ? maskCredential(value) : maskForms(value)]);
}

/** Path and query without a contract, with the values of secret parameters masked. */
export function maskedTarget(target: string): string {
  const parts = maskForms(target).split(/([?&#])/);
  return parts
    .map((part, index) => {
      const at = part.indexOf("=");
      if (at < 0 || !/[?&]/.test(parts[index - 1] ?? "")) return part;
      const name = part.slice(0, at);
      const isMaskedHeader = /token|key|secret|sig|password|code|auth/i.test(name) || isSecretParameter(name);
      return isMaskedHeader ? `${name}=${MASK}` : part;
    })
    .join("");
}

/** Headers without masked values, which cannot be sent again. */
export function withoutMasked(headers: Pairs): Pairs {
  return headers.filter(([, value]) => !value.endsWith(MASK));
}
