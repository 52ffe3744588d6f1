import type { Database } from "../postgres/database.ts";

/** Sizes of the mock's state, counted on demand. */
export interface Sizes {
  readonly organizations: number;
  readonly resources: number;
  /** Exchanges in all journals. */
  readonly journalled: number;
}

/** Sources of the metrics that are not counted continuously. */
export interface MetricsSources {
  readonly sizes: () => Promise<Sizes>;
  /** Database that several processes share. */
  readonly database?: Pick<Database, "replica" | "statistics">;
}
