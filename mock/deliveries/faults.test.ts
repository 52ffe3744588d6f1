import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PlantedFaults,
  type DeliveryHarness,
  type HarnessSettings,
  createDeliveryHarness,
  webhooks,
} from "../../test/support/mock/delivery-harness.ts";
import type { FaultSetting } from "../index.ts";
import type { DeliveryEffects } from "../faults/index.ts";

/** Longer than all attempts of a delivery, in milliseconds. */
const LONG_ENOUGH = 100_000_000;

/** Number of published messages, and the time by which the clock is advanced after each. */
interface Plan extends HarnessSettings {
  readonly messages: number;
  readonly advances: readonly number[];
}

const odds = {
  probability: fc.constantFrom(0.3, 0.7),
  times: fc.integer({ min: 1, max: 4 }),
  events: fc.constantFrom(["a.b"], ["a.b", "other"], ["other"]),
  webhooks: fc.subarray(webhooks, { minLength: 1 }),
};
const arbitrarySetting = <Own extends object>(
  options: { [Name in keyof Own]: fc.Arbitrary<Own[Name]> },
  requiredOptions: (keyof Own)[],
) =>
  fc.record({ ...options, ...odds } as never, {
    requiredKeys: requiredOptions as never[],
  }) as fc.Arbitrary<FaultSetting>;
const setting = fc.oneof(
  arbitrarySetting({ id: fc.constant("delay-deliveries"), milliseconds: fc.nat(3000) }, ["id", "milliseconds"]),
  arbitrarySetting(
    { id: fc.constant("reorder-deliveries"), window: fc.integer({ min: 2, max: 4 }), milliseconds: fc.nat(2000) },
    ["id"],
  ),
  arbitrarySetting({ id: fc.constant("forged-deliveries") }, ["id"]),
  arbitrarySetting(
    { id: fc.constant("duplicate-deliveries"), copies: fc.integer({ min: 1, max: 3 }), milliseconds: fc.nat(2000) },
    ["id"],
  ),
);
const plan: fc.Arbitrary<Plan> = fc.record({
  settings: fc.array(setting, { maxLength: 3 }),
  messages: fc.integer({ min: 1, max: 8 }),
  statuses: fc.array(fc.constantFrom(204, 204, 204, 500, 401), { maxLength: 20 }),
  advances: fc.array(fc.nat(1500), { maxLength: 8 }),
  seed: fc.constantFrom("one", "two"),
});

/** Runs a plan, until all deliveries are finished. */
async function runPlan(given: Plan): Promise<DeliveryHarness> {
  const harness = createDeliveryHarness(given);
  for (let number = 0; number < given.messages; number++) {
    await harness.deliver(number);
    harness.clock.advance(given.advances[number] ?? 0);
    if (number % 2 === 1) await harness.deliveries.settled();
  }
  await harness.passTime(LONG_ENOUGH);
  return harness;
}

async function assertAllLogged(planted: PlantedFaults = {}): Promise<void> {
  const law = fc.asyncProperty(plan, async (given) => {
    const { arrived, deliveries } = await runPlan({ ...given, planted });
    const log = (await deliveries.complete()).list();
    // Every delivery is finished, and the endpoint received exactly the attempts in the log.
    expect(log).toHaveLength(given.messages * webhooks.length);
    expect(log.filter(({ status }) => status === "pending")).toEqual([]);
    for (const { webhook, message, attempts, status, event } of log) {
      const receivedAttempts = arrived.filter((each) => each.webhook === webhook && each.message === message);
      const received = receivedAttempts.map(({ timestamp, status: answered }) => `${timestamp} ${answered}`);
      const logged = attempts.map(({ headers, response }) => `${headers["webhook-timestamp"]} ${response?.status}`);
      expect(received).toEqual(logged);
      const timestamps = receivedAttempts.map(({ timestamp }) => timestamp);
      expect(timestamps).toEqual([...new Set(timestamps)].toSorted());
      expect(new Set(receivedAttempts.map(({ body }) => body))).toEqual(new Set([JSON.stringify(event)]));
      // Affected attempts have the id of their fault: forged ones, and copies after an accepted one.
      const genuine = receivedAttempts.filter(({ isGenuine }) => isGenuine);
      expect(attempts.map(({ faults = [] }) => !faults.includes("forged-deliveries"))).toEqual(
        receivedAttempts.map(({ isGenuine }) => isGenuine),
      );
      const accepted = receivedAttempts.findIndex((each) => each.isGenuine && each.status === 204);
      expect(attempts.map(({ faults = [] }) => faults.includes("duplicate-deliveries"))).toEqual(
        receivedAttempts.map((_, index) => accepted >= 0 && index > accepted),
      );
      expect(status).toBe(accepted >= 0 ? "delivered" : "failed");
      expect(genuine.length).toBeGreaterThan(0);
    }
    expect(arrived.length).toBe(log.reduce((sum, { attempts }) => sum + attempts.length, 0));
  });
  await fc.assert(law, { numRuns: 150 });
}

describe("deliveries under any faults", () => {
  it("finish; the log has each attempt exactly once, with its faults", async () => {
    await expect(assertAllLogged()).resolves.toBeUndefined();
  });

  it.each<[string, PlantedFaults]>([
    [
      "loses a message",
      {
        deliveries: (all) => {
          let count = 0;
          return { ...all, deliver: (what, to) => (++count === 2 ? [] : all.deliver(what, to)) };
        },
      },
    ],
    [
      "sends a message twice",
      { send: (sender) => ({ ...sender, send: async (what) => (await sender.send(what), sender.send(what)) }) },
    ],
    [
      "omits the fault of a copy",
      { controller: controllerWith(({ repeat }) => ({ repeat: () => ({ ...repeat(), faults: [] }) })) },
    ],
    [
      "reports the fault of a forged message for a copy",
      {
        controller: controllerWith(({ forge, repeat }) => ({
          repeat: () => ({ ...repeat(), faults: forge().faults }),
        })),
      },
    ],
    [
      "logs attempts that it never sent",
      { send: (sender) => ({ ...sender, send: async () => ({ status: 204, text: "" }) }) },
    ],
  ])("fail the law if a planted fault %s", async (_, planted) => {
    await expect(assertAllLogged(planted)).rejects.toThrow("Property failed");
  });

  it("are the same for the same seed", async () => {
    await expect(assertSameSeedSameDeliveries()).resolves.toBeUndefined();
  });

  it("are reported if they differ by chance", async () => {
    const byChance = controllerWith(({ hold }) => ({
      hold: () => ({ ...hold(), milliseconds: Math.random() * 10_000 }),
    }));

    await expect(assertSameSeedSameDeliveries({ controller: byChance })).rejects.toThrow("Property failed");
  });
});

async function assertSameSeedSameDeliveries(planted: PlantedFaults = {}): Promise<void> {
  const law = fc.asyncProperty(plan, async (given) => {
    const [one, other] = [await runPlan({ ...given, planted }), await runPlan({ ...given, planted })];
    expect(other.arrived).toEqual(one.arrived);
    expect((await other.deliveries.complete()).list()).toEqual((await one.deliveries.complete()).list());
  });
  await fc.assert(law, { numRuns: 50 });
}

/** Creates a controller whose delivery faults have changed effects. */
function controllerWith(
  change: (effects: DeliveryEffects) => Partial<DeliveryEffects>,
): NonNullable<PlantedFaults["controller"]> {
  return ({ deliveries }) => ({
    deliveries: deliveries && {
      ...deliveries,
      affect(delivery) {
        const effects = deliveries.affect(delivery);
        return effects && { ...effects, ...change(effects) };
      },
    },
  });
}
