import {
  type Guard,
  pairsOf,
  type ReceiverPlace,
  type SavedDelivery,
  TOKEN_PATH,
} from "../../../../conformance/profile/index.ts";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { ToolError } from "../../../../contracts/index.ts";

/** A delivery that the endpoint received. */
export interface ReceivedDelivery extends SavedDelivery {
  readonly method: string;
  readonly receivedAt: number;
}

/** Endpoint that receives the deliveries of webhooks while a property runs. */
export interface Endpoint extends AsyncDisposable {
  readonly url: string;
  /** URL of the authorization server that issues tokens for the endpoint. */
  readonly tokenUrl: string;
  guardedBy(guard: Guard): void;
  /** Returns the first delivery that matches. Undefined if none arrives in time. */
  arrival(
    isWanted: (delivery: ReceivedDelivery) => boolean,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<ReceivedDelivery | undefined>;
}

/**
 * Opens the endpoint until it is disposed. It listens on 127.0.0.1 only, unless the target reaches it under another
 * URL.
 * @throws ToolError "cannot-listen".
 */
export async function openEndpoint({ port, url }: ReceiverPlace): Promise<Endpoint> {
  const arrived: ReceivedDelivery[] = [];
  const waiting = new Set<() => void>();
  let guard: Guard | undefined;
  // Deliveries and cached tokens of an earlier webhook do not belong to this one.
  const path = `/concord/${randomUUID()}`;
  const server = createServer((incoming, outgoing) => {
    receive(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, url === undefined ? "127.0.0.1" : undefined);
  await once(server, "listening").catch((cause: unknown) => {
    throw new ToolError("cannot-listen", `Cannot receive deliveries on port ${port}: ${(cause as Error).message}`, {
      hint: "Name another one with --receiver-port; 0 takes any that is free",
      cause,
    });
  });
  const base = url?.replace(/\/$/, "") ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: base + path,
    tokenUrl: base + path + TOKEN_PATH,
    guardedBy: (own) => (guard = own),
    arrival,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url: target = "/", rawHeaders } = incoming;
    const delivery = {
      method,
      target,
      headers: pairsOf(rawHeaders),
      body: await buffer(incoming),
      receivedAt: Date.now(),
    };
    if (guard && target.endsWith(path + TOKEN_PATH)) {
      const granted = guard.grant(delivery);
      outgoing.writeHead(granted.status, { "content-type": "application/json", "cache-control": "no-store" });
      return void outgoing.end(JSON.stringify(granted.body));
    }
    outgoing.writeHead(204).end();
    if (!target.endsWith(path)) return;
    arrived.push(delivery);
    for (const look of waiting) look();
  }

  function arrival(
    isWanted: (delivery: ReceivedDelivery) => boolean,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<ReceivedDelivery | undefined> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(look);
        signal?.removeEventListener("abort", end);
        resolve(arrived.find(isWanted));
      };
      const look = (): void => void (arrived.some(isWanted) && end());
      const timer = setTimeout(end, seconds * 1000);
      waiting.add(look);
      signal?.addEventListener("abort", end);
      if (signal?.aborted) end();
      look();
    });
  }
}
