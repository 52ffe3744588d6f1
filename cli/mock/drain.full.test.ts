import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Database, startDatabase } from "../../test/support/postgres/database.ts";
import { type Relay, startRelay } from "../../test/support/postgres/relay.ts";

const root = join(import.meta.dirname, "../..");
const running: ChildProcess[] = [];
const relays: Relay[] = [];
let server: Database;
beforeAll(async () => {
  server = await startDatabase();
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const relay of relays.splice(0)) await relay.close();
});
afterAll(() => server.stop());

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything that the process has written. */
  readonly text: () => string;
  readonly ended: Promise<number | null>;
}

interface Setting {
  readonly state: string;
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function started({ state, options = [], env = {} }: Setting): Promise<Running> {
  const argv = ["cli/concord.ts", "mock", "--port", "0", "--contracts", "fixtures/mock/library.yaml", ...options];
  const child = spawn(process.execPath, argv, { cwd: root, env: { ...process.env, CONCORD_STATE: state, ...env } });
  running.push(child);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  let text = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      const found = /listens on (http:\S+)/.exec((text += chunk.toString()))?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`The mock ended: ${text}`)));
  });
  return { url, child, text: () => text, ended };
}

const headers = { authorization: "Bearer mock-acme", "content-type": "application/json" };

function create(url: string, title: string): Promise<Response> {
  return fetch(`${url}/books`, { method: "POST", headers, body: JSON.stringify({ title }) });
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(url, { headers })).status;
}

describe("concord mock --drain", () => {
  it("is not ready and serves requests without keeping connections, then finishes those in progress", async () => {
    const relay = await startRelay(await server.create());
    relays.push(relay);
    const mock = await started({ state: relay.url, options: ["--drain", "3"] });
    mock.child.kill("SIGTERM");
    await expect.poll(() => statusOf(`${mock.url}/_concord/ready`)).toBe(503);
    const served = await create(mock.url, "Emma");
    relay.hang();
    const slow = create(mock.url, "Persuasion");
    // Until the mock no longer takes requests, the slow one is in progress.
    await expect.poll(() => statusOf(`${mock.url}/nowhere`), { timeout: 20_000 }).toBe(503);
    relay.resume();

    expect([served.status, served.headers.get("connection")]).toEqual([201, "close"]);
    expect((await slow).status).toBe(201);
    expect(await mock.ended).toBe(0);
    const again = await started({ state: relay.url });
    expect(await (await fetch(`${again.url}/books`, { headers })).json()).toMatchObject({ total: 2 });
  });

  it("ends at once with a second signal", async () => {
    const mock = await started({ state: await server.create(), options: ["--drain", "300"] });
    mock.child.kill("SIGTERM");
    await expect.poll(() => statusOf(`${mock.url}/_concord/ready`)).toBe(503);
    mock.child.kill("SIGTERM");

    expect(await mock.ended).toBe(130);
  });

  it("refuses no request without a drain that was in progress", async () => {
    const mock = await started({ state: await server.create() });
    const made = await create(mock.url, "Emma");
    mock.child.kill("SIGTERM");

    expect(made.status).toBe(201);
    expect(await mock.ended).toBe(0);
  });
});

describe("the password of a database", () => {
  it("can come from PGPASSWORD, and is in no output", async () => {
    const url = new URL(await server.create());
    url.password = "";
    const mock = await started({ state: url.href, env: { PGPASSWORD: "password" }, options: ["--log", "info"] });

    expect((await create(mock.url, "Emma")).status).toBe(201);
    expect(mock.text()).not.toContain("password");
  });

  it("is in no output if it is in the URL, also while the database is away", async () => {
    const relay = await startRelay(await server.create());
    relays.push(relay);
    const mock = await started({ state: relay.url, options: ["--log", "info"] });
    relay.cut();
    await statusOf(`${mock.url}/_concord/ready`);
    await create(mock.url, "Emma");
    mock.child.kill("SIGTERM");
    await mock.ended;

    expect(mock.text()).toContain("State: postgres://postgres:…@127.0.0.1:");
    expect(mock.text()).toContain("Not ready: ");
    expect(mock.text()).not.toContain("password");
  });

  it("is in no error of a start that fails", async () => {
    for (const state of [
      "postgres://app:s3cret@127.0.0.1:9/x",
      "postgress://app:s3cret@db/x",
      "postgres:/app:s3cret@x",
    ])
      await expect(started({ state })).rejects.toThrow(/^(?!.*s3cret).*The mock ended:(?!.*s3cret)/s);
  });
});
