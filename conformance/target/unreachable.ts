import { ToolError } from "../../contracts/index.ts";
import type { ProxyPlaces } from "./connections.ts";
import { untrustedHint } from "./raw/trust.ts";
import { withoutUserinfo } from "./without-userinfo.ts";

interface Surroundings {
  readonly proxy: ProxyPlaces | undefined;
  /** Takes secrets out of what a client says. */
  readonly mask: (text: string) => string;
  /** Whether the run was ended while it was waited for. */
  readonly isEnded: boolean;
}

/** A proxy asks for credentials, or does not take those that it was given. */
export class ProxyRefusal extends Error {}

/** What failed, as Node and undici say it; of several addresses that were tried, of each. */
interface Failed extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
  readonly errors?: readonly Failed[];
  readonly cause?: unknown;
}

/** Why a target cannot be reached, or the proxy on the way to it. */
export function unreachable(url: string, error: unknown, { proxy, mask, isEnded }: Surroundings): ToolError {
  const failed = error as Failed;
  const target = withoutUserinfo(url);
  const because = (reason: string, hint: string): ToolError =>
    new ToolError("unreachable-target", `Cannot reach "${target}": ${reason}`, { hint, cause: error });
  if (isEnded)
    return because(
      "the run was ended before it answered",
      "Look whether it answers at all, or give it more time (--time)",
    );
  const { code, message } = innermost(failed);
  const said = code === "ECONNREFUSED" ? "nothing listens there" : mask(message || String(code));
  const between = proxyOf(failed, url, proxy);
  if (between !== undefined)
    return because(
      isRefusal(failed)
        ? `the proxy ${between} answers 407: it wants other credentials`
        : `the proxy ${between} does not take the connection: ${said}`,
      isRefusal(failed)
        ? "Put them into its URL: --proxy http://NAME:PASSWORD@HOST, or HTTPS_PROXY and HTTP_PROXY"
        : "Look at --proxy, or at HTTPS_PROXY and HTTP_PROXY; hosts in NO_PROXY are reached without one",
    );
  return because(said, isCertificate(code) ? untrustedHint : "Start it first, for example with: concord mock");
}

/** The proxy that has failed; nothing where there is none on the way, or it has not. */
function proxyOf(failed: Failed, url: string, proxy: ProxyPlaces = {}): string | undefined {
  const text = url.startsWith("https:") ? proxy.https : proxy.http;
  const place = text === undefined ? null : URL.parse(text);
  if (!place) return undefined;
  const { address, hostname, port } = innermost(failed);
  const isThere = (at: URL | null): boolean =>
    at !== null &&
    (hostname ?? at.hostname) === at.hostname &&
    (port === undefined ? hostname !== undefined : String(port) === portOf(at)) &&
    (address === undefined || !/^[\d.]+$/.test(at.hostname) || address === at.hostname);
  return isRefusal(failed) || (isThere(place) && !isThere(URL.parse(url))) ? place.origin : undefined;
}

function isRefusal(failed: Failed): boolean {
  return failed instanceof ProxyRefusal || /\b407\b/.test(innermost(failed).message);
}

function innermost(failed: Failed): Failed {
  const [first] = failed.errors ?? [];
  if (first) return innermost(first);
  return failed.cause instanceof Error ? innermost(failed.cause) : failed;
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}

/** Whether a connection failed for whom a certificate is of. */
function isCertificate(code = ""): boolean {
  return /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code);
}
