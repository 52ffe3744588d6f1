import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { createMemoryStore } from "../../state/memory.ts";
import { type PostgresStore, createPostgresStore } from "../../state/postgres/postgres.ts";
import { createSqliteStore } from "../../state/sqlite/sqlite.ts";
import type { Store } from "../../state/store.ts";

const database = await startDatabase();
const opened: (() => Awaited<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});
afterAll(() => database.stop());

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => createMemoryStore(),
  async SQLite() {
    const store = createSqliteStore(":memory:");
    opened.push(() => store.close());
    return store;
  },
  async PostgreSQL() {
    const store: PostgresStore = createPostgresStore(await database.create());
    opened.push(() => store.close());
    await store.open();
    return store;
  },
};

const text = { type: "string" };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const shown = (status: string, schema: JsonObject): JsonObject => ({
  [status]: { description: "", ...content(schema) },
});
const project = { type: "object", properties: { name: text, note: text } };
const task = { type: "object", properties: { id: { ...text, readOnly: true }, title: text } };
const parameters = [{ name: "name", in: "path", required: true, schema: text }];

/** A mock of projects, which clients name, with tasks below them. */
function serveProjects(store: Store, isDeletable: boolean) {
  const deletion = isDeletable ? { delete: { responses: { "204": { description: "" } } } } : {};
  const refused = { "409": { description: "Taken" }, "404": { description: "Missing" } };
  const paths = {
    "/projects": {
      get: { responses: shown("200", { type: "array", items: project }) },
      post: { requestBody: content({ ...project, required: ["name"] }), responses: shown("201", project) },
    },
    "/projects/{name}": {
      parameters,
      get: { responses: { ...shown("200", project), ...refused } },
      patch: { requestBody: content(project), responses: { ...shown("200", project), ...refused } },
      ...deletion,
    },
    "/projects/{name}/tasks": {
      parameters,
      get: { responses: { ...shown("200", { type: "array", items: task }), ...refused } },
      post: { requestBody: content(task), responses: { ...shown("201", task), ...refused } },
    },
  };
  return platformServing([compileInMemory({ paths })], { store });
}

type Platform = ReturnType<typeof serveProjects>;

async function namesIn(platform: Platform): Promise<readonly string[]> {
  const { value } = await ask(platform, "GET /projects");
  return value.map(({ name }: { name: string }) => name).toSorted();
}

async function titlesOf(platform: Platform, name: string): Promise<readonly string[]> {
  const { status, value } = await ask(platform, `GET /projects/${name}/tasks?limit=100`);
  return status === 200 ? value.map(({ title }: { title: string }) => title).toSorted() : [];
}

/** Expects that each project is listed under the name by which it is read. */
async function expectWhole(platform: Platform): Promise<void> {
  for (const name of await namesIn(platform))
    expect((await ask(platform, `GET /projects/${name}`)).value).toMatchObject({ name });
}

const rename = (platform: Platform, from: string, to: string): Promise<number> =>
  ask(platform, `PATCH /projects/${from}`, { body: { name: to } }).then(({ status }) => status);

describe.each(Object.entries(stores))("changes of keys at once in %s", (_, create) => {
  it("give a key to one of two items, and leave the other as it was", async () => {
    const platform = serveProjects(await create(), true);
    for (const name of ["one", "two"]) {
      await ask(platform, "POST /projects", { body: { name, note: name } });
      await ask(platform, `POST /projects/${name}/tasks`, { body: { title: name } });
    }
    const statuses = await Promise.all(["one", "two"].map((name) => rename(platform, name, "new")));
    const loser = statuses[0] === 200 ? "two" : "one";

    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await namesIn(platform)).toEqual(["new", loser]);
    await expectWhole(platform);
    expect(await titlesOf(platform, "new")).toEqual([loser === "two" ? "one" : "two"]);
    expect(await titlesOf(platform, loser)).toEqual([loser]);
  });

  it("give one item one of two keys", async () => {
    const platform = serveProjects(await create(), true);
    await ask(platform, "POST /projects", { body: { name: "one" } });
    await ask(platform, "POST /projects/one/tasks", { body: { title: "t" } });
    const statuses = await Promise.all(["a", "b"].map((name) => rename(platform, "one", name)));
    const names = await namesIn(platform);

    expect(statuses.toSorted()).toEqual([200, 404]);
    expect(names).toEqual([statuses[0] === 200 ? "a" : "b"]);
    await expectWhole(platform);
    expect(await titlesOf(platform, names[0] ?? "")).toEqual(["t"]);
  });

  it("exchange no keys, and lose none", async () => {
    const platform = serveProjects(await create(), true);
    for (const name of ["one", "two"]) await ask(platform, "POST /projects", { body: { name, note: name } });
    const statuses = await Promise.all([rename(platform, "one", "two"), rename(platform, "two", "one")]);

    expect(statuses).toEqual([409, 409]);
    expect(await namesIn(platform)).toEqual(["one", "two"]);
    await expectWhole(platform);
  });

  it.each([true, false])("take along what is created below, or refuse it (items can be deleted: %s)", async (can) => {
    const platform = serveProjects(await create(), can);
    await ask(platform, "POST /projects", { body: { name: "one" } });
    const creates = Array.from({ length: 12 }, (_each, index) => async () => {
      const { status } = await ask(platform, "POST /projects/one/tasks", { body: { title: `t${index}` } });
      return status === 201 ? [`t${index}`] : [];
    });
    const results = await Promise.all([
      ...creates.slice(0, 6).map((add) => add()),
      rename(platform, "one", "new").then(() => []),
      ...creates.slice(6).map((add) => add()),
    ]);

    expect(await titlesOf(platform, "new")).toEqual(results.flat().toSorted());
    expect(await titlesOf(platform, "one")).toEqual([]);
  });

  it("and a deletion leave nothing, or the item with its new key", async () => {
    const platform = serveProjects(await create(), true);
    await ask(platform, "POST /projects", { body: { name: "one" } });
    await ask(platform, "POST /projects/one/tasks", { body: { title: "t" } });
    const [renamed, deleted] = await Promise.all([
      rename(platform, "one", "new"),
      ask(platform, "DELETE /projects/one").then(({ status }) => status),
    ]);

    expect([
      [200, 404],
      [404, 204],
    ]).toContainEqual([renamed, deleted]);
    expect(await namesIn(platform)).toEqual(renamed === 200 ? ["new"] : []);
    await ask(platform, "POST /projects", { body: { name: "one" } });
    expect(await titlesOf(platform, "one")).toEqual([]);
    expect(await titlesOf(platform, "new")).toEqual(renamed === 200 ? ["t"] : []);
  });

  it("read nothing but the item and what is below it", async () => {
    const store = await create();
    const read: string[] = [];
    const watched: Store = {
      ...store,
      begin: undefined as never,
      dump: (organization) => {
        read.push("everything");
        return store.dump(organization);
      },
      read(address) {
        read.push(address.collection);
        return store.read(address);
      },
    };
    const platform = serveProjects(watched, true);
    for (const name of ["one", "other"]) {
      await ask(platform, "POST /projects", { body: { name } });
      await ask(platform, `POST /projects/${name}/tasks`, { body: { title: name } });
    }
    read.length = 0;

    expect(await rename(platform, "one", "new")).toBe(200);
    expect(read.filter((collection) => collection !== "/projects")).toEqual([]);
  });
});
