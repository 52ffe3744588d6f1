import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isLong } from "../../test/support/contracts/platform.ts";
import { type PlantedFaults, createDeliveryHarness, webhooks } from "../../test/support/mock/delivery-harness.ts";
import { type Received, startReceiver } from "../../test/support/mock/receiver.ts";
import type { Delivery, FaultSetting } from "../index.ts";
import { type Sender, createSender } from "./send.ts";

/** Number of published messages. Each is delivered to two webhooks. */
const messageCount = isLong ? 5000 : 250;

/** Time for a response, in milliseconds. No assertion depends on it. */
const deliveryTimeout = 200;

/** Differences between the published messages, the log and the received requests. Empty without any. */
function differencesIn(log: readonly Delivery[], received: readonly Received[], messages: number): string[] {
  const problems: string[] = [];
  if (log.length !== messages * webhooks.length) problems.push(`${log.length} deliveries are in the log`);
  const logged = tally(
    log.flatMap(({ webhook, attempts }) =>
      attempts.map(({ headers }) => `${webhook} ${headers["webhook-id"]} ${headers["webhook-timestamp"]}`),
    ),
  );
  const nameOf = ({ url, headers }: Received): string =>
    `${url.slice(1)} ${String(headers["webhook-id"])} ${String(headers["webhook-timestamp"])}`;
  const arrived = tally(received.map(nameOf));
  for (const [name, count] of arrived)
    if (count > (logged.get(name) ?? 0))
      problems.push(`${name} arrived ${count} times, logged ${logged.get(name) ?? 0}`);
  for (const { webhook, message, status, attempts } of log) {
    const taken = attempts.find(({ response }) => response?.status === 204);
    const name = `${webhook} ${message} ${taken?.headers["webhook-timestamp"]}`;
    if (status !== "delivered" || !taken) problems.push(`${name} is ${status}`);
    if (!arrived.has(name)) problems.push(`${name} never arrived`);
  }
  return problems;
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Responses of an endpoint that is slow or silent at first, then fails in every way, then responds with 204. */
function unreliableResponses(messages: number) {
  const [slow, failing] = [messages * 0.6, messages * 2.6];
  return async (_: Received, count: number) => {
    if (count <= slow) {
      if (count % Math.ceil(slow / 4) === 0) return undefined;
      return setTimeout(count % 3, 204 as const);
    }
    if (count <= failing) return ([500, 429, 302, "end the connection"] as const)[count % 4];
    return 204;
  };
}

async function deliver(
  messages: number,
  settings: readonly FaultSetting[] = [],
  fault: (sender: Sender) => Sender = (sender) => sender,
) {
  await using receiver = await startReceiver(unreliableResponses(messages));
  const sender = createSender({ deliveryTimeout });
  const planted: PlantedFaults = {
    send: () =>
      fault({
        ...sender,
        send: (what) => sender.send({ ...what, url: what.url.replace("http://localhost", receiver.url) }),
      }),
  };
  const harness = createDeliveryHarness({ settings, limit: messages * webhooks.length, planted });
  for (let number = 0; number < messages; number++) {
    await harness.deliver(number);
    // Publishes further messages while earlier ones are being delivered.
    if (number % 50 === 0) await harness.passTime(1000);
  }
  for (let round = 0; round < 10; round++) await harness.passTime(40_000);
  harness.deliveries.close();
  await sender.close();
  return differencesIn(await harness.list(), receiver.received, messages);
}

describe("many messages to an endpoint that is slow, then fails, then recovers", () => {
  it.each<[string, readonly FaultSetting[]]>([
    ["no faults", []],
    [
      "faults of all kinds",
      [
        { id: "delay-deliveries", milliseconds: [0, 3000], probability: 0.2 },
        { id: "reorder-deliveries", window: 5, probability: 0.2 },
        { id: "forged-deliveries", probability: 0.1 },
        { id: "duplicate-deliveries", copies: 2, milliseconds: 1000, probability: 0.1 },
      ],
    ],
  ])("are delivered, each exactly as often as logged, under %s", async (_, settings) => {
    expect(await deliver(messageCount, settings)).toEqual([]);
  });

  it.each<[string, (sender: Sender) => Sender, RegExp]>([
    [
      "some arrive twice",
      (sender) => ({ ...sender, send: async (what) => (await sender.send(what), sender.send(what)) }),
      /arrived 2 times, logged 1/,
    ],
    ["some never arrive", (sender) => ({ ...sender, send: async () => ({ status: 204, text: "" }) }), /never arrived/],
  ])("fail the check if %s", async (_, fault, reason) => {
    expect((await deliver(10, [], fault)).join("\n")).toMatch(reason);
  });
});
