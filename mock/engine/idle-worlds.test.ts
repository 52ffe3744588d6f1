import { platformMock } from "../../profiles/platform/mock.ts";
import { describe, expect, it } from "vitest";
import { ask, ownContracts, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { addBook } from "../../test/support/mock/control.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { subscribe } from "../../test/support/mock/webhooks.ts";
import { type Platform, type Store, behaviour, createMemoryStore, createSqliteStore } from "../index.ts";
import { MAX_IDLE } from "./worlds.ts";

const many = 4 * MAX_IDLE;

/** Sends requests with many different tokens, each only once. */
async function callAsMany(platform: Platform, line = "GET /books", count = many): Promise<void> {
  for (let number = 0; number < count; number++) await ask(platform, line, { token: `mock-made-up-${number}` });
}

describe("organizations without state", () => {
  it.each<[string, () => Store]>([
    ["memory", createMemoryStore],
    ["a file", () => createSqliteStore(":memory:")],
  ])("are dropped above a maximum number, the least recently used first, with state in %s", async (_, createStore) => {
    const platform = await platformOf("library", { store: createStore() });
    await addBook(platform, "Emma");
    await callAsMany(platform);
    const names = await platform.organizations();

    expect(names.length).toBeLessThanOrEqual(MAX_IDLE + 1);
    expect(names).toContain(`made-up-${many - 1}`);
    expect(names).not.toContain("made-up-0");
    expect(platform.journal.count()).toBeLessThanOrEqual(MAX_IDLE + 1);
    expect(platform.organization("acme").journal.count()).toBe(1);
    expect((await ask(platform, "GET /books")).value.total).toBe(1);
  });

  it.each(["GET /books/none", "DELETE /books/none", "PATCH /books/none", "GET /nowhere", "POST /books"])(
    "are dropped also after refused requests: %s",
    async (line) => {
      const platform = await platformOf("library");
      await callAsMany(platform, line);

      expect((await platform.organizations()).length).toBeLessThanOrEqual(MAX_IDLE);
    },
  );

  it("are kept if they were called recently, or used by a test or the control API", async () => {
    const platform = await platformOf("library", { rateLimit: { burst: 3, perSecond: 1 } });
    await ask(platform, "GET /books", { token: "mock-once" });
    await ask(platform, "GET /_concord/organizations/watched/journal");
    const clock = platform.organization("turned").clock;
    platform.organization("limited").limits.set({ burst: 7, perSecond: 1 });
    platform.organization("stormy").faults.set([{ id: "status", status: 503 }]);
    const { name: fork } = await platform.organization("turned").fork();
    for (let round = 0; round < 8; round++) {
      await callAsMany(platform, "GET /books", MAX_IDLE / 2);
      await ask(platform, "GET /books", { token: "mock-often" });
    }
    await callAsMany(platform);
    clock.advance(60_000);
    const names = await platform.organizations();

    expect(names).toEqual(expect.arrayContaining(["watched", "turned", "limited", "stormy", fork]));
    expect(names).not.toContain("once");
    expect(platform.organization("turned").clock.now() - platform.clock.now()).toBe(60_000);
    expect(platform.organization("limited").limits.get().burst).toBe(7);
    expect((await ask(platform, "GET /books", { token: "mock-stormy" })).status).toBe(503);
  });

  it("are kept if a custom behaviour has memory of them", async () => {
    let seen: unknown;
    const counted = behaviour({
      id: "counted",
      operations: ["listBooks"],
      handle({ memory, organization }, next) {
        if (organization === "acme") memory.set("calls", Number(memory.get("calls") ?? 0) + 1);
        seen = memory.get("calls");
        return next();
      },
    });
    const platform = await platformOf("library", { behaviours: [counted] });
    await ask(platform, "GET /books");
    await callAsMany(platform);
    await ask(platform, "GET /books");

    expect(seen).toBe(2);
    expect((await platform.organizations()).length).toBeLessThanOrEqual(MAX_IDLE + 1);
  });

  it("are kept while they have pending deliveries, also if the webhook was deleted", async () => {
    const arrived = Promise.withResolvers<void>();
    await using receiver = await startReceiver(() => void arrived.resolve());
    const store = createMemoryStore();
    const apis = (await ownContracts()).filter(({ api }) => api === "webhooks");
    const platform = platformServing(apis, { store, profile: platformMock });
    const webhooks = [
      await subscribe(platform, receiver, ["webhook.created"]),
      await subscribe(platform, receiver, ["other"]),
    ];
    await arrived.promise;
    for (const { id } of webhooks) await ask(platform, `DELETE /v1/webhooks/${id}`);
    await store.reset("acme"); // the secrets of webhooks stay
    await callAsMany(platform, "GET /v1/webhooks", 2 * MAX_IDLE);

    expect(platform.organization("acme").deliveries.list()).toMatchObject([{ status: "pending" }]);
    await platform.close();
  });

  it("never pass on their names to new worlds after they are dropped", async () => {
    const platform = await platformOf("library");
    await ask(platform, "GET /books", { token: "mock-demo-world-7" });
    for (let number = 0; number < 20_000; number++)
      await ask(platform, "GET /books", { token: `mock-made-up-${number}-world-3` });

    expect((await platform.organization("demo").fork()).name).toBe("demo-world-8");
    expect(Number((await platform.organization("made-up-1").fork()).name.split("-world-")[1])).toBeGreaterThan(3);
  });
});
