import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { fixture, noon } from "../../test/support/mock/ask.ts";
import { type Received, startReceiver } from "../../test/support/mock/receiver.ts";
import { loadContract } from "../../contracts/index.ts";
import { compiledCount } from "../../contracts/schema/validator.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { type OrganizationState, createClock, createSqliteStore } from "../index.ts";
import { startMock } from "../../api/mock.ts";

const library = fileURLToPath(new URL("../../fixtures/mock/library.yaml", import.meta.url));
const examples = fileURLToPath(new URL("../../fixtures/mock/examples.yaml", import.meta.url));
const pets = fileURLToPath(new URL("../../fixtures/mock/wrapped-nullable.yaml", import.meta.url));

describe("startMock()", () => {
  it("does not start with fixtures beyond the limit of the state", async () => {
    const fixtures = { collections: { "/books": [{ id: "b1", value: { id: "b1", title: "x".repeat(2000) } }] } };

    await expect(startMock({ contracts: [library], fixtures, stateLimit: 1000 })).rejects.toMatchObject({
      code: "unwritable-state",
      message: expect.stringMatching(/"demo" with the fixtures: .* its limit is 1000/) as string,
      hint: expect.stringContaining("--state-limit") as string,
    });
  });

  it("accepts fixtures as one object, a list of them, a name or a file", async () => {
    const state = {
      collections: { "/books": [{ id: "b1", value: { title: "Emma", isbn: "9780141439587", price: 5 } }] },
    };
    for (const fixtures of [state, [state]]) {
      await using mock = await startMock({ contracts: [library], fixtures });
      expect((await mock.org("demo").state()).collections["/books"]).toMatchObject(state.collections["/books"]);
    }
    for (const [fixtures, reason] of [
      [{ colections: {} }, 'the nearest is "collections"'],
      [7, "fixtures must be a text, an object or a list, not 7"],
    ] as const)
      await expect(startMock({ contracts: [library], fixtures: fixtures as never })).rejects.toThrow(reason);
  });

  it("serves the bundled contracts, with and without a socket", async () => {
    await using mock = await startMock();
    const headers = { authorization: `Bearer ${mock.org("acme").token}`, "content-type": "application/json" };
    const body = JSON.stringify({ number: "1EMH0012345678" });
    const created = await fetch(`${mock.url}/v2/metering/meters`, { method: "POST", headers, body });
    const listed = await request("https://metering.platform.example/v2/metering/meters", {
      headers,
      dispatcher: mock.dispatcher,
    });

    expect(created.status).toBe(201);
    expect(await listed.body.json()).toEqual([await created.json()]);
  });

  it("serves given contracts: loaded ones, files and folders", async () => {
    await using mock = await startMock({ contracts: [library, await fixture("forms-basic"), pets] });
    const names = mock.platform.routes.map(({ name }) => name);

    expect(names).toEqual(expect.arrayContaining(["GET /books", "POST /messages", "GET /pets"]));
    expect(names.filter((name) => name.includes("metering"))).toEqual([]);
  });

  it("rejects a path that does not exist", async () => {
    await expect(startMock({ contracts: ["no/such/file.yaml"] })).rejects.toMatchObject({
      code: "unreadable-document",
    });
  });

  it("gives each organization a token, and resets one organization", async () => {
    await using mock = await startMock({ contracts: [library] });
    const { acme, globex } = { acme: mock.org("acme"), globex: mock.org("globex") };
    for (const { token } of [acme, globex]) await create(mock.url, token);
    await acme.reset();

    expect([acme.name, acme.token]).toEqual(["acme", "mock-acme"]);
    expect([await count(mock.url, acme.token), await count(mock.url, globex.token)]).toEqual([0, 1]);
  });

  it("creates a world with a copy of the state and a separate clock", async () => {
    await using mock = await startMock({ contracts: [library], clock: createClock(() => noon) });
    const ask = async (token: string, method = "GET"): Promise<unknown> => {
      const response = await request(`${mock.url}/books`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "POST" && { body: '{"title":"Emma"}' }),
      });
      return response.body.json();
    };
    await ask(mock.org("acme").token, "POST");
    const [one, other] = [await mock.fork("acme"), await mock.fork("acme")];
    one.clock.advance(60_000);
    const made = (await ask(one.token, "POST")) as Record<string, unknown>;

    expect(new Set([one.name, other.name, "acme"]).size).toBe(3);
    expect(await ask(one.token)).toMatchObject({ total: 2 });
    expect(await ask(other.token)).toMatchObject({ total: 1 });
    expect(await ask("mock-acme")).toMatchObject({ total: 1 });
    expect(made["created_at"]).toBe(new Date(noon + 60_000).toISOString());
    expect(other.clock.now()).toBe(noon);
  });

  it("returns and accepts copies of the state", async () => {
    await using mock = await startMock({ contracts: [library] });
    const given = { collections: { "/books": [{ id: "a", value: { id: "a", title: "Emma" } }] } };
    const edit = (state: OrganizationState): void => {
      for (const { value } of state.collections["/books"] ?? []) Object.assign(value, { title: "edited" });
    };
    const acme = mock.org("acme");
    await acme.seed(given);
    const fork = await mock.fork("acme");
    const snapshot = await acme.snapshot();
    edit(given);
    edit(await acme.state());

    for (const { state } of [acme, fork])
      expect((await state()).collections["/books"]).toEqual([{ id: "a", value: { id: "a", title: "Emma" } }]);
    await acme.restore(snapshot);
    expect((await acme.state()).collections["/books"]?.[0]?.value).toEqual({ id: "a", title: "Emma" });
  });

  it("creates worlds with unused names", async () => {
    await using mock = await startMock({ contracts: [library] });
    await create(mock.url, "mock-demo-world-1");
    const fork = await mock.fork();

    expect(fork.name).not.toBe("demo-world-1");
    expect([await count(mock.url, "mock-demo-world-1"), await count(mock.url, fork.token)]).toEqual([1, 0]);
  });

  it("advances its clock", async () => {
    await using mock = await startMock({ contracts: [library], clock: createClock(() => noon) });
    mock.clock.advance(3_600_000);

    expect(await create(mock.url, "mock-acme")).toMatchObject({ created_at: "2026-01-05T13:00:00.000Z" });
  });

  it("serves other contracts after a reload, and keeps the state of organizations", async () => {
    await using mock = await startMock({
      contracts: [library],
      clock: createClock(() => noon),
      rateLimit: { burst: 1, perSecond: 1 },
    });
    const acme = mock.org("acme");
    await create(mock.url, acme.token);
    acme.clock.advance(1000);
    acme.faults.set([{ id: "status", status: 503, operations: ["getBook"] }]);
    const both = [await fixture("library"), await fixture("wrapped-nullable")];
    const { platform, dispatcher } = mock;
    mock.reload(both);
    const viaDispatcher = await request("http://any.example/pets", {
      dispatcher,
      headers: { authorization: "Bearer mock-acme" },
    });
    await viaDispatcher.body.dump();

    expect(mock.platform).not.toBe(platform);
    expect(viaDispatcher.statusCode).toBe(200);
    expect(await count(mock.url, acme.token)).toBe(1);
    expect(acme.clock.now()).toBe(noon + 1000);
    expect(acme.faults.get()).toMatchObject([{ id: "status" }]);
    expect(acme.journal.entries().map(({ operation }) => operation)).toEqual(["createBook", "listPets", "listBooks"]);
    expect(acme.journal.routes.map(({ name }) => name)).toContain("GET /pets");
    acme.faults.set([{ id: "status", status: 503, operations: ["listPets"] }]);
    expect(await mock.platform.metrics()).toContain('operation="createBook",status="201",verdict="answered"} 1');
    mock.reload([]);
    expect((await fetch(`${mock.url}/books`)).status).toBe(404);
  });

  it("does not change if a reload fails because the options do not fit the contracts", async () => {
    await using mock = await startMock({
      contracts: [library],
      faults: [{ id: "latency", milliseconds: 0, operations: ["listBooks"] }],
    });
    const { platform } = mock;

    expect(() => mock.reload([])).toThrow('no operation is called "listBooks"');
    expect(mock.platform).toBe(platform);
    expect(await count(mock.url, "mock-acme")).toBe(0);
  });

  it("delivers emitted events to the webhooks of the organization until it stops", async () => {
    await using receiver = await startReceiver((_, calls) => (calls === 1 ? 204 : 500));
    const mock = await startMock();
    const acme = mock.org("acme");
    const { signing_secret } = (await (
      await fetch(`${mock.url}/v1/webhooks`, {
        method: "POST",
        headers: { authorization: `Bearer ${acme.token}`, "content-type": "application/json" },
        body: JSON.stringify({ url: receiver.url, event_types: ["contract.signed"] }),
      })
    ).json()) as { signing_secret: string };
    const { deliveries } = await acme.emit({ name: "contract.signed", payload: { contract_id: "c_1" } });
    await acme.deliveries.settled();
    const [{ headers, body }] = receiver.received as [Received];
    await acme.emit({ name: "contract.signed" });
    await acme.deliveries.settled();
    await mock.close();
    mock.clock.advance(3_600_000);
    await acme.deliveries.settled();

    expect(verify({ headers, body, secret: signing_secret })).toEqual({ ok: true });
    expect(acme.deliveries.list().map(({ id, status }) => [id, status])).toEqual([
      [deliveries[0], "delivered"],
      [expect.any(String), "pending"],
    ]);
    expect(receiver.received).toHaveLength(2);
    acme.limits.set({ burst: 5, perSecond: 1 });
    expect(acme.limits.get()).toEqual({ burst: 5, perSecond: 1, left: {} });
  });

  it("stops when it is disposed, and can be closed before", async () => {
    let url: string;
    {
      await using mock = await startMock({ contracts: [library] });
      url = mock.url;
      expect((await fetch(`${url}/books`)).status).toBe(401);
      await mock.close();
    }

    await expect(fetch(`${url}/books`)).rejects.toThrow();
  });

  it("keeps state in a file, and releases the file when it closes or cannot start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "concord-start-"));
    const options = { contracts: [library], state: `sqlite:${join(folder, "mock.db")}` } as const;
    const taken = await startMock({ contracts: [library] });
    try {
      const first = await startMock(options);
      await create(first.url, "mock-acme");
      await first.close();
      await expect(startMock({ ...options, port: Number(new URL(taken.url).port) })).rejects.toMatchObject({
        code: "cannot-listen",
      });
      await using second = await startMock(options);

      expect(await count(second.url, "mock-acme")).toBe(1);
    } finally {
      await taken.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("does not close a given store, and rejects an unknown storage", async () => {
    using store = createSqliteStore(":memory:");
    const mock = await startMock({ contracts: [library], store });
    await create(mock.url, "mock-acme");
    await mock.close();

    expect(await store.list("acme", "/books", { offset: 0, limit: 1 })).toMatchObject({ total: 1 });
    await expect(startMock({ contracts: [library], state: "disk" as "memory" })).rejects.toThrow(
      'state must be "memory", "sqlite:FILE" or "postgres://URL", not "disk"',
    );
  });

  it("rejects invalid arguments with a reason, and does not change the state", async () => {
    await using mock = await startMock({ contracts: [library] });
    const acme = mock.org("acme");
    await create(mock.url, acme.token);

    for (const name of ["a b", "", "-a", "a:b", "a@b", null, 3])
      expect(() => mock.org(name as string)).toThrow(`Cannot take ${JSON.stringify(name)} for an organization`);
    await expect(mock.fork({} as string)).rejects.toThrow("Cannot take {} for an organization");
    const given: [() => Promise<unknown>, string][] = [
      [() => acme.seed({} as never), 'Cannot keep this state: it has no "collections"'],
      [() => acme.seed(null as never), "Cannot keep this state: it must be an object, not null"],
      [() => acme.seed({ collections: { "/books": {} } } as never), 'collections["/books"] must be a list'],
      [() => acme.seed({ collections: { "/boks": [] } }), 'the nearest is "/books"'],
      [
        () => acme.seed({ collections: { "/books": [{ id: "a", value: { title: 7 } }] } }),
        "/value/title must be a string",
      ],
      [() => acme.emit({} as never), 'Cannot emit the event: it has no "name"'],
      [() => acme.emit("a" as never), 'Cannot emit the event: it must be an object, not "a"'],
      [() => acme.emit({ name: "a", time: "soon" }), 'time must be a time (RFC 3339), not "soon"'],
      [() => acme.emit({ name: "a", time: "2026-01-05" }), 'time must be a time (RFC 3339), not "2026-01-05"'],
      [() => acme.emit({ name: "a", paylod: {} } as never), 'no place for "paylod"; the nearest is "payload"'],
    ];
    for (const [give, reason] of given) await expect(give()).rejects.toThrow(reason);
    expect(await count(mock.url, acme.token)).toBe(1);
  });

  it("creates no world after it was closed", async () => {
    const mock = await startMock({ contracts: [library] });
    await mock.close();

    await expect(mock.fork()).rejects.toThrow("Cannot fork: the mock is closed");
  });

  it("responds with the same bytes for the same seed and requests", async () => {
    const run = async (seed: string): Promise<unknown> => {
      await using mock = await startMock({ contracts: [library], seed, clock: createClock(() => noon) });
      return [await create(mock.url, "mock-acme"), await create(mock.url, "mock-acme")];
    };

    expect(await run("one")).toEqual(await run("one"));
    expect(await run("one")).not.toEqual(await run("two"));
  });
});

async function create(url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${url}/books`, { method: "POST", headers, body: '{"title":"A"}' });
  return response.json();
}

async function count(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/books`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { total: number }).total;
}

describe("warmUp", () => {
  it("compiles every validator before the first request", async () => {
    const contract = await loadContract(examples);
    const counts = [compiledCount(contract)];
    await using mock = await startMock({ contracts: [contract], warmUp: true });
    counts.push(compiledCount(contract));
    const body = JSON.stringify({ id: "new", name: "New" });
    const headers = { "content-type": "application/json" };
    const { status } = await mock.fetch("/users", { method: "POST", headers, body });
    const read = await mock.fetch("/users/u1/notes");

    expect([status, read.status]).toEqual([201, 200]);
    expect(counts[0]).toBe(0);
    expect(counts[1]).toBeGreaterThan(5);
    expect(compiledCount(contract)).toBe(counts[1]);
  });
});
