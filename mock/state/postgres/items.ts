import type { Awaitable } from "../../model/awaitable.ts";
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
  current(key: ItemKey): Awaitable<CurrentItem>;
  /** False if the organization or the item has changed since it was read. Then nothing is written. */
  write(write: ItemWrite): Promise<boolean>;
}

/** Items on one connection, each in a statement of its own. `base` returns the layers of an organization without a row. */
export function itemsOn(sql: Sql, base: () => Promise<readonly string[]>): Items {
  return {
    current: async (key) => (await readItems(sql, base, [key]))[0] as CurrentItem,
    async write(write) {
      for (const [kind] of groupWrites([write])) return (await writeGroup(sql, kind, [write]))[0] === true;
      return false;
    },
  };
}

/**
 * Items on any connection. What many requests want at the same time is one statement, and one transaction: round trips
 * are what a request costs most.
 */
export function itemsInBatches(sql: Sql, base: () => Promise<readonly string[]>): Items {
  return {
    current: batched((keys) => readItems(sql, base, keys)),
    write: batched((writes) => writeBatch(sql, writes)),
  };
}

/** Items of which one was read already. The second time, it is read again. */
export function itemsAfterReading(items: Items, { name, collection, id }: ItemKey, found: CurrentItem): Items {
  let isUsed = false;
  return {
    current(key) {
      if (isUsed || key.id !== id || key.collection !== collection || key.name !== name) return items.current(key);
      isUsed = true;
      return found;
    },
    write: items.write,
  };
}

async function readItems(
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

/**
 * Classes of SQLSTATE after which a statement has changed nothing, and the next one may not fail: invalid data,
 * constraints, conflicts with other transactions, limits. After a lost connection or a timeout, nobody knows.
 */
const ofOneStatement = /^(22|23|40|54)/;

/** Class of a transaction that PostgreSQL ended because of others. */
const ofOthers = /^40/;

/** Results of the writes of several requests. The writes of each kind are a statement. */
async function writeBatch(sql: Sql, writes: readonly ItemWrite[]): Promise<readonly (boolean | Promise<boolean>)[]> {
  const results: (boolean | Promise<boolean>)[] = writes.map(() => false);
  for (const [kind, group] of groupWrites(writes)) {
    const writing = writeGroup(
      sql,
      kind,
      Array.from(group, ([, write]) => write),
    );
    for (const [place, [index, write]] of group.entries())
      results[index] = writing.then(
        (areDone) => areDone[place] === true,
        (error: unknown) => writeAfter(error, sql, [kind, write], group.length),
      );
  }
  await Promise.allSettled(results);
  return results;
}

/** Writes alone what could not be written together, so that no request fails because of another one. */
async function writeAfter(
  error: unknown,
  sql: Sql,
  [kind, write]: readonly [Kind, ItemWrite],
  size: number,
): Promise<boolean> {
  const code = readErrorCode(error);
  // After a conflict, the request is carried out again.
  if (size === 1 && ofOthers.test(code)) return false;
  if (size === 1 || !ofOneStatement.test(code)) throw error;
  try {
    return (await writeGroup(sql, kind, [write]))[0] === true;
  } catch (next) {
    return writeAfter(next, sql, [kind, write], 1);
  }
}

function readErrorCode(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return cause?.code ?? "";
}

type Kind = "insert" | "update" | "remove";

/** Writes with their places, by kind. The second of two writes of one item comes too late, and is left out. */
function groupWrites(writes: readonly ItemWrite[]): Map<Kind, (readonly [number, ItemWrite])[]> {
  const firsts = new Set<string>();
  const kept = [...writes.entries()].filter(([, { own, collection, id }]) => {
    const key = `${own} ${collection} ${id}`;
    return !firsts.has(key) && firsts.add(key);
  });
  return Map.groupBy(kept, ([, { revision, stored }]) => {
    if (stored !== null && typeof stored === "object") return "remove";
    if (revision === undefined) return "insert";
    return "update";
  });
}

/** Writes in one statement. @throws StorageError. */
async function writeGroup(sql: Sql, kind: Kind, group: readonly ItemWrite[]): Promise<readonly boolean[]> {
  const columns = [
    group.map(({ name }) => name),
    group.map(({ own }) => own),
    group.map(({ collection }) => collection),
    group.map(({ id }) => id),
    group.map(({ number }) => number),
    // As one text: the escaping of an array costs more than the rest.
    JSON.stringify(group.map(({ stored }) => stored)),
    group.map(({ revision }) => revision),
  ];
  const values =
    kind === "remove" ? [...columns.slice(0, 4), columns[6]] : kind === "insert" ? columns.slice(0, 6) : columns;
  const isDone = group.map(() => false);
  for (const { place } of await sql.rows<{ place: string }>(statements[kind], values)) isDone[Number(place) - 1] = true;
  return isDone;
}
