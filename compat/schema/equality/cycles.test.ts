import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cyclesFrom } from "./cycles.ts";

interface Node {
  readonly name: number;
  readonly leads: Node[];
}

const graphs = fc
  .array(fc.array(fc.nat({ max: 7 }), { maxLength: 4 }), { minLength: 8, maxLength: 8 })
  .map((leads): Node => {
    const nodes = leads.map((_, name): Node => ({ name, leads: [] }));
    leads.forEach((targets, index) => nodes[index]?.leads.push(...targets.map((target) => nodes[target] as Node)));
    return nodes[0] as Node;
  });

describe("circlesFrom()", () => {
  it("groups nodes that lead to each other, each group after all that it leads to", () => {
    fc.assert(
      fc.property(graphs, (start) => {
        const circles = cyclesFrom(start, ({ leads }) => leads);
        const nodes = [...reached(start)];
        const placeOf = new Map(circles.flatMap((circle, place) => circle.map((node) => [node, place] as const)));

        expect(circles.flat().length).toBe(nodes.length);
        for (const one of nodes) {
          for (const other of nodes) {
            const isMutual = reached(one).has(other) && reached(other).has(one);
            expect(placeOf.get(one) === placeOf.get(other)).toBe(isMutual);
            if (reached(one).has(other) && !isMutual)
              expect(placeOf.get(other)).toBeLessThan(placeOf.get(one) as number);
          }
        }
      }),
    );
  });

  it("follows a chain that is longer than the call stack", () => {
    const last: Node = { name: 0, leads: [] };
    const first = Array.from({ length: 100_000 }).reduce<Node>((leads, _, name) => ({ name, leads: [leads] }), last);

    expect(cyclesFrom(first, ({ leads }) => leads)).toHaveLength(100_001);
  });
});

function reached(start: Node): Set<Node> {
  const all = new Set([start]);
  for (const { leads } of all) for (const node of leads) all.add(node);
  return all;
}
