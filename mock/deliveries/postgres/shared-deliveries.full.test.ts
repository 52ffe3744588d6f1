import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createDeliveryHarness } from "../../../test/support/mock/delivery-harness.ts";
import { noon, useStores } from "../../../test/support/mock/ask.ts";
import { type Received, startReceiver } from "../../../test/support/mock/receiver.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { numbersTo, startReplica } from "../../../test/support/postgres/replica.ts";
import { type PostgresStore, createClock, createMemoryStore, createPostgresStore } from "../../index.ts";

const server = await startDatabase();
afterAll(() => server.stop());

/** Numbers of the events that a path received, by the first arrival of each message. */
function numbersAt(received: readonly Received[], path: string): number[] {
  const messages = new Map<unknown, number>();
  for (const { url, headers, body } of received)
    if (url === path && !messages.has(headers["webhook-id"]))
      messages.set(headers["webhook-id"], (JSON.parse(String(body)) as { payload: { number: number } }).payload.number);
  return [...messages.values()];
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await wait(20);
}

/** Rows of all tables of deliveries, and jobs. */
async function rowsLeft({ database }: PostgresStore): Promise<unknown> {
  const tables = ["delivery", "delivery_lock", "delivery_counter", "concord_queue._private_jobs"];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table})`).join(" + ");
  const rows = await database?.rows<{ left: number }>({ name: "left", text: `SELECT ${counts} AS left` }, []);
  return rows?.[0]?.left;
}

/** Runs a statement as an administrator would. */
async function run({ database }: PostgresStore, text: string): Promise<void> {
  await (await database?.pool())?.query(text);
}

const faultyInsert = (change: string): string => `
  CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${change} END $$;
  CREATE TRIGGER planted BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION planted()`;

describe("two processes that share a database", () => {
  /** Publishes on both at once. Each webhook of "acme" gets the numbers of both, of each process in order. */
  async function publishOnBoth(planted?: string) {
    const url = await server.create();
    await using receiver = await startReceiver();
    await using one = await startReplica(url);
    await using other = await startReplica(url);
    for (const id of ["wh_1", "wh_2"]) await one.subscribe("acme", id, `${receiver.url}/${id}`);
    if (planted) await run(one.store, faultyInsert(planted));
    await Promise.all([
      one.publish("acme", numbersTo(60)),
      other.publish(
        "acme",
        numbersTo(60).map((number) => number + 100),
      ),
    ]);
    await until(async () => {
      await one.platform.organization("acme").deliveries.settled({ held: true });
      const records = await one.platform.organization("acme").deliveries.complete();
      return records.list({ status: "pending" }).length === 0;
    });
    return ["/wh_1", "/wh_2"].map((path) => {
      const numbers = numbersAt(receiver.received, path);
      return [numbers.filter((number) => number < 100), numbers.filter((number) => number >= 100)];
    });
  }

  const inOrder = [numbersTo(60), numbersTo(60).map((number) => number + 100)];

  it("deliver each message, those of an endpoint in order", async () => {
    expect(await publishOnBoth()).toEqual([inOrder, inOrder]);
  });

  it.each([
    ["a message is lost", "IF NEW.number % 20 = 0 THEN RETURN NULL; END IF; RETURN NEW;"],
    ["the order is another one", "NEW.due := NEW.due + 300 * (NEW.number / 2 % 2); RETURN NEW;"],
  ])("fail this check if %s", async (_, planted) => {
    expect(await publishOnBoth(planted)).not.toEqual([inOrder, inOrder]);
  });

  it("make the attempts of an endpoint one after the other, and share those of several", async () => {
    const url = await server.create();
    let [now, most] = [0, 0];
    const busy = new Map<string, number>();
    const overlapping: string[] = [];
    await using receiver = await startReceiver(async ({ url: path }) => {
      const its = (busy.get(path) ?? 0) + 1;
      if (its > 1) overlapping.push(path);
      busy.set(path, its);
      most = Math.max(most, ++now);
      await wait(10);
      busy.set(path, its - 1);
      now--;
      return 204;
    });
    await using one = await startReplica(url);
    await using other = await startReplica(url);
    for (const number of numbersTo(6)) await one.subscribe("acme", `wh_${number}`, `${receiver.url}/${number}`);
    await Promise.all([one.publish("acme", numbersTo(10)), other.publish("acme", numbersTo(10))]);
    await other.platform.organization("acme").deliveries.settled();

    expect(receiver.received).toHaveLength(120);
    expect(overlapping).toEqual([]);
    expect(most).toBeGreaterThan(1);
  });

  it("know of each other's deliveries, and send them again", async () => {
    const url = await server.create();
    await using receiver = await startReceiver();
    await using one = await startReplica(url);
    await using other = await startReplica(url);
    await one.subscribe("acme", "wh_1", receiver.url);
    await one.publish("acme", [7]);
    const { deliveries } = other.platform.organization("acme");
    await deliveries.settled();
    const [delivery] = (await deliveries.complete()).list();
    expect(await deliveries.redeliver(delivery?.id ?? "")).toBe(true);
    await deliveries.settled();

    expect(delivery).toMatchObject({ status: "delivered", attempts: [{ response: { status: 204 } }] });
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    expect(() => deliveries.list()).toThrow("Use (await deliveries.complete()).list()");
  });
});

describe("a process that is killed in the middle", () => {
  it("loses no delivery: another one makes its attempts again", async () => {
    const url = await server.create();
    await using receiver = await startReceiver(() => wait(30, 204 as const));
    await using survivor = await startReplica(url);
    for (const id of ["wh_1", "wh_2", "wh_3"]) await survivor.subscribe("acme", id, `${receiver.url}/${id}`);
    const script = fileURLToPath(new URL("../../../test/support/postgres/replica.ts", import.meta.url));
    const child = spawn(process.execPath, [script, url, "40"], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await until(() => receiver.received.length >= 30);
    child.kill("SIGKILL");
    await once(child, "exit");
    const before = receiver.received.length;
    await survivor.platform.organization("acme").deliveries.settled();

    expect(before).toBeLessThan(120);
    for (const path of ["/wh_1", "/wh_2", "/wh_3"]) expect(numbersAt(receiver.received, path)).toEqual(numbersTo(40));
    const records = await survivor.platform.organization("acme").deliveries.complete();
    expect(new Set(records.list().map(({ status }) => status))).toEqual(new Set(["delivered"]));
  });
});

describe("a process that ends", () => {
  it("leaves its attempts in progress to others", async () => {
    const url = await server.create();
    await using receiver = await startReceiver((_, count) => (count === 1 ? undefined : 204));
    const one = await startReplica(url);
    const other = await startReplica(url);
    await one.subscribe("acme", "wh_1", receiver.url);
    await one.publish("acme", [0]);
    await until(() => receiver.received.length === 1);
    // Either of the two has the attempt that is never answered.
    await one.platform.close();
    await one.store.close();
    await using another = await startReplica(url);
    await other.platform.close();
    await other.store.close();
    const { deliveries } = another.platform.organization("acme");
    await deliveries.settled();

    expect((await deliveries.complete()).list()).toMatchObject([
      { status: "delivered", attempts: [{ response: { status: 204 } }] },
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });
});

describe("a database that cuts its connections", () => {
  it("loses no delivery", async () => {
    const url = await server.create();
    await using receiver = await startReceiver(() => wait(5, 204 as const));
    await using replica = await startReplica(url);
    for (const id of ["wh_1", "wh_2"]) await replica.subscribe("acme", id, `${receiver.url}/${id}`);
    await replica.publish("acme", numbersTo(60));
    for (let round = 0; round < 3; round++) {
      await run(
        replica.store,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()",
      ).catch(() => undefined);
      await wait(50);
    }
    const settled = () =>
      replica.platform
        .organization("acme")
        .deliveries.settled()
        .then(() => true);
    await until(() => settled().catch(() => false));

    for (const path of ["/wh_1", "/wh_2"]) expect(numbersAt(receiver.received, path)).toEqual(numbersTo(60));
  });
});

describe("many slow endpoints of one organization", () => {
  it("do not delay the messages of another one", async () => {
    const url = await server.create();
    await using receiver = await startReceiver(({ url: path }) => (path === "/quick" ? 204 : undefined));
    await using replica = await startReplica(url);
    for (const number of numbersTo(40)) await replica.subscribe("slow", `wh_${number}`, `${receiver.url}/slow`);
    await replica.subscribe("quick", "wh_1", `${receiver.url}/quick`);
    await replica.publish("slow", [0]);
    await until(() => receiver.received.length >= 10);
    await replica.publish("quick", [0]);
    await replica.platform.organization("quick").deliveries.settled();
    const records = await replica.platform.organization("slow").deliveries.complete();

    expect(numbersAt(receiver.received, "/quick")).toEqual([0]);
    // None of the slow endpoints has been given up meanwhile.
    expect(records.list().flatMap(({ attempts }) => attempts)).toEqual([]);
  });
});

describe("deliveries of one organization", () => {
  const opened: PostgresStore[] = [];
  async function useDatabase(): Promise<string> {
    const url = await server.create();
    useStores(() => {
      const store = createPostgresStore(url);
      opened.push(store);
      return store;
    });
    return url;
  }
  afterEach(async () => {
    useStores(createMemoryStore);
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  it("are made with the changes of their event, or not at all", async () => {
    await useDatabase();
    const harness = createDeliveryHarness({ settings: [] });
    await harness.deliver(0);
    const event = { name: "a.b", time: "2026-01-05T12:00:00Z" };
    const discarded = harness.store.begin?.();
    await harness.deliveries.deliver({ ...event, payload: { number: 1 } }, ["wh_1"], discarded?.store);
    await discarded?.rollback();
    const kept = harness.store.begin?.();
    await harness.deliveries.deliver({ ...event, payload: { number: 2 } }, ["wh_1"], kept?.store);
    await harness.deliveries.settled();
    expect(harness.receivedBy("wh_1")).toBe("0");
    await kept?.commit();
    await harness.deliveries.settled();

    expect(harness.receivedBy("wh_1")).toBe("0 2");
  });

  it("are retried when the clock has moved, by whatever process", async () => {
    await useDatabase();
    const clock = createClock(() => noon);
    // Without its change, the job would never start.
    clock.freeze();
    const one = createDeliveryHarness({ settings: [], statuses: [500, 500], clock });
    await one.deliver(0);
    await one.deliveries.settled();
    await opened.shift()?.close();
    const other = createDeliveryHarness({ settings: [], clock });
    await other.deliveries.settled();
    expect(other.receivedBy("wh_1")).toBe("");
    await other.passTime(5000);

    expect(other.receivedBy("wh_1")).toBe("0");
  });

  it("wait while the clock is frozen, and go on when it is resumed", async () => {
    await useDatabase();
    const harness = createDeliveryHarness({
      settings: [{ id: "delay-deliveries", milliseconds: 60 }],
      source: Date.now,
    });
    harness.clock.freeze();
    await harness.deliver(0);
    await harness.deliveries.settled();
    const jobs = { name: "jobs", text: "SELECT run_at = 'infinity' AS never FROM concord_queue.jobs" };
    const whileFrozen = await harness.store.database?.rows(jobs, []);
    harness.clock.resume();
    await until(async () => {
      await harness.deliveries.settled();
      return harness.arrived.length === 2;
    });

    expect(whileFrozen).toEqual([{ never: true }, { never: true }]);
  });

  it("leave no rows and no jobs when it ends, also those that wait", async () => {
    const url = await useDatabase();
    await using receiver = await startReceiver(() => 500);
    await using replica = await startReplica(url);
    for (const name of ["acme", "globex"]) {
      await replica.subscribe(name, "wh_1", receiver.url);
      // Retries wait for ever, and so do their jobs.
      replica.platform.organization(name).clock.freeze();
      await replica.publish(name, numbersTo(3));
      await replica.platform.organization(name).deliveries.settled();
    }
    const before = await rowsLeft(replica.store);
    await replica.platform.organization("acme").reset();
    await replica.platform.organization("globex").end();
    // Jobs that had started are removed when they have ended.
    await until(async () => (await rowsLeft(replica.store)) === 0);

    expect(before).toBeGreaterThan(0);
  });
});
