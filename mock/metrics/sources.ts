import type { Database } from "../postgres/database.ts";

/** Sizes of the mock's state, counted on demand. */
export interface StateSizes {
  readonly organizations: number;
  readonly resources: number;
}

/** Exchanges in the journals of this process. */
interface JournalSizes {
  /** Exchanges that this process keeps: in its journals, or until they are written to a journal that others share. */
  readonly kept: number;
  /** Exchanges that were dropped before they were written to a journal that others share. */
  readonly lost: number;
}

/** Sources of the metrics that are not counted continuously. */
export interface MetricsSources {
  readonly sizes: () => Promise<StateSizes>;
  readonly journal: () => JournalSizes;
  /** Database that several processes share. */
  readonly database?: Pick<Database, "replica" | "statistics">;
}
