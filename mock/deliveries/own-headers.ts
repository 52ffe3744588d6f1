import { headerError, framingHeaders } from "../model/sendable-headers.ts";

type Headers = Readonly<Record<string, string>>;

/** Headers about the request itself (RFC 9110, sections 7.2 and 10.1). */
const ofRequests: ReadonlySet<string> = new Set(["expect", "host", "proxy-connection", "te"]);

/** Reason why these headers cannot carry credentials. Undefined if they can. */
export function unshowable(shown: Headers, own: Headers): string | undefined {
  for (const name of Object.keys(shown)) {
    if (name in own) return `"${name}" cannot hold the API key: each delivery has that header`;
    if (name.startsWith("concord-")) return `"${name}" cannot hold the API key: that header is of the mock itself`;
    if (framingHeaders.has(name) || ofRequests.has(name))
      return `"${name}" cannot hold the API key: that header says how a delivery is sent`;
  }
  const fault = headerError(shown);
  return fault === undefined ? undefined : `The API key cannot be sent: ${fault}`;
}
