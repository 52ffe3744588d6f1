import { type Dispatcher, EnvHttpProxyAgent } from "undici";
import type { Trust } from "./raw/trust.ts";

/** What stands between a run and its targets. */
export interface Way {
  readonly proxy?: ProxyPlaces;
  /** Whose certificates are trusted; those that Node trusts by itself if not said. */
  readonly trust?: Trust;
}

/** The proxies that requests go through, by the scheme of their target. */
export interface ProxyPlaces {
  readonly http?: string;
  readonly https?: string;
  /** Hosts that are reached without one, as NO_PROXY writes them. */
  readonly none?: string;
}

/** Connections to any number of hosts; whoever makes them closes them. */
export function createConnections({ proxy = {}, trust = {} }: Way, timeoutMs: number): Dispatcher {
  const tls = { ...trust };
  return new EnvHttpProxyAgent({
    // An empty text: the environment is the business of whoever calls.
    httpProxy: proxy.http ?? "",
    httpsProxy: proxy.https ?? "",
    noProxy: proxy.none ?? "",
    connections: 8,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
  });
}

/** What of the proxies' addresses nobody may read. */
export function secretsOf({ http, https }: ProxyPlaces = {}): readonly string[] {
  return [http, https].flatMap((text) => {
    const url = text === undefined ? null : URL.parse(text);
    if (!url || url.username === "") return [];
    const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    const pair = `${name}:${password}`;
    return [
      `${url.username}:${url.password}`,
      pair,
      Buffer.from(pair).toString("base64"),
      ...(password === "" ? [] : [password]),
    ];
  });
}
