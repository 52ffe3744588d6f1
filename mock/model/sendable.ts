import { validateHeaderName, validateHeaderValue } from "node:http";

/** Headers that say how a message travels (RFC 9112, section 6): the transport's business, whatever else is said of them. */
export const framing: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** In what headers are none (RFC 9110, section 5), which would be noticed only when they are sent. */
export function faultOfHeaders(headers: Readonly<Record<string, string>> = {}): string | undefined {
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
