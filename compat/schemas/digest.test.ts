import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { compileInMemory } from "../../testing/contracts/in-memory.ts";
import { createDigests } from "./digest.ts";

type Schemas = Readonly<Record<string, Json>>;

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const leadingTo = (name: string): Json => ({ type: "object", properties: { next: ref(name) } });

/** Whether a component of one document says the same as one of another. */
function areAlike([one, ours]: readonly [Schemas, string], [other, theirs]: readonly [Schemas, string]): boolean {
  const contracts = [one, other].map((schemas) => compileInMemory({ components: { schemas } }));
  const [base, revision] = createDigests(contracts);
  return base?.({ $ref: `#/components/schemas/${ours}` }) === revision?.({ $ref: `#/components/schemas/${theirs}` });
}

/** Components of which each leads to the next. */
function chain(length: number, end: Json): Schemas {
  return Object.fromEntries(
    Array.from({ length }, (_, index) => [`C${index}`, index === length - 1 ? end : leadingTo(`C${index + 1}`)]),
  );
}

describe("createDigests()", () => {
  it("tells what differs however far away it is", () => {
    expect(areAlike([chain(5_000, { type: "string" }), "C0"], [chain(5_000, { type: "integer" }), "C0"])).toBe(false);
    expect(areAlike([chain(5_000, { type: "string" }), "C0"], [chain(5_000, { type: "string" }), "C0"])).toBe(true);
  });

  it("tells circles apart, however they are written", () => {
    const self = { A: leadingTo("A") };
    const mutual = { A: leadingTo("B"), B: leadingTo("A") };
    const led = { A: leadingTo("B"), B: leadingTo("B") };
    const other = { A: leadingTo("B"), B: { type: "object", properties: { next: ref("A"), more: true } } };

    expect(areAlike([self, "A"], [mutual, "B"])).toBe(true);
    expect(areAlike([self, "A"], [led, "A"])).toBe(true);
    expect(areAlike([self, "A"], [other, "A"])).toBe(false);
    expect(areAlike([other, "A"], [other, "B"])).toBe(false);
  });

  it("takes circles that are too long to be told apart for different", () => {
    const ring = {
      ...chain(500, { type: "string" }),
      C499: leadingTo("C0"),
      C300: { properties: { next: ref("C301") } },
    };

    expect(areAlike([ring, "C0"], [{ ...ring, C300: leadingTo("C301") }, "C0"])).toBe(false);
  });
});
