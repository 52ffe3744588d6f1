import { createRecentCache } from "../recent-cache.ts";
import { encodeName, decodeName } from "../storage-names.ts";
import type { Address, Contents, Step, Store } from "../store.ts";
import type { Stored } from "../stored.ts";
import { whenKnown } from "../../model/awaitable.ts";
import type { Refusal } from "../../model/problem.ts";
import { batched } from "../../postgres/batched.ts";
import { connectDatabase } from "../../postgres/database.ts";
import type { Sql } from "../../postgres/sql.ts";
import { type CurrentItem, type ItemKey, type ItemWrite, itemsAfterReading, itemsInBatches, itemsOn } from "./items.ts";
import type { Access } from "./access.ts";
import { createArrivals } from "./arrivals.ts";
import {
  type Base,
  addWithBase,
  baseLayers,
  forgetLayers,
  forkLayers,
  forkToNewName,
  replaceLayers,
  sharedLayer,
} from "./layers.ts";
import { statements } from "./statements.ts";
import { createUnits } from "./units-in-transactions.ts";

/** A store in a PostgreSQL database, which several processes can share. */
export interface PostgresStore extends Store {
  /**
   * Connects, and updates the tables. Without it, the first request does so.
   * @throws ToolError "missing-package", "unreachable-state" or "newer-state".
   */
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a store in a PostgreSQL database.
 *
 * A change reads the item, computes the next state and writes it if the revision is still the same; else it begins
 * again. So no change is lost, in whatever process. The changes of a request are one transaction.
 *
 * It keeps resources and counters. What else organizations own is in other tables of its database.
 *
 * @param url connection URL: "postgres://user:password@host:5432/database". Its parameter "schema" names the schema of
 * the tables. Default: "concord".
 * @throws ToolError "unreachable-state" for a URL that cannot be read.
 */
export function createPostgresStore(url: string): PostgresStore {
  const database = connectDatabase(url);
  let readBase: Base = () => Promise.resolve([]);
  const base: Base = () => readBase();
  const allItems = itemsInBatches(database, base);
  const store = storeOn({
    items: allItems,
    sql: database,
    transact: database.transact,
    addOrganization: database.transact,
  });
  const begin = createUnits({ database, store, storeOn, itemsOn: (sql) => itemsOn(sql, base) });
  const arrival = createArrivals(database, base);
  const nextNumber = batched(nextNumbers);
  /** Parsed items by their text. The same object for the same text: what is derived from it is cached by the object. */
  const parsed = createRecentCache<Stored>(RECENT_CHARACTERS);
  const postgres: PostgresStore = {
    ...store,
    database,
    isLasting: true,
    begin(isDirect) {
      return begin(this, allItems, isDirect);
    },
    async arrive(organization, version, place) {
      const item = place && encodeItemKey({ organization, ...place });
      const found = await arrival({ name: encodeName(organization), version, item });
      return { settings: found.settings, store: item && found.item ? storeAfterReading(item, found.item) : postgres };
    },
    forkNew: async (from, beginning) =>
      decodeName(await forkToNewName(database, base, encodeName(from), encodeName(beginning))),
    open: () => database.open(),
    close: () => database.close(),
  };
  return postgres;

  /** The store, with an item that was read already. It is used once, because a second use may be after a change. */
  function storeAfterReading(item: ItemKey, found: CurrentItem): Store {
    const items = itemsAfterReading(allItems, item, found);
    return {
      ...postgres,
      read: (address) => whenKnown(items.current(encodeItemKey(address)), ({ stored }) => parseStored(stored)),
      begin: (isDirect) => begin(postgres, items, isDirect),
    };
  }

  /** The functions of a store whose single changes go to `sql`, and those of several rows to a transaction. */
  function storeOn(access: Access): Store {
    const { sql, transact } = access;
    return {
      async read(address) {
        return parseStored((await access.items.current(encodeItemKey(address))).stored);
      },
      async list(organization, collection, { offset, limit, isReversed }) {
        const rows = await sql.rows<{ total: string; stored: string | null }>(
          isReversed ? statements.reversedPage : statements.page,
          [
            ...(await toPlaceValues({ organization, collection })),
            limit === Infinity ? null : whole(limit),
            whole(offset),
          ],
        );
        return { items: rows.flatMap(({ stored }) => parseStored(stored) ?? []), total: Number(rows[0]?.total ?? 0) };
      },
      async collections(organization) {
        const rows = await sql.rows<{ collection: string }>(statements.collections, [
          encodeName(organization),
          await base(),
        ]);
        return rows.map(({ collection }) => decodeName(collection));
      },
      change: (address, step) => changeRow(access, address, step),
      async position(address) {
        const [row] = await sql.rows<{ position: string }>(statements.position, [
          ...(await toPlaceValues(address)),
          encodeName(address.id),
        ]);
        return row && Number(row.position);
      },
      forgetBelow: (organization, path) =>
        transact(async (transaction) => {
          await transaction.count(statements.hideBelow, await boundsBelow(transaction, organization, path));
        }),
      // Outside of a transaction, in which the numbers of an organization would wait for each other.
      next: (organization) => nextNumber(encodeName(organization)),
      async namesFrom(start) {
        const rows = await sql.rows<{ name: string }>(statements.namesFrom, [encodeName(start)]);
        return rows.map(({ name }) => decodeName(name));
      },
      async touch(organization) {
        await sql.count(statements.touch, [encodeName(organization)]);
      },
      fork: (from, to) => (from === to ? undefined : forkLayers(sql, base, [encodeName(from), encodeName(to)])),
      async organizations() {
        const rows = await sql.rows<{ name: string }>(statements.organizations, [await base()]);
        return rows.map(({ name }) => decodeName(name));
      },
      async size() {
        const [row] = await sql.rows<{ size: string }>(statements.size, []);
        return Number(row?.size);
      },
      dump: (organization) => dump(sql, organization),
      load: (organization, contents) => transact((all) => replaceLayers(all, encodeName(organization), contents)),
      reset: (organization) => forgetLayers(sql, encodeName(organization)),
      async tryWriting() {
        await database.checkVersion();
        await database.count(statements.setCounter, [TRIAL_COUNTER, 0]);
        await database.count(statements.forgetCounter, [TRIAL_COUNTER]);
      },
      setBase(next) {
        let layers: Promise<readonly string[]> | undefined;
        // With the first request: a base makes its items when they are read. The next request tries again after a failure.
        readBase = () => {
          layers ??= next ? baseLayers(database, next) : Promise.resolve([]);
          layers.catch(() => (layers = undefined));
          return layers;
        };
      },
    };
  }

  /** Values of a statement about the collections below a path, which changes the topmost layer. */
  async function boundsBelow(transaction: Sql, organization: string, path: string): Promise<unknown[]> {
    const name = encodeName(organization);
    const layer = await sharedLayer(transaction, base, name);
    // "0" is the character after "/".
    return [name, await base(), `${encodeName(path)}/`, `${encodeName(path)}0`, layer];
  }

  async function toPlaceValues({ organization, collection }: Omit<Address, "id">): Promise<unknown[]> {
    return [encodeName(organization), await base(), encodeName(collection)];
  }

  function parseStored(text: string | null | undefined): Stored | undefined {
    if (text === null || text === undefined) return undefined;
    const known = parsed.get(text);
    if (known) return known;
    const stored = JSON.parse(text) as Stored;
    parsed.set(text, stored, text.length);
    return stored;
  }

  async function changeRow(
    { items, addOrganization }: Access,
    address: Address,
    step: Step,
  ): Promise<Stored | null | Refusal> {
    const key = encodeItemKey(address);
    for (;;) {
      const item = await items.current(key);
      const current = parseStored(item.stored);
      const next = step(current);
      // A step without effect must not create an organization: clients can invent any number of names.
      if (next === null ? !current : "refused" in next) return next;
      if (item.own === null) await addOrganization((sql) => addWithBase(sql, base, key.name));
      else if (await items.write(toItemWrite(key, { ...item, own: item.own }, next as Stored | null))) return next;
    }
  }

  /** Next numbers of organizations. One that is named several times gets consecutive ones. */
  async function nextNumbers(names: readonly string[]): Promise<readonly number[]> {
    const counts = Map.groupBy(names, (name) => name);
    // Sorted, so that processes with the same organizations do not wait for each other in a circle.
    const sorted = [...counts.keys()].toSorted();
    const rows = await database.rows<{ name: string; last: string }>(statements.next, [
      sorted,
      sorted.map((name) => counts.get(name)?.length),
    ]);
    const next = new Map(rows.map(({ name, last }) => [name, Number(last) - (counts.get(name)?.length ?? 0)]));
    return names.map((name) => {
      const number = (next.get(name) as number) + 1;
      next.set(name, number);
      return number;
    });
  }

  async function dump(sql: Sql, organization: string): Promise<Contents> {
    const name = encodeName(organization);
    const rows = await sql.rows<{ collection: string; id: string; stored: string }>(statements.contents, [
      name,
      await base(),
    ]);
    const [counted] = await sql.rows<{ last: string }>(statements.counter, [name]);
    const collections = new Map<string, Map<string, Stored>>();
    for (const { collection, id, stored } of rows) {
      let items = collections.get(decodeName(collection));
      if (!items) collections.set(decodeName(collection), (items = new Map()));
      items.set(decodeName(id), JSON.parse(stored) as Stored);
    }
    return { counter: Number(counted?.last ?? 0), collections };
  }
}

/** Maximum number of characters of parsed items that are kept: up to twice as many. */
const RECENT_CHARACTERS = 4 * 1024 * 1024;

/** Name of the counter that is written to test whether writing works. No organization has this name. */
const TRIAL_COUNTER = " trial";

function encodeItemKey({ organization, collection, id }: Address): ItemKey {
  return { name: encodeName(organization), collection: encodeName(collection), id: encodeName(id) };
}

/** The write that makes the next state of an item. */
function toItemWrite(key: ItemKey, item: CurrentItem & { readonly own: string }, next: Stored | null): ItemWrite {
  const { own, depth, layer, revision } = item;
  const isOwn = layer === own;
  return {
    ...key,
    own,
    revision: isOwn ? (revision as string) : undefined,
    // An item that is new, or was deleted, comes last.
    number: item.stored === null && next ? null : item.number,
    stored: next ? JSON.stringify(next) : isOwn && depth === 1 ? { isRemoved: true } : null,
  };
}

function whole(count: number): number {
  return Math.min(Math.max(0, Math.trunc(count)), Number.MAX_SAFE_INTEGER);
}
