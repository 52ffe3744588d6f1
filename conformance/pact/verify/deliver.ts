import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Contract, type Json, isObject } from "../../../contracts/index.ts";
import { getNamedOperation } from "../named-parts.ts";
import type { DeliveredMessage } from "./pact-job.ts";
import type { StateContext } from "../../profile/provider-state.ts";

/** Operation that creates webhooks. */
const CREATION = "webhooks/createWebhook";

/** True if the contracts can create webhooks, so that events are delivered. */
export function canDeliver(contracts: readonly Contract[]): boolean {
  return getNamedOperation(contracts, CREATION) !== undefined;
}

/** Deliveries that an event causes: creates a webhook for the events, causes them, and records the requests to it. */
export async function captureDeliveries(
  setting: StateContext,
  events: readonly string[],
  happen: () => Promise<void>,
): Promise<readonly DeliveredMessage[]> {
  const deliveries: DeliveredMessage[] = [];
  const server = createServer((request, response) => {
    void takeDelivery(request).then((status) => response.writeHead(status).end());
  });
  async function takeDelivery(request: IncomingMessage): Promise<number> {
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return 400;
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const metadata = { ...Object.fromEntries(headers), contentType: request.headers["content-type"] ?? "" };
    deliveries.push({ body, metadata });
    return 204;
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const found = getNamedOperation(setting.contracts, CREATION);
    if (!found) throw new Error(`the contracts have no operation ${CREATION}`);
    const body = { url: `http://127.0.0.1:${port}/`, event_types: events };
    const created = await setting.call(found.contract, found.operation, { body });
    if (created.status >= 400) throw new Error(`the webhook was refused with ${created.status} ${created.body}`);
    await happen();
    await setting.control.ask(setting.world, "POST", "/deliveries:settle");
    return deliveries;
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
}

/** Event type of a delivery. */
export function readEventName({ body }: DeliveredMessage): string | undefined {
  try {
    const event = JSON.parse(Buffer.from(body).toString()) as Json;
    if (isObject(event) && typeof event["name"] === "string") return event["name"];
    return undefined;
  } catch {
    return undefined;
  }
}
