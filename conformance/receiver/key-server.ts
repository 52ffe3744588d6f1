import { type KeyObject, createPublicKey } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolError } from "../../contracts/index.ts";

/** Path at which the platform publishes an organization's public key. */
const PATH = "/v1/webhooks/.well-known/public-key";

/** Server of public keys, like the platform's, for a receiver under test. */
export interface KeyServer {
  /** URL of an organization's key. */
  urlOf(organization: string): string;
  /** Number of requests for a key. */
  readonly fetches: () => number;
  close(): Promise<void>;
}

export interface KeyServerOptions {
  /** Port. 0 selects any free port. */
  readonly port: number;
  readonly host?: string;
}

/**
 * Serves the public halves of keys, by organization.
 * @throws ToolError "cannot-listen".
 */
export async function serveKeys(
  privateKeys: Readonly<Record<string, KeyObject>>,
  { port, host = "127.0.0.1" }: KeyServerOptions,
): Promise<KeyServer> {
  let fetches = 0;
  const server = createServer((request, response) => {
    if (answerKey(request, response)) fetches++;
  });
  server.listen(port, host);
  await once(server, "listening").catch((cause: unknown) => {
    throw new ToolError(
      "cannot-listen",
      `Cannot serve the public key at ${host}:${port}: ${(cause as Error).message}`,
      {
        hint: "Choose another port, or 0 for any free one",
        cause,
      },
    );
  });
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: (organization) => `${origin}${PATH}?orgId=${encodeURIComponent(organization)}`,
    fetches: () => fetches,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };

  /** Responds as the platform does. Returns true if the requested key exists. */
  function answerKey({ method, url = "" }: IncomingMessage, response: ServerResponse): boolean {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const organization = searchParams.get("orgId");
    if (pathname !== PATH) return refuseKeyRequest(404, "Only the public key is served here");
    if (method !== "GET" && method !== "HEAD")
      return refuseKeyRequest(405, "The public key can only be read, with GET");
    if (organization === null) return refuseKeyRequest(400, "The parameter orgId is missing");
    const privateKey = Object.hasOwn(privateKeys, organization) ? privateKeys[organization] : undefined;
    if (!privateKey) return refuseKeyRequest(404, "There is no such organization");
    const public_key = createPublicKey(privateKey).export({ type: "spki", format: "pem" });
    response
      .writeHead(200, { "content-type": "application/json", "cache-control": "public, max-age=86400" })
      .end(JSON.stringify({ public_key }));
    return true;

    function refuseKeyRequest(status: number, title: string): false {
      response
        .writeHead(status, {
          "content-type": "application/problem+json",
          ...(status === 405 && { allow: "GET, HEAD" }),
        })
        .end(JSON.stringify({ status, title }));
      return false;
    }
  }
}
