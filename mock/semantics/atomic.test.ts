import { setImmediate } from "node:timers/promises";
import { fetch as undiciFetch } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { fixture, ownContracts } from "../../test/support/mock/ask.ts";
import { type Mock, type Store, createMemoryStore, createSqliteStore } from "../index.ts";
import { startMock } from "../../api/mock.ts";

// Exactly one of many concurrent updates of one representation succeeds, with every store and every transport.

const stores: Readonly<Record<string, () => Store & Partial<Disposable>>> = {
  memory: createMemoryStore,
  SQLite: () => createSqliteStore(":memory:"),
  "a store that is far away": distant,
};

type Send = (
  mock: Mock,
  path: string,
  init: { method: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>;

const authorization = `Bearer org_acme`;
const ways: Readonly<Record<string, Send>> = {
  HTTP: (mock, path, { headers, ...init }) =>
    fetch(mock.url + path, { ...init, headers: { authorization, "content-type": "application/json", ...headers } }),
  "the dispatcher": async (mock, path, { headers, ...init }) =>
    (await undiciFetch(`http://mock.example${path}`, {
      ...init,
      headers: { authorization, "content-type": "application/json", ...headers },
      dispatcher: mock.dispatcher,
    })) as unknown as Response,
};

const cases = Object.keys(stores).flatMap((store) => Object.keys(ways).map((way) => [store, way] as const));

describe.each(cases)("concurrent updates over %s and %s", (storeName, way) => {
  const send = ways[way] as Send;
  const createStore = stores[storeName] as (typeof stores)[string];
  let mock: Mock;
  let store: Store & Partial<Disposable>;
  afterEach(async () => {
    await mock.close();
    store[Symbol.dispose]?.();
  });

  it("one of many updates with the same base_version succeeds", async () => {
    mock = await startMock({ contracts: await ownContracts(), store: (store = createStore()) });
    await send(mock, "/v1/entity/schemas/contact", { method: "PUT", body: "{}" });
    for (let version = 1; version <= 3; version++) {
      const told = await all((title) =>
        send(mock, `/v1/entity/schemas/contact?base_version=${version}`, {
          method: "PUT",
          body: JSON.stringify({ ui_config: { custom_tabs: [{ title }] } }),
        }),
      );
      const head = await (await send(mock, "/v1/entity/schemas/contact/head", { method: "GET" })).json();

      expect(told.map(({ status }) => status).toSorted()).toEqual([200, ...losers(409)]);
      expect(head).toEqual(await told.find(({ status }) => status === 200)?.json());
      expect(head).toMatchObject({ version: version + 1 });
    }
  });

  it("one of many updates with the same If-Match succeeds", async () => {
    const contracts = [await fixture("semantics")];
    mock = await startMock({ contracts, store: (store = createStore()) });
    let { headers } = await send(mock, "/articles/a", { method: "PUT", body: "{}" });
    for (let round = 1; round <= 3; round++) {
      const based = { "if-match": headers.get("etag") as string };
      const told = await all((title) =>
        send(mock, "/articles/a", { method: "PATCH", headers: based, body: JSON.stringify({ title, words: round }) }),
      );
      const read = await send(mock, "/articles/a", { method: "GET" });
      const winner = told.find(({ status }) => status === 200) as Response;

      expect(told.map(({ status }) => status).toSorted()).toEqual([200, ...losers(412)]);
      expect(await read.json()).toEqual(await winner.json());
      expect(read.headers.get("etag")).toBe(winner.headers.get("etag"));
      ({ headers } = read);
    }
  });
});

/** Store that lets other requests run between any two calls. */
function distant(): Store {
  const near = createMemoryStore();
  return {
    ...near,
    async read(address) {
      await setImmediate();
      return near.read(address);
    },
    async change(address, step) {
      await setImmediate();
      return near.change(address, step);
    },
  };
}

const COUNT = 25;

function all(update: (title: string) => Promise<Response>): Promise<Response[]> {
  return Promise.all(Array.from({ length: COUNT }, (_, index) => update(`Tab ${index}`)));
}

function losers(status: number): number[] {
  return Array.from({ length: COUNT - 1 }, () => status);
}
