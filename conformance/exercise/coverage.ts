import type { Basis, Json } from "../../contracts/index.ts";

/** Share of the contracts that a run exercised. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  /** Total over all operations. */
  readonly documentedStatuses: Share;
  readonly parameters: Share;
  readonly enumValues: Share;
}

/** Exercised number and total number. */
export interface Share {
  readonly exercised: number;
  readonly of: number;
}

export interface OperationCoverage {
  readonly api: string;
  readonly operation: string;
  readonly basis: Basis;
  /** All requests sent, including those that prepare other requests. */
  readonly requests: number;
  /** Documented statuses in their order, then undocumented ones. */
  readonly statuses: readonly StatusCoverage[];
  /** Number of requests that each property sent. Properties that did not try the operation are absent. */
  readonly properties: Readonly<Record<string, number>>;
  /** Number of exchanges that each check or property judged, by status. */
  readonly judged: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly parameters: readonly ParameterCoverage[];
  readonly enums: readonly EnumCoverage[];
}

interface StatusCoverage {
  /** Status code, or the documented range: "200", "4XX", "default". */
  readonly status: string;
  readonly isDocumented: boolean;
  readonly count: number;
}

interface ParameterCoverage {
  /** Location and name, such as "query limit". */
  readonly name: string;
  /** Number of requests with the parameter. */
  readonly requests: number;
}

interface EnumCoverage {
  /** Location and place, such as "query state" or "body /items/*". */
  readonly name: string;
  readonly values: readonly Json[];
  /** Values that were sent. */
  readonly sent: readonly Json[];
}

/** Coverage of several operations together. */
export function coverageOfAll(operations: readonly OperationCoverage[]): Coverage {
  const share = <T>(all: readonly T[], isExercised: (one: T) => boolean): Share => ({
    exercised: all.filter(isExercised).length,
    of: all.length,
  });
  const documented = operations.flatMap(({ statuses }) => statuses.filter(({ isDocumented }) => isDocumented));
  const enums = operations.flatMap((operation) => operation.enums);
  return {
    operations,
    documentedStatuses: share(documented, ({ count }) => count > 0),
    parameters: share(
      operations.flatMap(({ parameters }) => parameters),
      ({ requests }) => requests > 0,
    ),
    enumValues: {
      exercised: enums.reduce((sum, { sent }) => sum + sent.length, 0),
      of: enums.reduce((sum, { values }) => sum + values.length, 0),
    },
  };
}
