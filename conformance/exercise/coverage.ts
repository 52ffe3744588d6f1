import type { Basis, Json } from "../../contracts/index.ts";

/** How much of a contract a run has exercised. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  /** Of all operations together. */
  readonly documentedStatuses: Share;
  readonly parameters: Share;
  readonly enumValues: Share;
}

/** So many of how many. */
export interface Share {
  readonly exercised: number;
  readonly of: number;
}

export interface OperationCoverage {
  readonly api: string;
  readonly operation: string;
  readonly basis: Basis;
  /** All that were sent, also on the way to something else. */
  readonly requests: number;
  /** Those that are documented, in their order, then those that came besides. */
  readonly statuses: readonly StatusCoverage[];
  /** How many requests each property sent; one that is not there said nothing of the operation. */
  readonly properties: Readonly<Record<string, number>>;
  /** How many exchanges of each status each check, and each property, was asked about. */
  readonly judged: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly parameters: readonly ParameterCoverage[];
  readonly enums: readonly EnumCoverage[];
}

interface StatusCoverage {
  /** "200", or as it is documented: "4XX", "default". */
  readonly status: string;
  readonly isDocumented: boolean;
  readonly count: number;
}

interface ParameterCoverage {
  /** "query limit". */
  readonly name: string;
  /** How many requests had it. */
  readonly requests: number;
}

export interface EnumCoverage {
  /** "query state", "body /items/*". */
  readonly name: string;
  readonly values: readonly Json[];
  /** Those that were sent. */
  readonly sent: readonly Json[];
}

/** What operations come to together. */
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
