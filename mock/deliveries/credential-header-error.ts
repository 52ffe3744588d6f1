import { headerError, framingHeaders } from "../model/sendable-headers.ts";

type Headers = Readonly<Record<string, string>>;

/** Headers that control the request itself (RFC 9110, sections 7.2 and 10.1). */
const requestHeaders: ReadonlySet<string> = new Set(["expect", "host", "proxy-connection", "te"]);

/** Reason why these headers cannot carry credentials. Undefined if they can. */
export function credentialHeaderError(credentials: Headers, deliveryHeaders: Headers): string | undefined {
  for (const name of Object.keys(credentials)) {
    if (name in deliveryHeaders) return `"${name}" cannot contain the API key: each delivery has that header`;
    if (name.startsWith("concord-")) return `"${name}" cannot contain the API key: the mock itself uses that header`;
    if (framingHeaders.has(name) || requestHeaders.has(name))
      return `"${name}" cannot contain the API key: that header controls the transfer of a delivery`;
  }
  const error = headerError(credentials);
  if (error === undefined) return undefined;
  return `The API key cannot be sent: ${error}`;
}
