import type { Both } from "../model/pair.ts";
import { type Contract, type Json, acceptedByAll } from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { type Reach, shapesOn } from "../model/usage-graph.ts";
import { around, stepsIn } from "./steps.ts";

/** How many random values are looked at beside the plain one. */
const FEW = 3;

/**
 * Whether what the revision newly sends in one shape of a union, the base could have sent in another one: each value that
 * holds it, which all names of that shape cover. The outermost union on the way is asked.
 */
export function couldBeSent(value: Json, reach: Reach, { base, revision }: Both<Contract>): boolean {
  const shapes = shapesOn(reach);
  const outermost = shapes.at(-1);
  const steps = outermost && stepsIn(outermost.below);
  if (!outermost || !steps) return false;
  const along = new Map(
    Map.groupBy(shapes, ({ below }) => {
      const above = outermost.below.slice(0, outermost.below.length - below.length);
      return stepsIn(above)?.length ?? 0;
    })
      .entries()
      .map(([count, all]) => [count, all.flatMap(({ shape }) => shape.revision.schemas)] as const),
  );
  const holding = around(steps, { const: value }, { nameOf: () => undefined, along });
  if (holding === undefined) return false;
  const sent = [...outermost.shape.revision.whole, holding];
  const known = { allOf: [...outermost.shape.base.whole], unevaluatedProperties: false };
  let isKnown = false;
  for (const random of [0, FEW]) {
    for (const whole of createValues(revision, "response").meeting(sent, random)) {
      if (acceptedByAll(revision, sent, "response", whole) !== true) continue;
      if (acceptedByAll(base, [known], "response", whole) !== true) return false;
      isKnown = true;
    }
  }
  return isKnown;
}
