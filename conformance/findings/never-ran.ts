import { type Untried, untriedReasons } from "../exercise/untried-log.ts";
import type { Report } from "./report.ts";

/** Property that judged nothing in the whole run, with the most telling reason. */
export interface NeverRan extends Untried {
  readonly property: string;
}

/** Properties that judged nothing on any operation of a run. Ids of checks are left out. */
export function findNeverRan(
  { coverage, untried = [] }: Pick<Report, "coverage" | "untried">,
  checks: ReadonlySet<string>,
): readonly NeverRan[] {
  const idle = new Set(
    untried.flatMap(({ api, operation, properties }) => properties.map((id) => `${api} ${operation} ${id}`)),
  );
  const tried = new Set(
    coverage.operations.flatMap(({ api, operation, properties }) =>
      Object.keys(properties).filter((id) => !idle.has(`${api} ${operation} ${id}`)),
    ),
  );
  const reasons = Map.groupBy(
    untried.flatMap(({ properties, reason, message }) => properties.map((property) => ({ property, reason, message }))),
    ({ property }) => property,
  );
  return [...reasons]
    .filter(([property]) => !tried.has(property) && !checks.has(property))
    .flatMap(([, all]) => all.toSorted((one, other) => rankUntried(one) - rankUntried(other)).slice(0, 1));
}

function rankUntried({ reason }: Untried): number {
  return untriedReasons.indexOf(reason);
}
