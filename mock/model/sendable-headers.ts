import { validateHeaderName, validateHeaderValue } from "node:http";

/** Headers that frame a message (RFC 9112, section 6). Only the transport sets them. */
export const framingHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Reason why headers cannot be sent (RFC 9110, section 5). Undefined if they can. */
export function headerError(headers: Readonly<Record<string, string>> = {}): string | undefined {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
