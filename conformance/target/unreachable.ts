import { ToolError } from "../../contracts/index.ts";
import type { ProxyPlaces } from "./connections.ts";
import { untrustedHint } from "./raw/trust.ts";
import { withoutUserinfo } from "./without-userinfo.ts";

interface ConnectionContext {
  readonly proxy: ProxyPlaces | undefined;
  /** Removes secrets from the error messages of the HTTP client. */
  readonly mask: (text: string) => string;
  /** True if the run ended during the connection attempt. */
  readonly isEnded: boolean;
}

/** Error for a proxy that requires other credentials. */
export class ProxyRefusal extends Error {}

/** Connection error of Node or undici. `errors` has one entry per address if several were tried. */
interface Failed extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
  readonly errors?: readonly Failed[];
  readonly cause?: unknown;
}

/** Error for a target that cannot be reached. The message names the proxy if the proxy is the cause. */
export function createUnreachableError(
  url: string,
  error: unknown,
  { proxy, mask, isEnded }: ConnectionContext,
): ToolError {
  const failed = error as Failed;
  const target = withoutUserinfo(url);
  const addCause = (reason: string, hint: string): ToolError =>
    new ToolError("unreachable-target", `Cannot reach "${target}": ${reason}`, { hint, cause: error });
  if (isEnded)
    return addCause(
      "the run was ended before it answered",
      "Check that the target answers, or increase the time limit (--time)",
    );
  const { code, message } = innermost(failed);
  const said = code === "ECONNREFUSED" ? "nothing listens there" : mask(message || String(code));
  const between = findFailedProxy(failed, url, proxy);
  if (between !== undefined)
    return addCause(
      isProxyRefusal(failed)
        ? `the proxy ${between} answers 407: it wants other credentials`
        : `the proxy ${between} does not take the connection: ${said}`,
      isProxyRefusal(failed)
        ? "Put them into its URL: --proxy http://NAME:PASSWORD@HOST, or HTTPS_PROXY and HTTP_PROXY"
        : "Check --proxy, or HTTPS_PROXY and HTTP_PROXY. Hosts in NO_PROXY bypass the proxy",
    );
  return addCause(said, isCertificate(code) ? untrustedHint : "Start the server first, or check its URL");
}

/** Origin of the proxy that failed. Undefined if there is no proxy or the proxy is not the cause. */
function findFailedProxy(failed: Failed, url: string, proxy: ProxyPlaces = {}): string | undefined {
  const text = url.startsWith("https:") ? proxy.https : proxy.http;
  const place = text === undefined ? null : URL.parse(text);
  if (!place) return undefined;
  const { address, hostname, port } = innermost(failed);
  const isFailedAddress = (at: URL | null): boolean =>
    at !== null &&
    (hostname ?? at.hostname) === at.hostname &&
    (port === undefined ? hostname !== undefined : String(port) === getEffectivePort(at)) &&
    (address === undefined || !/^[\d.]+$/.test(at.hostname) || address === at.hostname);
  if (isProxyRefusal(failed) || (isFailedAddress(place) && !isFailedAddress(URL.parse(url)))) return place.origin;
  return undefined;
}

function isProxyRefusal(failed: Failed): boolean {
  return failed instanceof ProxyRefusal || /\b407\b/.test(innermost(failed).message);
}

/** Error at the bottom of a connection error. */
export function innermost(failed: Failed): Failed {
  const [first] = failed.errors ?? [];
  if (first) return innermost(first);
  if (failed.cause instanceof Error) return innermost(failed.cause);
  return failed;
}

function getEffectivePort({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}

/** True if an error code says that a TLS certificate was rejected. */
function isCertificate(code = ""): boolean {
  return /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code);
}
