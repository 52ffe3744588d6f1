import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type Contract, type Json, type JsonObject, loadContract } from "../../../contracts/index.ts";
import { ask, noon, platformServing } from "../../../test/support/mock/ask.ts";
import { type Platform, type Store, createClock, createMemoryStore, createSqliteStore } from "../../index.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-lookup-"));
const opened: Disposable[] = [];

afterEach(() => {
  for (const store of opened.splice(0)) store[Symbol.dispose]();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const document = `openapi: 3.1.0
info: { title: Items, version: "1" }
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters:
    status: { name: status, in: query, schema: { type: array, items: { type: string } } }
    tag: { name: tag, in: query, schema: { type: string } }
    sku: { name: sku, in: query, schema: { type: string } }
    from: { name: price_min, in: query, schema: { type: number } }
    to: { name: price_max, in: query, schema: { type: number } }
    placed: { name: placed_after, in: query, schema: { type: string } }
    before: { name: placed_before, in: query, schema: { type: string } }
    q: { name: q, in: query, schema: { type: string } }
    where: { name: filter, in: query, style: deepObject, schema: { type: object, additionalProperties: { type: string } } }
    sort: { name: sort, in: query, schema: { type: string } }
    limit: { name: limit, in: query, schema: { type: integer, minimum: 0 } }
    offset: { name: offset, in: query, schema: { type: integer, minimum: 0 } }
    cursor: { name: cursor, in: query, schema: { type: string } }
    after: { name: after, in: query, schema: { type: string } }
  schemas:
    Item:
      type: object
      properties:
        id: { type: string }
        status: { type: string, default: new }
        tags: { type: array, items: { type: string } }
        price: { type: number }
        placed_at: { type: string, format: date-time }
        lines: { type: array, items: { type: object, properties: { sku: { type: string } } } }
        name: { type: [string, "null"] }
        shown: { type: boolean }
    List:
      type: object
      required: [results, total]
      properties:
        results: { type: array, items: { $ref: "#/components/schemas/Item" } }
        total: { type: integer }
        next_cursor: { type: [string, "null"] }
  responses:
    List: { description: A page., content: { application/json: { schema: { $ref: "#/components/schemas/List" } } } }
    Item: { description: An item., content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
paths:
  /items: &list
    get: &get
      operationId: listItems
      parameters: &all
        - { $ref: "#/components/parameters/status" }
        - { $ref: "#/components/parameters/tag" }
        - { $ref: "#/components/parameters/sku" }
        - { $ref: "#/components/parameters/from" }
        - { $ref: "#/components/parameters/to" }
        - { $ref: "#/components/parameters/placed" }
        - { $ref: "#/components/parameters/before" }
        - { $ref: "#/components/parameters/q" }
        - { $ref: "#/components/parameters/where" }
        - { $ref: "#/components/parameters/sort" }
        - { $ref: "#/components/parameters/limit" }
        - { $ref: "#/components/parameters/offset" }
        - { $ref: "#/components/parameters/cursor" }
        - { $ref: "#/components/parameters/after" }
      responses: { "200": { $ref: "#/components/responses/List" } }
    post:
      operationId: createItem
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
      responses: { "201": { $ref: "#/components/responses/Item" } }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getItem, responses: { "200": { $ref: "#/components/responses/Item" } } }
    put:
      operationId: putItem
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
      responses: { "200": { $ref: "#/components/responses/Item" } }
    delete: { operationId: deleteItem, responses: { "204": { description: It is gone. } } }
  /ordered:
    get:
      operationId: listOrdered
      x-state: ORDER
      parameters: *all
      responses: { "200": { $ref: "#/components/responses/List" } }
    post:
      operationId: createOrdered
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
      responses: { "201": { $ref: "#/components/responses/Item" } }
`;

const stores: Record<string, () => Store> = {
  memory: createMemoryStore,
  SQLite() {
    const store = createSqliteStore(":memory:");
    opened.push(store);
    return store;
  },
};

type Move =
  | { readonly kind: "put"; readonly id: number; readonly value: Json }
  | { readonly kind: "delete"; readonly id: number }
  | { readonly kind: "fork" }
  | { readonly kind: "ask"; readonly query: string; readonly path: string };

const text = fc.constantFrom("new", "open", "Open door", "12", "true", "é", "");
const time = fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-02T12:00:00+02:00", "2026-01-02", "soon", "0");
const item = fc.record(
  {
    status: text,
    tags: fc.array(text, { maxLength: 3 }),
    price: fc.constantFrom(-1, 0, 1.5, 12, 1e21),
    placed_at: time,
    lines: fc.array(fc.record({ sku: text }), { maxLength: 2 }),
    name: fc.oneof(text, fc.constant(null)),
    shown: fc.boolean(),
  },
  { requiredKeys: [] },
);
const query = fc
  .record({
    status: text,
    tag: text,
    sku: text,
    price_min: fc.constantFrom("0", "1.5", "12"),
    price_max: fc.constantFrom("0", "1.5", "12"),
    placed_after: fc.constantFrom("2026-01-01", "2026-01-01T12:00:00Z"),
    placed_before: fc.constantFrom("2026-01-02", "2026-01-02T10:00:00Z", "soon"),
    q: fc.constantFrom("open", "OPEN door", "n e", "é", " "),
    "filter[name]": text,
    "filter[shown]": fc.constantFrom("true", "false"),
    "filter[nothing]": text,
    sort: fc.constantFrom("name", "-name", "price,-status", "-placed_at", "shown", "tags", "nothing"),
    limit: fc.constantFrom("0", "1", "2", "50"),
    offset: fc.constantFrom("0", "1", "3"),
    after: fc.constantFrom("i0", "i3", "i9"),
  })
  .chain((values) => fc.subarray(Object.entries(values), { maxLength: 3 }))
  .map((values) => new URLSearchParams(values).toString());
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("put" as const), id: fc.nat(9), value: item }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), id: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "fork" as const }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("ask" as const), query, path: fc.constantFrom("/items", "/ordered") }),
  },
);

