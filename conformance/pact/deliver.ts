import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Json, isObject } from "../../contracts/index.ts";
import { operationOf } from "./named-parts.ts";
import type { Delivered } from "./pact-runner.ts";
import type { Setting } from "./state.ts";

/**
 * What a webhook's receiver is sent when something happens: a webhook is made that subscribes to the event, what
 * happens happens, and the delivery is taken from the wire. Nothing where no such event was told.
 */
export async function deliveryOf(
  setting: Setting,
  event: string,
  happen: () => Promise<void>,
): Promise<Delivered | undefined> {
  const deliveries: Delivered[] = [];
  const server = createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status).end());
  });
  async function take(request: IncomingMessage): Promise<number> {
    const body = (await json(request).catch(() => undefined)) as Json | undefined;
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
    const found = operationOf(setting.contracts, "webhooks/createWebhook");
    if (!found) throw new Error("the contracts have no operation webhooks/createWebhook");
    const body = { url: `http://127.0.0.1:${port}/`, event_types: [event] };
    const created = await setting.call(found.contract, found.operation, { body });
    if (created.status >= 400) throw new Error(`the webhook was refused with ${created.status} ${created.body}`);
    await happen();
    await setting.control.ask(setting.world, "POST", "/deliveries:settle");
    return deliveries.find(({ body: told }) => isObject(told) && told["name"] === event);
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
}
