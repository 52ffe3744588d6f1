import { batched } from "../../postgres/batched.ts";
import type { Sql } from "../../postgres/sql.ts";
import { statements } from "./statements.ts";

/** Encoded names of an organization, a collection and an item. */
export interface ItemKey {
  readonly name: string;
  readonly collection: string;
  readonly id: string;
}

/** The topmost row of an item, and the layer to which its organization writes. */
export interface CurrentItem {
  /** Layer of the organization. Null if it has no row. */
  readonly own: string | null;
  /** Number of layers that the organization reads. */
  readonly depth: number;
  /** Layer of the item. Null if no layer has it. */
  readonly layer: string | null;
  readonly number: string | null;
  readonly revision: string | null;
  /** JSON text. Null for a deleted item. */
  readonly stored: string | null;
}

/** Change of an item, which is made if the organization and the item are as they were read. */
export interface ItemWrite extends ItemKey {
  readonly own: string;
  /** Row to replace. Undefined for a new row. */
  readonly revision: string | undefined;
  /** Place in the order of creation. Null for the last one. */
  readonly number: string | null;
  /** JSON text. Null hides the item of a lower layer, "delete" removes the row. */
  readonly stored: string | null | { readonly isRemoved: true };
}

/** Reads and writes of single items. */
export interface Items {
  current(key: ItemKey): Promise<CurrentItem>;
  /** False if the organization or the item has changed since it was read. Then nothing is written. */
  write(write: ItemWrite): Promise<boolean>;
}

/** Items on one connection, each in a statement of its own. `base` returns the layers of an organization without a row. */
export function itemsOn(sql: Sql, base: () => Promise<readonly string[]>): Items {
  return {
    current: async (key) => (await readAll(sql, base, [key]))[0] as CurrentItem,
    write: async (write) => (await writeAll(sql, [write]))[0] === true,
  };
}

/**
 * Items on any connection. What many requests want at the same time is one statement, and one transaction: round trips
 * are what a request costs most.
 */
export function itemsInBatches(sql: Sql, base: () => Promise<readonly string[]>): Items {
  return {
    current: batched((keys) => readAll(sql, base, keys)),
    write: batched((writes) => writeBatch(sql, writes)),
  };
}

async function readAll(
  sql: Sql,
  base: () => Promise<readonly string[]>,
  keys: readonly ItemKey[],
): Promise<readonly CurrentItem[]> {
  return sql.rows<CurrentItem>(statements.current, [
    keys.map(({ name }) => name),
    keys.map(({ collection }) => collection),
    keys.map(({ id }) => id),
    await base(),
  ]);
}

/** SQLSTATE codes of a transaction that PostgreSQL ended because of others: serialization_failure, deadlock_detected. */
const conflicts = new Set(["40001", "40P01"]);

/** Writes of several requests. Each is made alone if they fail together, so that none fails because of another one. */
async function writeBatch(sql: Sql, writes: readonly ItemWrite[]): Promise<readonly boolean[]> {
  try {
    return await writeAll(sql, writes);
  } catch (error) {
    if (writes.length === 1 && !isConflict(error)) throw error;
    if (writes.length === 1) return [false];
    const alone = writes.map(async (write) => writeBatch(sql, [write]));
    const settled = await Promise.allSettled(alone);
    // The failure of one request must not be that of the others: it is written as if it had changed, and tried again.
    return settled.map((each) => each.status === "fulfilled" && each.value[0] === true);
  }
}

function isConflict(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return conflicts.has(cause?.code ?? "");
}

async function writeAll(sql: Sql, writes: readonly ItemWrite[]): Promise<readonly boolean[]> {
  const isDone = writes.map(() => false);
  const firsts = new Set<string>();
  // The second of two writes of one item comes too late.
  const kept = [...writes.entries()].filter(([, { own, collection, id }]) => {
    const key = `${own} ${collection} ${id}`;
    return !firsts.has(key) && firsts.add(key);
  });
  const groups = Map.groupBy(kept, ([, { revision, stored }]) =>
    stored !== null && typeof stored === "object" ? "remove" : revision === undefined ? "insert" : "update",
  );
  for (const [kind, group] of groups) {
    const columns = [
      group.map(([, { name }]) => name),
      group.map(([, { own }]) => own),
      group.map(([, { collection }]) => collection),
      group.map(([, { id }]) => id),
      group.map(([, { number }]) => number),
      group.map(([, { stored }]) => stored),
      group.map(([, { revision }]) => revision),
    ];
    const values =
      kind === "remove" ? [...columns.slice(0, 4), columns[6]] : kind === "insert" ? columns.slice(0, 6) : columns;
    for (const { place } of await sql.rows<{ place: string }>(statements[kind], values))
      isDone[(group[Number(place) - 1] as [number, ItemWrite])[0]] = true;
  }
  return isDone;
}
