// oxlint-disable vitest/no-standalone-expect -- the rule does not know tests that createTest() makes
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { afterAll, describe, expect } from "vitest";
import { type Mock, type Organization, behaviour } from "../index.ts";
import { createTest } from "../../api/vitest.ts";

const library = fileURLToPath(new URL("../../fixtures/mock/library.yaml", import.meta.url));

/** Every world begins with the book that "demo" has. */
const test = createTest({
  contracts: [library],
  fixtures: [{ collections: { "/books": [{ id: "first", value: { id: "first", title: "Emma" } }] } }],
  behaviours: [behaviour({ id: "passing", operations: ["createBook"], handle: (_, next) => next() })],
});

/** Number of concurrent tests and worlds. */
const MANY = 300;

const worlds: Organization[] = [];
const mocks = new Set<Mock>();

describe.concurrent("tests with a world each", () => {
  for (let number = 0; number < MANY; number++) {
    test(`number ${number} is isolated`, async ({ mock, world }) => {
      worlds.push(world);
      mocks.add(mock);
      await live(mock.url, world, `Book ${number}`);
    });
  }
});

afterAll(async () => {
  expect([worlds.length, new Set(worlds.map(({ name }) => name)).size, mocks.size]).toEqual([MANY, MANY, 1]);
});

describe("a world", () => {
  test("ends with its test: only the original organizations remain", async ({ mock }) => {
    const [last] = worlds.slice(-1) as [Organization];
    expect(await mock.platform.organizations()).toEqual(["demo"]);
    expect(await last.state()).toEqual(await mock.platform.organization("never-used").state());
  });

  test("leaves no snapshot when it ends", async ({ mock, world }) => {
    await world.snapshot("before");
    await world.end();

    expect(await mock.platform.organization(world.name).snapshots()).toEqual([]);
    await expect(world.restore("before")).rejects.toThrow("has no snapshot of that name");
  });

  test("is isolated from hundreds of worlds on the same server at the same time", async ({ mock }) => {
    const many = await Promise.all(Array.from({ length: MANY }, () => mock.fork()));
    await Promise.all(many.map((world, number) => live(mock.url, world, `Book ${number}`)));
    await Promise.all(many.map((world) => world.end()));

    expect(await mock.platform.organizations()).toEqual(["demo"]);
  });

  test("fails the test if it shares state with another world", async ({ mock, world }) => {
    const impostor = { ...world, journal: world.journal, clock: world.clock, name: "impostor" };
    const lives = Promise.all([world, impostor].map((each, number) => live(mock.url, each, `Book ${number}`)));

    await expect(lives).rejects.toThrow();
  });
});

/** Acts like a test, over HTTP, and checks that it only sees its own state, time, faults and journal. */
async function live(url: string, world: Organization, title: string): Promise<void> {
  const ask = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
    const response = await request(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.statusCode, text: await response.body.text() };
  };
  const titles = async () =>
    (JSON.parse((await ask("GET", "/books")).text) as { results: { title: string }[] }).results.map(
      (book) => book.title,
    );
  expect(await titles()).toEqual(["Emma"]);
  const made = JSON.parse((await ask("POST", "/books", { title })).text) as { id: string };
  expect(await titles()).toEqual(["Emma", title]);
  world.clock.freeze(title.length);
  world.faults.set([{ id: "status", status: 503, times: 1 }]);
  expect((await ask("GET", "/books")).status).toBe(503);
  expect((await ask("DELETE", "/books/first")).status).toBe(204);
  expect(await titles()).toEqual([title]);
  expect(world.clock.now()).toBe(title.length);
  expect((await ask("GET", `/books/${made.id}`)).status).toBe(200);
  expect(world).toHaveReceived("createBook", { times: 1 });
  expect(world).toHaveReceived("listBooks", { times: 4 });
}
