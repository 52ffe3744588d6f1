import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cyclesFrom } from "./cycles.ts";

interface Node {
  readonly name: number;
  readonly next: Node[];
}

const graphs = fc
  .array(fc.array(fc.nat({ max: 7 }), { maxLength: 4 }), { minLength: 8, maxLength: 8 })
  .map((next): Node => {
    const nodes = next.map((_, name): Node => ({ name, next: [] }));
    next.forEach((targets, index) => nodes[index]?.next.push(...targets.map((target) => nodes[target] as Node)));
    return nodes[0] as Node;
  });

describe("circlesFrom()", () => {
  it("groups nodes that lead to each other, each group after all that it leads to", () => {
    fc.assert(
      fc.property(graphs, (start) => {
        const circles = cyclesFrom(start, ({ next }) => next);
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
    const last: Node = { name: 0, next: [] };
    const first = Array.from({ length: 100_000 }).reduce<Node>((next, _, name) => ({ name, next: [next] }), last);

    expect(cyclesFrom(first, ({ next }) => next)).toHaveLength(100_001);
  });
});

function reached(start: Node): Set<Node> {
  const all = new Set([start]);
  for (const { next } of all) for (const node of next) all.add(node);
  return all;
}
