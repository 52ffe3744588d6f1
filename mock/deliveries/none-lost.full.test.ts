import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isLong } from "../../test/support/contracts/platform.ts";
import { type PlantedFaults, createPost, webhooks } from "../../test/support/mock/post.ts";
import { type Received, startReceiver } from "../../test/support/mock/receiver.ts";
import type { Delivery, FaultSetting } from "../index.ts";
import { type Sender, createSender } from "./send.ts";

/** How many messages are told in all: each to two webhooks. */
const told = isLong ? 5000 : 250;

/** So long a sender waits for an answer here; nothing is asserted about it. */
const deliveryTimeout = 200;

/** What went wrong between what was told, what the log tells and what came; nothing if all is well. */
function problemsOf(log: readonly Delivery[], received: readonly Received[], messages: number): string[] {
  const problems: string[] = [];
  if (log.length !== messages * webhooks.length) problems.push(`${log.length} deliveries are in the log`);
  const logged = tally(
    log.flatMap(({ webhook, attempts }) =>
      attempts.map(({ headers }) => `${webhook} ${headers["webhook-id"]} ${headers["webhook-timestamp"]}`),
    ),
  );
  const nameOf = ({ url, headers }: Received): string =>
    `${url.slice(1)} ${String(headers["webhook-id"])} ${String(headers["webhook-timestamp"])}`;
  const came = tally(received.map(nameOf));
  for (const [name, count] of came)
    if (count > (logged.get(name) ?? 0)) problems.push(`${name} came ${count} times, logged ${logged.get(name) ?? 0}`);
  for (const { webhook, message, status, attempts } of log) {
    const taken = attempts.find(({ response }) => response?.status === 204);
    const name = `${webhook} ${message} ${taken?.headers["webhook-timestamp"]}`;
    if (status !== "delivered" || !taken) problems.push(`${name} is ${status}`);
    if (!came.has(name)) problems.push(`${name} never came`);
  }
  return problems;
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** An endpoint that is slow and at times silent, then fails in every way, and then is well. */
function moody(messages: number) {
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

async function delivered(
  messages: number,
  settings: readonly FaultSetting[] = [],
  fault: (sender: Sender) => Sender = (sender) => sender,
) {
  await using receiver = await startReceiver(moody(messages));
  const sender = createSender({ deliveryTimeout });
  const planted: PlantedFaults = {
    send: () =>
      fault({
        ...sender,
        send: (what) => sender.send({ ...what, url: what.url.replace("http://localhost", receiver.url) }),
      }),
  };
  const post = createPost({ settings, limit: messages * webhooks.length, planted });
  for (let number = 0; number < messages; number++) {
    post.tell(number);
    // Messages come while others are under way, and time goes on.
    if (number % 50 === 0) await post.pass(1000);
  }
  for (let round = 0; round < 10; round++) await post.pass(40_000);
  post.deliveries.close();
  await sender.close();
  return problemsOf(post.deliveries.list(), receiver.received, messages);
}

describe("many messages to an endpoint that is slow, then fails, then is well", () => {
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
  ])("are delivered, none lost, none more often than logged, under %s", async (_, settings) => {
    expect(await delivered(told, settings)).toEqual([]);
  });

  it.each<[string, (sender: Sender) => Sender, RegExp]>([
    [
      "some come twice",
      (sender) => ({ ...sender, send: async (what) => (await sender.send(what), sender.send(what)) }),
      /came 2 times, logged 1/,
    ],
    ["some never come", (sender) => ({ ...sender, send: async () => ({ status: 204, text: "" }) }), /never came/],
  ])("are caught when %s", async (_, fault, reason) => {
    expect((await delivered(10, [], fault)).join("\n")).toMatch(reason);
  });
});
