import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, noon, platformOf } from "../../test/support/mock/ask.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { createClock, createMemoryStore } from "../index.ts";
import type { Platform, Store } from "../index.ts";

// Compares one collection with a model of it: a plain map of books for each organization.

interface Book extends JsonObject {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Model {
  now: number;
  /** All ids that were ever assigned, those of deleted items included. */
  readonly ids: string[];
  readonly shelves: Map<string, Map<string, Book>>;
}

type Command = fc.AsyncCommand<Model, Platform>;

describe("a collection", () => {
  it("behaves like a map for any sequence of requests", async () => {
    const run = fc.assert(behavesAsMap(createMemoryStore), { numRuns: 60 });

    await expect(run).resolves.toBeUndefined();
  });
});

describe("the model", () => {
  it.each<[string, (store: Store) => Partial<Store>]>([
    [
      "does not delete",
      (store) => ({ change: (address, step) => store.change(address, (now) => step(now) ?? now ?? null) }),
    ],
    [
      "shows one organization to another",
      (store) => ({ read: (address) => store.read({ ...address, organization: "acme" }) }),
    ],
    [
      "lists the first of each page only",
      (store) => ({
        list: async (...[organization, collection, page]) => {
          const { items, total } = await store.list(organization, collection, page);
          return { items: items.slice(0, 1), total };
        },
      }),
    ],
    [
      "forgets a field that an update does not name",
      (store) => ({
        change: (address, step) => store.change(address, (now) => step(now && { value: withoutPages(now.value) })),
      }),
    ],
  ])("detects a store that %s", async (_, plant) => {
    const property = behavesAsMap(() => {
      const store = createMemoryStore();
      return { ...store, ...plant(store) };
    });

    expect((await fc.check(property, { numRuns: 60, endOnFailure: true })).failed).toBe(true);
  });
});

function behavesAsMap(createStore: () => Store): fc.IAsyncProperty<[Iterable<Command>]> {
  const organization = fc.constantFrom("acme", "globex");
  const title = fc.constantFrom("A", "B", "C");
  const pages = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
  const book = fc.record({ title, pages }).map(defined);
  const change = fc.record({ title, pages }, { requiredKeys: [] }).map(defined);
  const which = fc.nat(99);
  const creation = fc.tuple(organization, book).map(([name, body]) => create(name, body));
  const commands = [
    creation,
    creation,
    creation,
    fc.tuple(organization, which).map(([name, at]) => read(name, at)),
    fc.tuple(organization, which, book).map(([name, at, body]) => write("PUT", name, at, body)),
    fc.tuple(organization, which, change).map(([name, at, body]) => write("PATCH", name, at, body)),
    fc.tuple(organization, which).map(([name, at]) => remove(name, at)),
    fc.tuple(organization, fc.nat(4), fc.nat(4)).map(([name, offset, limit]) => list(name, offset, limit)),
    fc.integer({ min: 1, max: 5000 }).map(wait),
    organization.map(reset),
  ];
  return fc.asyncProperty(fc.commands(commands, { maxCommands: 25, size: "max" }), async (steps) => {
    const platform = await platformOf("library", { store: createStore(), clock: createClock(() => noon) });
    const model: Model = { now: noon, ids: [], shelves: new Map() };
    await fc.asyncModelRun(() => ({ model, real: platform }), steps);
  });
}

function create(organization: string, body: JsonObject): Command {
  return command(`create ${JSON.stringify(body)} in ${organization}`, async (model, real) => {
    const { status, value } = await ask(real, "POST /books", { token: `mock-${organization}`, body });
    const now = new Date(model.now).toISOString();

    expect(status).toBe(201);
    expect(value).toEqual({ id: value.id, ...body, created_at: now, updated_at: now });
    expect(model.ids).not.toContain(value.id);
    model.ids.push(value.id);
    shelfOf(model, organization).set(value.id, value);
  });
}

function read(organization: string, which: number): Command {
  return command(`read ${which} of ${organization}`, async (model, real) => {
    const id = idAt(model, which);
    const { status, value } = await ask(real, `GET /books/${id}`, { token: `mock-${organization}` });
    const book = shelfOf(model, organization).get(id);

    expect(status).toBe(book ? 200 : 404);
    if (book) expect(value).toEqual(book);
  });
}

function write(method: "PUT" | "PATCH", organization: string, which: number, body: JsonObject): Command {
  return command(`${method} ${which} of ${organization} ${JSON.stringify(body)}`, async (model, real) => {
    const id = idAt(model, which);
    const shelf = shelfOf(model, organization);
    const { status, value } = await ask(real, `${method} /books/${id}`, { token: `mock-${organization}`, body });
    const book = shelf.get(id);

    expect(status).toBe(book ? 200 : 404);
    if (!book) return;
    const kept = method === "PUT" ? { id, created_at: book.created_at } : book;
    const next: Book = { ...kept, ...body, updated_at: new Date(model.now).toISOString() } as Book;
    expect(value).toEqual(next);
    shelf.set(id, next);
  });
}

function remove(organization: string, which: number): Command {
  return command(`delete ${which} of ${organization}`, async (model, real) => {
    const id = idAt(model, which);
    const { status } = await ask(real, `DELETE /books/${id}`, { token: `mock-${organization}` });

    expect(status).toBe(shelfOf(model, organization).delete(id) ? 204 : 404);
  });
}

function list(organization: string, offset: number, limit: number): Command {
  return command(`list ${limit} from ${offset} of ${organization}`, async (model, real) => {
    const line = `GET /books?offset=${offset}&limit=${limit}`;
    const { value } = await ask(real, line, { token: `mock-${organization}` });
    const all = [...shelfOf(model, organization).values()];

    expect(value).toMatchObject({ results: all.slice(offset, offset + limit), total: all.length });
  });
}

function wait(milliseconds: number): Command {
  return command(`wait ${milliseconds} ms`, async (model, real) => {
    real.clock.advance(milliseconds);
    model.now += milliseconds;
  });
}

function reset(organization: string): Command {
  return command(`reset ${organization}`, async (model, real) => {
    await real.organization(organization).reset();
    model.shelves.delete(organization);
    // After a reset, the same ids are generated again.
    model.ids.length = 0;
    for (const shelf of model.shelves.values()) model.ids.push(...shelf.keys());
  });
}

function command(text: string, run: (model: Model, real: Platform) => Promise<void>): Command {
  return { check: () => true, run, toString: () => text };
}

/** An id that any organization has assigned, or one that was never assigned. */
function idAt({ ids }: Model, which: number): string {
  return ids[which % (ids.length + 1)] ?? "missing";
}

function shelfOf({ shelves }: Model, organization: string): Map<string, Book> {
  let shelf = shelves.get(organization);
  if (!shelf) shelves.set(organization, (shelf = new Map()));
  return shelf;
}

function defined(body: Readonly<Record<string, string | number | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as JsonObject;
}

function withoutPages(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "pages"));
}
