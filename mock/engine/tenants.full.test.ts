import { afterAll, afterEach, describe, expect, it } from "vitest";
import { ask, fixture, ownContracts, platformServing } from "../../test/support/mock/ask.ts";
import { control } from "../../test/support/mock/control.ts";
import { startDatabase } from "../../test/support/postgres/database.ts";
import { rowsOf } from "../../test/support/postgres/rows.ts";
import { type Contract } from "../../contracts/index.ts";
import { type Platform, type PlatformOptions, type PostgresStore, createClock, createPostgresStore } from "../index.ts";

// Several platforms on one database behave as one: all of them show the clock, faults, limits and webhooks of an
// organization that one has changed.

const database = await startDatabase();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => database.stop());

const noon = Date.parse("2026-01-05T12:00:00.000Z");

interface Replicas {
  readonly platforms: readonly [Platform, Platform, Platform];
  readonly stores: readonly PostgresStore[];
}

async function replicasOf(contracts: readonly Contract[]): Promise<Replicas> {
  const url = await database.create();
  const stores = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const store = createPostgresStore(url);
      await store.open();
      return store;
    }),
  );
  const platforms = stores.map((store) => platformServing(contracts, { store, clock: createClock(() => noon) }));
  closing.push(async () => {
    for (const platform of platforms) await platform.close();
    for (const store of stores) await store.close();
  });
  return { platforms: platforms as unknown as Replicas["platforms"], stores };
}

async function libraries(): Promise<Replicas> {
  return replicasOf([await fixture("library")]);
}

