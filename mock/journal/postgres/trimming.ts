import type { Database } from "../../postgres/database.ts";
import { keyOf } from "../../state/storage-names.ts";
import { statements } from "./statements.ts";

/** Removes exchanges that no read returns, because their organization has later ones up to the limit. */
export interface Trimming {
  /** Counts an exchange that was written. */
  count(organization: string): void;
  /** Trims the journals that have grown by the limit since they were last trimmed. */
  trim(): Promise<void>;
}

/** Smallest growth after which a journal is trimmed. */
const MIN_GROWTH = 100;

/** @param limit number of exchanges of an organization that are kept. */
export function createTrimming(database: Database, limit: number): Trimming {
  const growth = new Map<string, number>();
  return {
    count: (organization) => void growth.set(organization, (growth.get(organization) ?? 0) + 1),
    async trim() {
      for (const [organization, count] of growth) {
        if (count < Math.max(limit, MIN_GROWTH)) continue;
        growth.delete(organization);
        await database.count(statements.trim, [keyOf(organization), limit]);
      }
    },
  };
}
