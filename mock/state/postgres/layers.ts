import { createHash } from "node:crypto";
import type { Database } from "../../postgres/database.ts";
import type { Sql } from "../../postgres/sql.ts";
import type { BaseCollections } from "../base-collections.ts";
import { createMemoryStore } from "../memory.ts";
import { encodeName } from "../storage-names.ts";
import type { Contents } from "../store.ts";
import { statements } from "./statements.ts";

/** Returns the layers of an organization without a row. */
export type Base = () => Promise<readonly string[]>;

/** Most layers of an organization. A fork of one with more copies its items. */
const MAX_DEPTH = 12;

/** Organization of the memory store that shows a base. */
const BASE_ORGANIZATION = "base";

/** Adds an organization that has the items of the base. */
export async function addWithBase(sql: Sql, base: Base, name: string): Promise<void> {
  const [layer] = await base();
  const added = await addLayer(sql, layer ?? null);
  // Another process may have added it at the same time.
  if ((await sql.count(statements.addOrganization, [name, added])) === 0)
    await sql.count(statements.removeUnread, [added]);
}

/** The layer of an organization, which cannot be frozen before the end of the transaction. */
export async function sharedLayer(sql: Sql, base: Base, name: string): Promise<string> {
  for (;;) {
    const [row] = await sql.rows<{ layer: string }>(statements.share, [name]);
    if (row) return row.layer;
    await addWithBase(sql, base, name);
  }
}

/** Gives an organization the items of another one, without a copy. */
export async function forkLayers(sql: Sql, base: Base, [from, to]: readonly [from: string, to: string]): Promise<void> {
  const [layer] = await base();
  await sql.count(statements.fork, [from, to, layer ?? null, MAX_DEPTH]);
}

/** Gives a new organization the items and the settings of another one. Returns its name: the beginning, and a number. */
export async function forkToNewName(sql: Sql, base: Base, from: string, beginning: string): Promise<string> {
  const [layer] = await base();
  const [row] = await sql.rows<{ name: string }>(statements.forkNew, [from, beginning, layer ?? null, MAX_DEPTH]);
  return (row as { readonly name: string }).name;
}

/** Removes the contents of an organization, which has those of the base then, as a new one. */
export async function forgetLayers(sql: Sql, name: string): Promise<void> {
  await sql.count(statements.forget, [name]);
}

/** Replaces the contents of an organization. In a transaction. */
export async function replaceLayers(sql: Sql, name: string, contents: Contents): Promise<void> {
  await forgetLayers(sql, name);
  const layer = await addLayer(sql, null);
  await fill(sql, layer, contents);
  await sql.count(statements.setLayer, [name, layer]);
  await sql.count(statements.setCounter, [name, contents.counter]);
}

/** Layers with the items of a base. Processes with the same base share them. */
export async function baseLayers(database: Database, collections: BaseCollections): Promise<readonly string[]> {
  const memory = createMemoryStore();
  memory.setBase?.(collections);
  const contents = (await memory.dump(BASE_ORGANIZATION)) as Contents;
  const hash = createHash("sha256")
    .update(JSON.stringify(listItemTexts(contents)))
    .digest("hex");
  return database.transact(async (sql) => {
    await sql.rows(statements.lockBase, [hash]);
    const [known] = await sql.rows<{ layer: string }>(statements.base, [hash]);
    if (known) return [known.layer];
    const layer = await addLayer(sql, null);
    await fill(sql, layer, contents);
    await sql.count(statements.addBase, [hash, layer]);
    return [layer];
  });
}

async function addLayer(sql: Sql, parent: string | null): Promise<string> {
  const [row] = await sql.rows<{ id: string }>(statements.addLayer, [parent]);
  return (row as { readonly id: string }).id;
}

async function fill(sql: Sql, layer: string, contents: Contents): Promise<void> {
  const entries = listItemTexts(contents);
  if (entries.length > 0)
    await sql.count(statements.fill, [layer, ...[0, 1, 2].map((at) => entries.map((entry) => entry[at]))]);
}

/** Collection, id and JSON text of each item. */
function listItemTexts({
  collections,
}: Contents): readonly (readonly [collection: string, id: string, stored: string])[] {
  return [...collections].flatMap(([collection, items]) =>
    Array.from(items, ([id, stored]) => [encodeName(collection), encodeName(id), JSON.stringify(stored)] as const),
  );
}
