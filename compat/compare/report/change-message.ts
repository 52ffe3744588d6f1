import type { Contract } from "../../../contracts/index.ts";
import type { Pair } from "../../model/pair.ts";
import { type RootSummary, shapesOnPath } from "../../model/usage-graph.ts";
import { capital, partName } from "../../model/wording.ts";
import { withWrittenHeaderNames } from "../../pairing/header-names.ts";
import type { Found } from "../../rules/support/rule.ts";

interface ChangedPart {
  readonly path: string;
  readonly operation: string;
  readonly reached: readonly RootSummary[];
  readonly pair: Pair<Contract>;
}

/** Message of a change: the rule's text about the part, and the affected values. */
export function changeMessage({ message }: Found, { path, operation, reached, pair }: ChangedPart): string {
  const text = typeof message === "string" ? message : capital(message(partName(path, operation)));
  return withWrittenHeaderNames(text, pair) + affectedValues(reached);
}

/** Discriminator values that the change affects, if each place is a shape for some values only. */
function affectedValues(reached: readonly RootSummary[]): string {
  const conditions = new Set(
    reached.map(
      ({ nearest }) => nearest && shapesOnPath(nearest).find(({ shape }) => shape.where !== undefined)?.shape.where,
    ),
  );
  if (conditions.has(undefined)) return "";
  return `, where ${[...conditions].join(" or ")}`;
}
