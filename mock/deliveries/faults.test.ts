import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PlantedFaults,
  type Post,
  type PostSettings,
  createPost,
  webhooks,
} from "../../test/support/mock/post.ts";
import type { FaultSetting } from "../index.ts";
import type { DeliveryEffects } from "../faults/index.ts";

/** Longer than any delivery takes. */
const FAR = 100_000_000;

/** What happens: how many messages are told, and by how much the clock is advanced after each. */
interface Plan extends PostSettings {
  readonly told: number;
  readonly moves: readonly number[];
}

const odds = {
  probability: fc.constantFrom(0.3, 0.7),
  times: fc.integer({ min: 1, max: 4 }),
  events: fc.constantFrom(["a.b"], ["a.b", "other"], ["other"]),
  webhooks: fc.subarray(webhooks, { minLength: 1 }),
};
const some = <Own extends object>(own: { [Name in keyof Own]: fc.Arbitrary<Own[Name]> }, needed: (keyof Own)[]) =>
  fc.record({ ...own, ...odds } as never, { requiredKeys: needed as never[] }) as fc.Arbitrary<FaultSetting>;
const setting = fc.oneof(
  some({ id: fc.constant("delay-deliveries"), milliseconds: fc.nat(3000) }, ["id", "milliseconds"]),
  some({ id: fc.constant("reorder-deliveries"), window: fc.integer({ min: 2, max: 4 }), milliseconds: fc.nat(2000) }, [
    "id",
  ]),
  some({ id: fc.constant("forged-deliveries") }, ["id"]),
  some(
    { id: fc.constant("duplicate-deliveries"), copies: fc.integer({ min: 1, max: 3 }), milliseconds: fc.nat(2000) },
    ["id"],
  ),
);
const plan: fc.Arbitrary<Plan> = fc.record({
  settings: fc.array(setting, { maxLength: 3 }),
  told: fc.integer({ min: 1, max: 8 }),
  statuses: fc.array(fc.constantFrom(204, 204, 204, 500, 401), { maxLength: 20 }),
  moves: fc.array(fc.nat(1500), { maxLength: 8 }),
  seed: fc.constantFrom("one", "two"),
});

/** Lets a plan happen, and all the time that there is pass. */
async function lived(given: Plan): Promise<Post> {
  const post = createPost(given);
  for (let number = 0; number < given.told; number++) {
    post.tell(number);
    post.clock.advance(given.moves[number] ?? 0);
    if (number % 2 === 1) await post.deliveries.settled();
  }
  await post.pass(FAR);
  return post;
}

async function keepsAll(planted: PlantedFaults = {}): Promise<void> {
  const law = fc.asyncProperty(plan, async (given) => {
    const { arrived, deliveries } = await lived({ ...given, planted });
    const log = deliveries.list();
    // Every message, to every webhook, has come to an end, and what was sent of it is what the log has.
    expect(log).toHaveLength(given.told * webhooks.length);
    expect(log.filter(({ status }) => status === "pending")).toEqual([]);
    for (const { webhook, message, attempts, status, event } of log) {
      const its = arrived.filter((each) => each.webhook === webhook && each.message === message);
      const told = its.map(({ timestamp, status: answered }) => `${timestamp} ${answered}`);
      const logged = attempts.map(({ headers, response }) => `${headers["webhook-timestamp"]} ${response?.status}`);
      expect(told).toEqual(logged);
      const timestamps = its.map(({ timestamp }) => timestamp);
      expect(timestamps).toEqual([...new Set(timestamps)].toSorted());
      expect(new Set(its.map(({ body }) => body))).toEqual(new Set([JSON.stringify(event)]));
      // Affected attempts name their fault: forgeries, and copies after a delivery.
      const genuine = its.filter(({ isGenuine }) => isGenuine);
      expect(attempts.map(({ faults = [] }) => !faults.includes("forged-deliveries"))).toEqual(
        its.map(({ isGenuine }) => isGenuine),
      );
      const taken = its.findIndex((each) => each.isGenuine && each.status === 204);
      expect(attempts.map(({ faults = [] }) => faults.includes("duplicate-deliveries"))).toEqual(
        its.map((_, index) => taken >= 0 && index > taken),
      );
      expect(status).toBe(taken >= 0 ? "delivered" : "failed");
      expect(genuine.length).toBeGreaterThan(0);
    }
    expect(arrived.length).toBe(log.reduce((sum, { attempts }) => sum + attempts.length, 0));
  });
  await fc.assert(law, { numRuns: 150 });
}

describe("deliveries under any faults", () => {
  it("finish, none lost, none sent more often than logged, each with its faults", async () => {
    await expect(keepsAll()).resolves.toBeUndefined();
  });

  it.each<[string, PlantedFaults]>([
    [
      "loses a message",
      {
        deliveries: (all) => {
          let told = 0;
          return { ...all, tell: (what, to) => (++told === 2 ? [] : all.tell(what, to)) };
        },
      },
    ],
    [
      "sends one twice",
      { send: (sender) => ({ ...sender, send: async (what) => (await sender.send(what), sender.send(what)) }) },
    ],
    [
      "does not say that it comes again",
      { controller: under(({ repeat }) => ({ repeat: () => ({ ...repeat(), faults: [] }) })) },
    ],
    [
      "takes a forged message for one that was delivered",
      { controller: under(({ forge, repeat }) => ({ repeat: () => ({ ...repeat(), faults: forge().faults }) })) },
    ],
    ["logs what it never sent", { send: (sender) => ({ ...sender, send: async () => ({ status: 204, text: "" }) }) }],
  ])("are caught when something %s", async (_, planted) => {
    await expect(keepsAll(planted)).rejects.toThrow("Property failed");
  });

  it("are the same from the same seed", async () => {
    await expect(repeatsItself()).resolves.toBeUndefined();
  });

  it("are caught if they differ by chance", async () => {
    const byChance = under(({ hold }) => ({ hold: () => ({ ...hold(), milliseconds: Math.random() * 10_000 }) }));

    await expect(repeatsItself({ controller: byChance })).rejects.toThrow("Property failed");
  });
});

async function repeatsItself(planted: PlantedFaults = {}): Promise<void> {
  const law = fc.asyncProperty(plan, async (given) => {
    const [one, other] = [await lived({ ...given, planted }), await lived({ ...given, planted })];
    expect(other.arrived).toEqual(one.arrived);
    expect(other.deliveries.list()).toEqual(one.deliveries.list());
  });
  await fc.assert(law, { numRuns: 50 });
}

/** A controller whose faults have other effects on deliveries. */
function under(
  change: (effects: DeliveryEffects) => Partial<DeliveryEffects>,
): NonNullable<PlantedFaults["controller"]> {
  return ({ deliveries }) => ({
    deliveries: deliveries && {
      affect(delivery) {
        const effects = deliveries.affect(delivery);
        return effects && { ...effects, ...change(effects) };
      },
    },
  });
}
