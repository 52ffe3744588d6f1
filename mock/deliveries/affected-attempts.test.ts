import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../model/delivery.ts";
import { affectedAttempts } from "./affected-attempts.ts";

const reorder = ["reorder-deliveries"];

/** Delivery with attempts at these seconds. An attempt without a status had no response. */
function delivered(
  message: string,
  ...attempts: readonly { readonly at: number; readonly faults?: readonly string[]; readonly status?: number }[]
): Delivery {
  return {
    id: `dlv_${message}`,
    message,
    webhook: "wh",
    event: { id: "evt", name: "a.b", time: timeAt(0), organization: "demo", payload: {} },
    status: "delivered",
    attempts: attempts.map(({ at, faults, status }) => ({
      time: timeAt(at),
      headers: {},
      ...(faults && { faults }),
      ...(status === undefined ? { error: "nobody there" } : { response: { status, text: "" } }),
    })),
  };
}

function timeAt(seconds: number): string {
  return new Date(1_767_600_000_000 + seconds * 1000).toISOString();
}

const affectedTexts = (...deliveries: readonly Delivery[]): string[] =>
  affectedAttempts(deliveries).map(({ delivery: { message }, faults }) => `${message} ${faults.join(", ")}`);

describe("affectedAttempts()", () => {
  it("counts answered attempts, whatever the response", () => {
    const faults = ["duplicate-deliveries"];
    const one = delivered("one", { at: 0, status: 204 }, { at: 0, faults, status: 500 }, { at: 1, faults });

    expect(affectedTexts(one)).toEqual(["one duplicate-deliveries"]);
  });

  it("counts a reordered message only if it overtook another", () => {
    const one = delivered("one", { at: 3, faults: reorder, status: 204 });
    const two = delivered("two", { at: 2, faults: reorder, status: 204 });

    expect(affectedTexts(one, two)).toEqual(["two reorder-deliveries"]);
    expect(affectedTexts(two, one)).toEqual([]);
    expect(affectedTexts(one)).toEqual([]);
  });

  it("ignores messages that never arrived, and those of other webhooks", () => {
    const held = delivered("held", { at: 1, faults: reorder, status: 204 });

    expect(affectedTexts(delivered("lost", { at: 2 }), held)).toEqual([]);
    expect(affectedTexts({ ...delivered("other", { at: 2, status: 204 }), webhook: "of somebody else" }, held)).toEqual(
      [],
    );
  });

  it("counts the other faults of a message that overtook none", () => {
    const both = delivered("both", { at: 1, faults: ["delay-deliveries", ...reorder], status: 204 });

    expect(affectedTexts(both)).toEqual(["both delay-deliveries"]);
  });

  it("contains the message without its secrets, if a fault changed it", () => {
    const faults = ["unknown-field"];
    const one = delivered("one", { at: 0, faults, status: 204 });
    const event = { ...one.event, payload: { token: "very-secret", new_field_7f: 7 } };
    const [affected] = affectedAttempts([{ ...one, faults, event }]);

    expect(affected?.body).toEqual({ ...event, payload: { token: "***", new_field_7f: 7 } });
    expect(affectedAttempts([one])[0]).not.toHaveProperty("body");
  });

  it("finds an overtaking message if and only if the messages arrived in another order", () => {
    const times = fc.uniqueArray(fc.nat(20), { maxLength: 8 });
    fc.assert(
      fc.property(times, (seconds) => {
        const deliveries = seconds.map((at) => delivered(`at ${at}`, { at, faults: reorder, status: 204 }));
        const overtaking = seconds.filter((at, index) => seconds.slice(0, index).some((before) => before > at));

        expect(affectedTexts(...deliveries)).toEqual(overtaking.map((at) => `at ${at} reorder-deliveries`));
      }),
    );
  });
});
