import { type Dispatcher, EnvHttpProxyAgent } from "undici";
import type { Trust } from "./raw/trust.ts";

/** Proxy and TLS settings for the connections to targets. */
export interface ConnectionSettings {
  readonly proxy?: ProxyPlaces;
  /** Trusted certificate authorities. Defaults to those of Node. */
  readonly trust?: Trust;
}

/** Proxy URLs, by the scheme of the target. */
export interface ProxyPlaces {
  readonly http?: string;
  readonly https?: string;
  /** Hosts that bypass the proxy, in the syntax of NO_PROXY. */
  readonly none?: string;
}

/** Dispatcher with connections to any number of hosts. The caller closes it. */
export function createConnections({ proxy = {}, trust = {} }: ConnectionSettings, timeoutMs: number): Dispatcher {
  const tls = { ...trust };
  return new EnvHttpProxyAgent({
    // An empty string keeps undici from reading the environment variables, which the caller does.
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

/** Credentials in the proxy URLs, in each form that must be masked in output. */
export function listProxySecrets({ http, https }: ProxyPlaces = {}): readonly string[] {
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
