import {
  type Guard,
  pairRawHeaders,
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
  setGuard(guard: Guard): void;
  /** Returns the first delivery that matches. Undefined if none arrives in time. */
  firstDelivery(
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
  const deliveries: ReceivedDelivery[] = [];
  const waiters = new Set<() => void>();
  let guard: Guard | undefined;
  // Deliveries and cached tokens of an earlier webhook do not belong to this one.
  const path = `/concord/${randomUUID()}`;
  const server = createServer((incoming, outgoing) => {
    receiveMessage(incoming, outgoing).catch(() => outgoing.destroy());
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
    setGuard: (newGuard) => (guard = newGuard),
    firstDelivery: firstDelivery,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };

  async function receiveMessage(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url: target = "/", rawHeaders } = incoming;
    const delivery = {
      method,
      target,
      headers: pairRawHeaders(rawHeaders),
      body: await buffer(incoming),
      receivedAt: Date.now(),
    };
    if (guard && target.endsWith(path + TOKEN_PATH)) {
      const tokenResponse = guard.grant(delivery);
      outgoing.writeHead(tokenResponse.status, { "content-type": "application/json", "cache-control": "no-store" });
      return void outgoing.end(JSON.stringify(tokenResponse.body));
    }
    outgoing.writeHead(204).end();
    if (!target.endsWith(path)) return;
    deliveries.push(delivery);
    for (const checkDeliveries of waiters) checkDeliveries();
  }

  function firstDelivery(
    isWanted: (delivery: ReceivedDelivery) => boolean,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<ReceivedDelivery | undefined> {
    return new Promise((resolve) => {
      const finishWaiting = (): void => {
        clearTimeout(timer);
        waiters.delete(checkDeliveries);
        signal?.removeEventListener("abort", finishWaiting);
        resolve(deliveries.find(isWanted));
      };
      const checkDeliveries = (): void => void (deliveries.some(isWanted) && finishWaiting());
      const timer = setTimeout(finishWaiting, seconds * 1000);
      waiters.add(checkDeliveries);
      signal?.addEventListener("abort", finishWaiting);
      if (signal?.aborted) finishWaiting();
      checkDeliveries();
    });
  }
}
