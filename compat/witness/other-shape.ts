import type { Both } from "../model/pair.ts";
import { type Contract, type Json, acceptedByAll } from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { type UsagePath, shapesOnPath } from "../model/usage-graph.ts";
import { containerSchema, parsePathSteps } from "./steps.ts";

/** Number of random values, in addition to the plain one. */
const FEW = 3;

/**
 * Checks whether the base could already send a new value in another shape of a union. Every example of the outermost union
 * that contains the value must be valid in the base, without members that the base does not name.
 */
export function isKnownFromOtherShape(value: Json, reach: UsagePath, { base, revision }: Both<Contract>): boolean {
  const shapes = shapesOnPath(reach);
  const outermost = shapes.at(-1);
  const steps = outermost && parsePathSteps(outermost.rest);
  if (!outermost || !steps) return false;
  const along = new Map(
    Map.groupBy(shapes, ({ rest: below }) => {
      const above = outermost.rest.slice(0, outermost.rest.length - below.length);
      return parsePathSteps(above)?.length ?? 0;
    })
      .entries()
      .map(([count, all]) => [count, all.flatMap(({ shape }) => shape.revision.schemas)] as const),
  );
  const containing = containerSchema(steps, { const: value }, { nameOf: () => undefined, along });
  if (containing === undefined) return false;
  const sent = [...outermost.shape.revision.whole, containing];
  const known = { allOf: [...outermost.shape.base.whole], unevaluatedProperties: false };
  let isKnown = false;
  for (const random of [0, FEW]) {
    for (const whole of createValues(revision, "response").valuesForAll(sent, random)) {
      if (acceptedByAll(revision, sent, "response", whole) !== true) continue;
      if (acceptedByAll(base, [known], "response", whole) !== true) return false;
      isKnown = true;
    }
  }
  return isKnown;
}
