import type { SavedDelivery } from "./delivery.ts";

/** What a value is replaced by that nobody may see. */
const MASK = "***";

/** Headers without the values that show who sends: of those that are named, and of those that are known to. */
export function maskedHeaders(
  headers: SavedDelivery["headers"],
  secretHeaders: readonly string[] = [],
): SavedDelivery["headers"] {
  const isSecret = (name: string): boolean =>
    /^(proxy-)?authorization$|cookie|api-?key|token|secret|password/i.test(name) ||
    secretHeaders.some((secret) => secret.toLowerCase() === name.toLowerCase());
  return headers.map(([name, value]) => [
    name,
    isSecret(name) ? (/^(Basic|Bearer) /i.exec(value)?.[0] ?? "") + MASK : value,
  ]);
}

/** A path and query without the values of parameters that are called like secrets. */
export function maskedTarget(target: string): string {
  return target.replaceAll(/([?&][^=&#]*(?:token|key|secret|sig|password|code|auth)[^=&#]*=)[^&#]*/gi, `$1${MASK}`);
}

/** Headers that were masked when they were saved cannot be sent again. */
export function withoutMasked(headers: SavedDelivery["headers"]): SavedDelivery["headers"] {
  return headers.filter(([, value]) => !value.endsWith(MASK));
}