describe.each(Object.entries(stores))("a list that is looked up by indexes in %s", (_, create) => {
  it("returns the same pages as a list without indexes, after any changes and forks", async () => {
    const contract = await load();
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 60, size: "max" }), async (moves) => {
        const store = create();
        const { select: _select, begin: _begin, ...scanned } = create();
        const [indexed, model] = [platformOf(contract, store), platformOf(contract, scanned)];
        let organization = "acme";
        for (const each of moves) {
          if (each.kind === "fork") {
            const name = `${organization}x`;
            for (const platform of [indexed, model]) await platform.organization(organization).fork(name);
            organization = name;
          } else if (each.kind === "ask") {
            const one = await answersOf(indexed, each, organization);
            expect(one).toEqual(await answersOf(model, each, organization));
            answered += one.filter((page) => /"results":\[\{/.test(page)).length;
          } else {
            for (const its of [store, scanned]) await written(its, each, organization);
          }
        }
      }),
      { numRuns: 50 },
    );
    // Pages without items would prove nothing.
    expect(answered).toBeGreaterThan(100);
  });

  it("responds to other requests while indexes of many items are built", async () => {
    const contract = await load();
    const store = create();
    const platform = platformOf(contract, store);
    const items = new Map(
      Array.from({ length: 3000 }, (__, n) => [`i${n}`, { value: { id: `i${n}`, status: n % 2 ? "new" : "open" } }]),
    );
    await store.load("acme", { counter: 3000, collections: new Map([["/items", items]]) });
    const order: string[] = [];
    const long = ask(platform, "GET /items?status=open&limit=1").then(({ value }) =>
      order.push(`list of ${value.total}`),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await ask(platform, "PUT /items/i1", { body: { status: "open" } });
    order.push("put");
    await long;

    expect(order).toEqual(["put", "list of 1501"]);
  });

  it("reads only the items of the page once indexes exist", async () => {
    const contract = await load();
    const store = create();
    let read = 0;
    const counted: Store = {
      ...store,
      async select(...given) {
        const selected = await (store.select as NonNullable<Store["select"]>)(...given);
        return { ...selected, read: (row) => (read++, selected.read(row)) };
      },
      list: () => {
        throw new Error("the collection was read");
      },
    };
    const platform = platformOf(contract, counted);
    const items = Array.from(
      { length: 500 },
      (__, n) => [`i${n}`, { value: { id: `i${n}`, status: "new", price: n } }] as const,
    );
    await store.load("acme", { counter: 500, collections: new Map([["/items", new Map(items)]]) });
    for (const asked of ["status=new", "price_min=3&sort=-price", "q=new&offset=100", "sort=name"]) {
      read = 0;
      expect((await ask(platform, `GET /items?limit=5&${asked}`)).status).toBe(200);
      expect(read).toBe(6);
    }
  });
});

/** Stored items may violate the contract, for example after a change of an overlay or a fixture. */
async function written(
  store: Store,
  { kind, id, ...rest }: Extract<Move, { id: number }>,
  organization: string,
): Promise<void> {
  for (const collection of ["/items", "/ordered"]) {
    await store.change({ organization, collection, id: `i${id}` }, () =>
      kind === "delete" ? null : { value: { id: `i${id}`, ...(rest as { value: JsonObject }).value } },
    );
  }
}

async function answersOf(
  platform: Platform,
  { path, query: sent }: Extract<Move, { kind: "ask" }>,
  organization: string,
): Promise<string[]> {
  const pages: string[] = [];
  let cursor: unknown = "";
  for (let page = 0; page < 3 && typeof cursor === "string"; page++) {
    const rest = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const {
      status,
      text: body,
      value,
    } = await ask(platform, `GET ${path}?${sent}${rest}`, { token: `mock-${organization}` });
    pages.push(`${status} ${body}`);
    cursor = value?.next_cursor;
  }
  return pages;
}

function platformOf(contract: Contract, store: Store): Platform {
  return platformServing([contract], { store, clock: createClock(() => noon), selfCheck: false });
}

let loaded: Promise<Contract> | undefined;

function load(): Promise<Contract> {
  const file = join(folder, "openapi.yaml");
  if (!loaded)
    writeFileSync(file, document.replace("x-state: ORDER", "x-state: { kind: list, order: [-shown, -$created] }"));
  return (loaded ??= loadContract(file));
}
