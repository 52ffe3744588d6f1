import { setTimeout as pause } from "node:timers/promises";
import { type Receiver, startReceiver } from "../mock/receiver.ts";
import type { Record } from "./load.ts";
import { send } from "./send.ts";

/** Time without a new message after which the others count as lost, in milliseconds. */
const ARRIVAL_MS = 60_000;

/** Starts an endpoint, and a webhook of the organization for every new notice. */
export async function startNoticeReceiver(port: number, token: string): Promise<Receiver> {
  const receiver = await startReceiver();
  const body = { url: receiver.url, event_types: ["notice.created"] };
  const created = await send(port, "POST /v1/webhooks", { token, body });
  if (created.status !== 201) throw new Error(`Cannot create a webhook: ${created.status} ${created.text}`);
  return receiver;
}

/** Acknowledged notices of which no message arrives. */
export async function lostMessages(
  { received }: Pick<Receiver, "received">,
  { notices }: Pick<Record, "notices">,
  arrivalMs = ARRIVAL_MS,
): Promise<readonly string[]> {
  let until = performance.now() + arrivalMs;
  const missing = new Set(notices.keys());
  for (let read = 0; ;) {
    if (read < received.length) until = performance.now() + arrivalMs;
    for (; read < received.length; read++)
      for (const [id] of String(received[read]?.body).matchAll(/notice_\w+/g)) missing.delete(id);
    if (missing.size === 0 || performance.now() > until) break;
    await pause(50);
  }
  const [first] = missing;
  return first === undefined
    ? []
    : [`No message of ${missing.size} of ${notices.size} notices has arrived, such as "${first}"`];
}