describe("several platforms on one database", () => {
  it("show the clock of an organization that one has moved, at once", async () => {
    const { platforms } = await libraries();
    const [one, other, third] = platforms;
    await control(one, "POST /_concord/organizations/acme/clock/advance", { milliseconds: 60_000 });
    await control(other, "POST /_concord/organizations/acme/clock/advance", { milliseconds: 60_000 });
    const { value } = await control(third, "GET /_concord/organizations/acme/clock");

    expect(value).toEqual({ now: "2026-01-05T12:02:00.000Z", frozen: false });
    await control(third, "POST /_concord/organizations/acme/clock/freeze", { at: "2030-01-01T00:00:00.000Z" });
    for (const platform of platforms) {
      const created = await ask(platform, "POST /books", { body: { title: "Emma" } });
      expect(created.status).toBe(201);
      expect(platform.organization("acme").clock.now()).toBe(Date.parse("2030-01-01T00:00:00.000Z"));
    }
  });

  it("wait with a request until a change of the clock in the process is stored", async () => {
    const { platforms } = await libraries();
    const [one, other] = platforms;
    one.organization("acme").clock.advance(1000);
    one.organization("acme").clock.advance(1000);
    expect(one.organization("acme").clock.now()).toBe(noon + 2000);
    await ask(one, "GET /books");
    await ask(other, "GET /books");

    expect(other.organization("acme").clock.now()).toBe(noon + 2000);
  });

  it("count the calls of a fault together, each once", async () => {
    const { platforms } = await libraries();
    const faults = [{ id: "fail-nth", n: 3, every: true, times: 4 }];
    await control(platforms[0], "PUT /_concord/organizations/acme/faults", { faults });
    const statuses = await Promise.all(
      Array.from(
        { length: 30 },
        async (_, index) => (await ask(platforms[index % 3] as Platform, "GET /books")).status,
      ),
    );

    expect(statuses.filter((status) => status === 503)).toHaveLength(4);
  });

  it("show no fault any more after one has removed it", async () => {
    const { platforms } = await libraries();
    const [one, other] = platforms;
    await control(one, "PUT /_concord/organizations/acme/faults", { faults: [{ id: "status", status: 500 }] });
    expect((await ask(other, "GET /books")).status).toBe(500);
    await control(other, "PUT /_concord/organizations/acme/faults", { faults: [] });
    expect((await ask(one, "GET /books")).status).toBe(200);
    await control(one, "PUT /_concord/organizations/acme/faults", { faults: [{ id: "status", status: 500 }] });
    await control(other, "POST /_concord/organizations/acme/reset");
    expect((await ask(one, "GET /books")).status).toBe(200);
  });

  it("grant a burst once, and the rest after the time of the limit", async () => {
    const { platforms } = await replicasOf(await ownContracts());
    await control(platforms[0], "PUT /_concord/organizations/acme/limits", { burst: 10, perSecond: 1 });
    const send = async (index: number): Promise<number> =>
      (await ask(platforms[index % 3] as Platform, "POST /v2/metering/readings", { body: {} })).status;
    const limited = async (count: number): Promise<number> =>
      (await Promise.all(Array.from({ length: count }, (_, index) => send(index)))).filter((status) => status === 429)
        .length;

    expect(await limited(40)).toBe(30);
    const { value } = await control(platforms[1], "GET /_concord/organizations/acme/limits");
    expect(value).toMatchObject({ burst: 10, perSecond: 1, left: { "metering/createReading": 0 } });
    await control(platforms[2], "POST /_concord/organizations/acme/clock/advance", { milliseconds: 5000 });
    expect(await limited(20)).toBe(15);
    await control(platforms[1], "POST /_concord/organizations/acme/limits/refill");
    expect(await limited(20)).toBe(10);
  });

  it("keep a member unique, whoever creates the item", async () => {
    const { platforms } = await replicasOf([await fixture("parcels")]);
    for (let round = 0; round < 5; round++) {
      const statuses = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const body = {
            id: `${index}`,
            state: "packed",
            created_at: "2026-01-05T12:00:00Z",
            code: `c${round}`,
            weight: index,
          };
          return (await ask(platforms[index % 3] as Platform, "POST /parcels", { body })).status;
        }),
      );
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    }
  });

  it("carry a request with an idempotency key out once, and repeat its response", async () => {
    const { platforms } = await replicasOf([await fixture("semantics")]);
    for (let round = 0; round < 5; round++) {
      const asked = { headers: { "idempotency-key": `k${round}` }, body: { title: "A" } };
      const send = (index: number) => ask(platforms[index % 3] as Platform, "POST /articles", asked);
      const responses = await Promise.all(Array.from({ length: 9 }, (_, index) => send(index)));
      const created = responses.filter(({ status }) => status === 201);

      expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(created.map(({ text }) => text)).size).toBe(1);
      for (let index = 0; index < 3; index++)
        expect(await send(index)).toMatchObject({ status: 201, text: created[0]?.text });
    }
    expect((await ask(platforms[0], "GET /articles")).value).toHaveLength(5);
  });

  it("let one of many writers win that name the same base version, and apply all unconditional changes", async () => {
    const { platforms } = await replicasOf(await ownContracts());
    const path = "/v1/entity/schemas/contact";
    const body = { slug: "contact", attributes: [] };
    await ask(platforms[0], `PUT ${path}`, { body });
    for (let round = 0; round < 5; round++) {
      const { version } = (await ask(platforms[round % 3] as Platform, `GET ${path}/head`)).value as {
        version: number;
      };
      const statuses = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const line = `PUT ${path}?base_version=${version}`;
          return (await ask(platforms[index % 3] as Platform, line, { body: { ...body, name: `${index}` } })).status;
        }),
      );
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(29);
    }
  });

  it("accept the tokens that another one has issued, until they expire by the clock of the organization", async () => {
    const { platforms } = await replicasOf([await fixture("semantics")]);
    const [one, other] = platforms;
    const { value } = await ask(one, "POST /_concord/oauth/token", {
      token: "",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from(
        `grant_type=client_credentials&client_id=${one.profile.credentials.tokenOf("acme")}&client_secret=s`,
      ),
    });
    const { access_token: token } = value as { readonly access_token: string };
    expect((await ask(other, "GET /articles", { token })).status).toBe(200);
    await control(one, "POST /_concord/organizations/acme/clock/advance", { milliseconds: 3_601_000 });
    expect((await ask(other, "GET /articles", { token })).status).toBe(401);
  });

  it("name each new organization differently, and give it the clock and the faults of its origin", async () => {
    const { platforms } = await libraries();
    const [one] = platforms;
    await control(one, "POST /_concord/organizations/demo/clock/advance", { milliseconds: 1000 });
    await control(one, "PUT /_concord/organizations/demo/faults", { faults: [{ id: "status", status: 500 }] });
    const forks = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (platforms[index % 3] as Platform).organization("demo").fork()),
    );
    const names = forks.map(({ name }) => name);

    expect(new Set(names).size).toBe(12);
    const limited = [{ id: "fail-nth", n: 1, every: true, times: 1 }];
    await control(one, "PUT /_concord/organizations/limited/faults", { faults: limited });
    const fork = await one.organization("limited").fork();
    const statuses = [];
    for (const platform of platforms) statuses.push((await ask(platform, "GET /books", { token: fork.token })).status);
    expect(statuses).toEqual([503, 200, 200]);
    for (const [index, name] of names.entries()) {
      const platform = platforms[(index + 1) % 3] as Platform;
      const token = platform.profile.credentials.tokenOf(name);
      expect((await ask(platform, "GET /books", { token })).status).toBe(500);
      expect(platform.organization(name).clock.now()).toBe(noon + 1000);
    }
  });

  it("list and restore snapshots that another one has made, also of an empty organization", async () => {
    const { platforms } = await libraries();
    const [one, other] = platforms;
    await control(one, "POST /_concord/organizations/acme/snapshots", { name: "empty" });
    await ask(one, "POST /books", { body: { title: "Emma" } });
    expect((await control(other, "GET /_concord/organizations/acme/snapshots")).value).toEqual({
      snapshots: [{ name: "empty" }],
    });
    await control(other, "POST /_concord/organizations/acme/snapshots/empty/restore");
    expect((await one.organization("acme").state()).collections).toEqual({});
  });

  it("warn when they start with other documents, another seed or another limit", async () => {
    const url = await database.create();
    const started = async (name: string, options: Partial<PlatformOptions> = {}): Promise<string> => {
      const store = createPostgresStore(url);
      let noticed = "";
      const notice = (text: string): void => void (noticed += text);
      const platform = platformServing([await fixture(name)], { store, notice, ...options });
      closing.push(async () => {
        await platform.close();
        await store.close();
      });
      await platform.open();
      return noticed;
    };

    expect(await started("library")).toBe("");
    expect(await started("library")).toBe("");
    // After an outage, another replica has removed the row of one that lives. Its next sign of life restores it.
    const [first] = await rowsOf(url, "DELETE FROM concord.replica RETURNING name");
    await expect
      .poll(() => rowsOf(url, `SELECT FROM concord.replica WHERE name = '${String(first?.["name"])}'`), {
        timeout: 10_000,
      })
      .toHaveLength(1);
    expect(await started("library", { seed: "other" })).toContain("a different setting: seed.");
    expect(await started("parcels", { rateLimit: { burst: 7, perSecond: 1 } })).toContain(
      "a different setting: documents, seed, rate limit.",
    );
  });

  it("compare with the documents that another one serves now", async () => {
    const [library, parcels] = [await fixture("library"), await fixture("parcels")];
    const url = await database.create();
    const documents = async () =>
      JSON.stringify(await rowsOf(url, "SELECT settings->'documents' FROM concord.replica"));
    let noticed = "";
    const [first, late] = [library, parcels].map((contract) => {
      const store = createPostgresStore(url);
      const notice = (text: string): void => void (noticed += text);
      const platform = platformServing([contract], { store, notice });
      closing.push(async () => {
        await platform.close();
        await store.close();
      });
      return platform;
    }) as [Platform, Platform];
    await first.open();
    const before = await documents();
    first.successor([parcels]);
    await expect.poll(documents).not.toBe(before);
    await late.open();

    expect(noticed).toBe("");
  });

  it("leave no row of an organization that has ended", async () => {
    const { platforms, stores } = await libraries();
    const [one, other] = platforms;
    const world = await one.organization("acme").fork();
    const token = world.token;
    await ask(other, "POST /books", { token, body: { title: "Emma" } });
    await control(one, `POST /_concord/organizations/${world.name}/clock/advance`, { milliseconds: 1000 });
    await control(other, `DELETE /_concord/organizations/${world.name}`);
    for (const platform of platforms) expect(await platform.organizations()).toEqual([]);
    const tables = await stores[0]?.database?.rows<{ name: string; n: string }>(
      {
        name: "rows_of_all_tables",
        text: `SELECT table_name AS name,
            (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I.%I', table_schema, table_name), false, true, '')))[1]::text AS n
          FROM information_schema.tables WHERE table_schema = 'concord' AND table_type = 'BASE TABLE' ORDER BY 1`,
      },
      [],
    );

    expect(Object.fromEntries((tables ?? []).map(({ name, n }) => [name, Number(n)]))).toMatchObject({
      item: 0,
      layer: 0,
      organization: 0,
      counter: 0,
      tenant: 0,
      bucket: 0,
    });
  });
});
