import type { Database } from "../../postgres/database.ts";
import { encodeName } from "../../state/storage-names.ts";
import { statements } from "./statements.ts";

/** Removes exchanges that no read returns, because their organization has later ones up to the limit. */
export interface Trimming {
  /** Counts an exchange that was written. */
  count(organization: string): void;
  /** Trims the journals that have grown by the limit since they were last trimmed. @throws StorageError. */
  trim(): Promise<void>;
}

/** Smallest growth after which a journal is trimmed. */
const MIN_GROWTH = 100;

/** Organizations that are counted. Of more, the one that was counted first begins again. */
const MAX_COUNTED = 10_000;

/** @param limit number of exchanges of an organization that are kept. */
export function createTrimming(database: Database, limit: number): Trimming {
  const growth = new Map<string, number>();
  const due = new Set<string>();
  return {
    count(organization) {
      const count = (growth.get(organization) ?? 0) + 1;
      growth.set(organization, count);
      if (count >= Math.max(limit, MIN_GROWTH)) {
        growth.delete(organization);
        due.add(organization);
      } else if (growth.size > MAX_COUNTED) growth.delete(growth.keys().next().value as string);
    },
    async trim() {
      for (const organization of due) {
        await database.count(statements.trim, [encodeName(organization), limit]);
        due.delete(organization);
      }
    },
  };
}
