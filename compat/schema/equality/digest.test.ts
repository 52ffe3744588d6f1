import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { createDigests } from "./digest.ts";

type Schemas = Readonly<Record<string, Json>>;

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const leadingTo = (name: string): Json => ({ type: "object", properties: { next: ref(name) } });

/** Checks that components of two documents have the same digest. */
function areAlike([one, ours]: readonly [Schemas, string], [other, theirs]: readonly [Schemas, string]): boolean {
  const contracts = [one, other].map((schemas) => compileInMemory({ components: { schemas } }));
  const [base, revision] = createDigests(contracts);
  return base?.({ $ref: `#/components/schemas/${ours}` }) === revision?.({ $ref: `#/components/schemas/${theirs}` });
}

/** Components that each refer to the next one. */
function chain(length: number, end: Json): Schemas {
  return Object.fromEntries(
    Array.from({ length }, (_, index) => [`C${index}`, index === length - 1 ? end : leadingTo(`C${index + 1}`)]),
  );
}

describe("createDigests()", () => {
  it("distinguishes schemas with a difference at any distance", () => {
    expect(areAlike([chain(5_000, { type: "string" }), "C0"], [chain(5_000, { type: "integer" }), "C0"])).toBe(false);
    expect(areAlike([chain(5_000, { type: "string" }), "C0"], [chain(5_000, { type: "string" }), "C0"])).toBe(true);
  });

  it("distinguishes cycles, whatever their spelling", () => {
    const self = { A: leadingTo("A") };
    const mutualReferences = { A: leadingTo("B"), B: leadingTo("A") };
    const led = { A: leadingTo("B"), B: leadingTo("B") };
    const other = { A: leadingTo("B"), B: { type: "object", properties: { next: ref("A"), more: true } } };

    expect(areAlike([self, "A"], [mutualReferences, "B"])).toBe(true);
    expect(areAlike([self, "A"], [led, "A"])).toBe(true);
    expect(areAlike([self, "A"], [other, "A"])).toBe(false);
    expect(areAlike([other, "A"], [other, "B"])).toBe(false);
  });

  it("distinguishes schemas of a cycle with a difference at any distance", () => {
    const cycle = (odd?: number): Schemas =>
      Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [
          `C${index}`,
          { minProperties: index, properties: { next: ref(`C${(index + 1) % 9}`) }, ...(index === odd && { not: {} }) },
        ]),
      );
    for (let odd = 0; odd < 9; odd++) expect(areAlike([cycle(), "C0"], [cycle(odd), "C0"])).toBe(false);
    expect(areAlike([cycle(), "C0"], [cycle(), "C0"])).toBe(true);
  });

  it("gives components the same digest exactly if no path from them leads to a difference", () => {
    const node = fc.record({ label: fc.nat(1), left: fc.nat(5), right: fc.option(fc.nat(5), { nil: undefined }) });
    const graph = fc.array(node, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(graph, graph, fc.nat(5), (one, other, start) => {
        expect(areAlike([written(one), `N${start}`], [written(other), "N0"])).toBe(areBisimilar(one, start, other, 0));
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives the schemas of very long cycles different digests", () => {
    const cycle = {
      ...chain(500, { type: "string" }),
      C499: leadingTo("C0"),
      C300: { properties: { next: ref("C301") } },
    };

    expect(areAlike([cycle, "C0"], [{ ...cycle, C300: leadingTo("C301") }, "C0"])).toBe(false);
  });
});

interface Node {
  readonly label: number;
  readonly left: number;
  readonly right: number | undefined;
}

function written(nodes: readonly Node[]): Schemas {
  return Object.fromEntries(
    nodes.map(({ label, left, right }, index) => {
      const properties = { left: ref(`N${left}`), ...(right !== undefined && { right: ref(`N${right}`) }) };
      return [`N${index}`, { minProperties: label + 1, properties }];
    }),
  );
}

/** Oracle: checks step by step that two components refer to the same, until every pair was visited. */
function areBisimilar(ours: readonly Node[], start: number, theirs: readonly Node[], end: number): boolean {
  const met = new Set<string>();
  const open = [[start, end] as const];
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, other] = [ours[next[0]], theirs[next[1]]] as [Node, Node];
    if (one.label !== other.label || (one.right === undefined) !== (other.right === undefined)) return false;
    if (met.has(String(next))) continue;
    met.add(String(next));
    open.push([one.left, other.left]);
    if (one.right !== undefined && other.right !== undefined) open.push([one.right, other.right]);
  }
  return true;
}
