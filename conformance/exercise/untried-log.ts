import type { Operation } from "../../contracts/index.ts";

/** Reasons why a property was not tried on an operation, the most telling first. */
export const untriedReasons = [
  "error",
  "ended",
  "rate-limited",
  "configuration",
  "read-only",
  "not-permitted",
  "no-credentials",
  "stream",
  "endless",
  "no-item",
  "no-request",
  "no-success",
  "nothing-compared",
  "no-operation",
  "not-applicable",
] as const;

export type UntriedReason = (typeof untriedReasons)[number];

/** Reason why a property was not tried, as a code and as a sentence. */
export interface Untried {
  readonly reason: UntriedReason;
  readonly message: string;
}

/** Properties that were not tried on an operation for one reason. */
export interface UntriedProperties extends Untried {
  readonly api: string;
  /** "METHOD /path/{template}". */
  readonly operation: string;
  readonly properties: readonly string[];
}

/** Records which properties were tried on which operations, and why others were not. */
export interface UntriedLog {
  /** Records a trial of a property. Undefined stands for a trial that judged something; it outweighs any reason. */
  record(operation: Operation, property: string, untried: Untried | undefined): void;
  untriedOn(operations: Iterable<Operation>): readonly UntriedProperties[];
}

export function createUntriedLog(): UntriedLog {
  const kept = new Map<Operation, Map<string, Untried | undefined>>();
  return {
    record(operation, property, untried) {
      const known = kept.get(operation) ?? new Map<string, Untried | undefined>();
      kept.set(operation, known);
      if (untried === undefined || known.get(property) !== undefined || !known.has(property))
        known.set(property, untried);
    },
    untriedOn: (operations) =>
      [...operations].flatMap((operation) => grouped(operation, kept.get(operation) ?? new Map())),
  };
}

function grouped(
  { api, name }: Operation,
  known: ReadonlyMap<string, Untried | undefined>,
): readonly UntriedProperties[] {
  const entries = [...known].flatMap(([property, untried]) => (untried ? [{ property, ...untried }] : []));
  const groups = Map.groupBy(entries, ({ reason, message }) => `${reason} ${message}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ reason, message }) => ({
      api,
      operation: name,
      reason,
      message,
      properties: group.map(({ property }) => property),
    })),
  );
}
