import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Told, ask, noon, ownPlatform, platformOf } from "../../testing/mock/ask.ts";
import { startReceiver } from "../../testing/mock/receiver.ts";
import { type JsonObject, loadControl, responseFor, validatorOf } from "../../contracts/index.ts";
import { type Platform, createSqliteStore } from "../index.ts";

const contract = await loadControl();
const acme = "/_concord/organizations/acme";

describe("the control API", () => {
  it("does something for each operation of its contract, and nothing that is not in it", () => {
    const sources = ["organizations", "state", "clock", "weather", "journal", "limits", "deliveries"].map((name) =>
      readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8"),
    );
    const handled = sources.join("\n").match(/(?<=^ {2}(?:async )?)[a-z]\w+(?=\(|:)/gm) ?? [];

    // Who the mock is, and how it is, is answered before the rest is loaded.
    expect(["getIdentity", "getHealth", "getReadiness", "readMetrics", ...handled].toSorted()).toEqual(
      contract.operations.map(({ id }) => id).toSorted(),
    );
  });

  it("lists who has state or called, but no snapshots", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    await ask(platform, "GET /books", { token: "org_globex" });
    await platform.snapshot("acme");

    expect((await control(platform, "GET /_concord/organizations")).value).toEqual({
      organizations: [
        { name: "acme", token: "org_acme" },
        { name: "globex", token: "org_globex" },
      ],
    });
  });

  it("makes worlds that begin with what another one has", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const [one, other] = [
      await control(platform, "POST /_concord/worlds", { from: "acme" }),
      await control(platform, "POST /_concord/worlds", { from: "acme" }),
    ];
    await addBook(platform, "Persuasion", one.value.token);

    expect([one.value.name, other.value.name]).toEqual(["acme-world-1", "acme-world-2"]);
    expect(await titles(platform, one.value.token)).toEqual(["Emma", "Persuasion"]);
    expect(await titles(platform, other.value.token)).toEqual(["Emma"]);
    expect((await control(platform, "POST /_concord/worlds", { from: "acme", name: "mine" })).value.name).toBe("mine");
    expect(await control(platform, "POST /_concord/worlds", { name: "acme" })).toMatchObject({ status: 409 });
    expect((await control(platform, "POST /_concord/worlds")).value.from).toBe("demo");
  });

  it("gives no world the name of another one, though that was reset, and has snapshots yet", async () => {
    const platform = await platformOf("library");
    const { name } = (await control(platform, "POST /_concord/worlds", { from: "acme" })).value;
    await control(platform, `POST /_concord/organizations/${name}/snapshots`, { name: "kept" });
    await control(platform, `POST /_concord/organizations/${name}/reset`);
    const other = (await control(platform, "POST /_concord/worlds", { from: "acme" })).value.name;

    expect(other).not.toBe(name);
    expect((await control(platform, `GET /_concord/organizations/${other}/snapshots`)).value.snapshots).toEqual([]);
    expect(await control(platform, "POST /_concord/worlds", { name })).toMatchObject({ status: 409 });
  });

  it("leaves nothing of an organization that is ended", async () => {
    const platform = await platformOf("library", { rateLimit: { burst: 2, perSecond: 1 } });
    await addBook(platform, "Emma");
    await control(platform, `POST ${acme}/snapshots`, { name: "kept" });
    await control(platform, `POST ${acme}/clock/advance`, { milliseconds: 5 });
    await control(platform, `PUT ${acme}/weather`, { weather: [{ id: "status", status: 503 }] });
    await control(platform, `PUT ${acme}/limits`, { burst: 9, perSecond: 9 });
    const recorded = platform.journalOf("acme");

    expect((await control(platform, `DELETE ${acme}`)).status).toBe(204);
    expect((await control(platform, "GET /_concord/organizations")).value.organizations).toEqual([]);
    expect(recorded.count()).toBe(0);
    expect((await control(platform, `GET ${acme}/state`)).value).toEqual({ counter: 0, collections: {} });
    expect((await control(platform, `GET ${acme}/snapshots`)).value).toEqual({ snapshots: [] });
    expect((await control(platform, `GET ${acme}/journal`)).value.count).toBe(0);
    expect((await control(platform, `GET ${acme}/clock`)).value.now).toBe(new Date(noon).toISOString());
    expect((await control(platform, `GET ${acme}/weather`)).value).toEqual({ weather: [] });
    expect((await control(platform, `GET ${acme}/limits`)).value).toMatchObject({ burst: 2 });
    expect((await control(platform, `DELETE ${acme}`)).status).toBe(204);
  });

  it("gives state as JSON that can be edited and put back, on another mock as well", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const { value: state } = await control(platform, `GET ${acme}/state`);
    state.collections["/books"][0].value.title = "Emma, edited";
    const other = await platformOf("library");

    expect((await control(other, `PUT ${acme}/state`, state)).status).toBe(204);
    expect((await control(other, `GET ${acme}/state`)).value).toEqual(state);
    await addBook(other, "Persuasion");
    expect(await titles(other)).toEqual(["Emma, edited", "Persuasion"]);
    expect((await control(other, `PUT ${acme}/state`, { collections: {} })).status).toBe(204);
    expect(await titles(other)).toEqual([]);
  });

  it("refuses a state that contradicts itself, or is none, and changes nothing", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const twice = {
      collections: {
        "/books": [
          { id: "a", value: {} },
          { id: "a", value: {} },
        ],
      },
    };
    const refused = await control(platform, `PUT ${acme}/state`, twice);

    expect(refused).toMatchObject({
      status: 409,
      value: { detail: 'Cannot keep "a" in /books: there are two of that id' },
    });
    expect(await control(platform, `PUT ${acme}/state`, { collections: { "/books": [{ id: 1 }] } })).toMatchObject({
      status: 400,
      value: { violations: [{ pointer: "/collections/~1books/0" }, { pointer: "/collections/~1books/0/id" }] },
    });
    expect(await titles(platform)).toEqual(["Emma"]);
  });

  it.each([
    ["GET journal?opration=createBook", undefined, 'no parameter "opration"; the nearest is "operation"'],
    ["GET journal/verification?operation=getBook&tims=1", undefined, 'no parameter "tims"; the nearest is "times"'],
    ["POST reset?hard=true", undefined, 'no parameter "hard"'],
    ["POST clock/advance", { milliseconds: 1, seconds: 1 }, 'no property "seconds"; the nearest is "milliseconds"'],
    ["POST clock/freeze", { att: "2026-01-05T12:00:00Z" }, 'no property "att"; the nearest is "at"'],
    [
      "PUT weather",
      { weather: [{ id: "latency", milisecond: 3 }] },
      'no property "milisecond"; the nearest is "milliseconds"',
    ],
    ["PUT state", { colections: {}, collections: {} }, 'no property "colections"; the nearest is "collections"'],
    ["PUT state", { collections: { "/boks": [] } }, 'a collection that an operation has; the nearest is "/books"'],
    ["PUT state", { collections: { "/books": [{ id: "a", value: { title: 3 } }] } }, "a string"],
  ])("refuses what it does not know: %s %j", async (line, body, expected) => {
    const platform = await platformOf("library");
    const refused = await control(platform, line.replace(" ", ` ${acme}/`), body as JsonObject | undefined);

    expect(refused).toMatchObject({ status: 400 });
    expect(refused.value.violations.map((each: { expected: string }) => each.expected)).toEqual([expected]);
  });

  it("takes back what the mock keeps of itself, whatever it is", async () => {
    const platform = await platformOf("library");
    const state = {
      collections: {
        "/_concord/idempotency-keys": [{ id: "k", value: { of: "anything" } }],
        "/books:secrets": [{ id: "a", value: { secret: "s" } }],
        "/books": [{ id: "a", value: { title: "Emma" } }],
      },
    };

    expect((await control(platform, `PUT ${acme}/state`, state)).status).toBe(204);
    expect((await control(platform, `GET ${acme}/state`)).value.collections).toEqual(state.collections);
  });

  it("goes back to snapshots, as often as one likes, and makes the same ids from there", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const made = await control(platform, `POST ${acme}/snapshots`);
    await control(platform, `POST ${acme}/snapshots`, { name: "same" });
    const kept = await control(platform, `GET ${acme}/snapshots/${made.value.name}`);
    expect(kept.value).toEqual(await platform.state("acme"));
    expect(kept.text).toBe(`${JSON.stringify(kept.value, null, 2)}\n`);
    expect(await control(platform, `GET ${acme}/snapshots/none`)).toMatchObject({ status: 404 });
    const idsThen: string[] = [];
    for (let round = 0; round < 2; round++) {
      idsThen.push((await addBook(platform, "Persuasion")).value.id);
      expect((await control(platform, `POST ${acme}/snapshots/${made.value.name}/restore`)).status).toBe(204);
      expect(await titles(platform)).toEqual(["Emma"]);
    }

    expect(new Set(idsThen).size).toBe(1);
    expect((await control(platform, `GET ${acme}/snapshots`)).value).toEqual({
      snapshots: [{ name: "same" }, { name: "snapshot-1" }],
    });
    expect((await control(platform, `DELETE ${acme}/snapshots/same`)).status).toBe(204);
    expect((await control(platform, `DELETE ${acme}/snapshots/same`)).status).toBe(404);
    expect((await control(platform, `POST ${acme}/snapshots/same/restore`)).status).toBe(404);
  });

  it("keeps a snapshot of an organization that has nothing", async () => {
    const platform = await platformOf("library");
    const name = await platform.snapshot("acme", "empty");
    await addBook(platform, "Emma");
    await platform.restore("acme", name);

    expect(await titles(platform)).toEqual([]);
    await expect(platform.restore("acme", "other")).rejects.toThrow('Cannot restore "other"');
  });

  it("resets", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    await control(platform, `POST ${acme}/clock/advance`, { milliseconds: 5 });
    await control(platform, `POST ${acme}/reset`);

    expect((await control(platform, `GET ${acme}/state`)).value).toEqual({ counter: 0, collections: {} });
    expect((await control(platform, `GET ${acme}/clock`)).value.now).toBe(new Date(noon).toISOString());
  });

  it("turns the clock of one organization", async () => {
    const platform = await platformOf("library");
    const clock = async (line: string, body?: JsonObject): Promise<unknown> =>
      (await control(platform, line.replace("clock", `${acme}/clock`), body)).value;

    expect(await clock("GET clock")).toEqual({ now: "2026-01-05T12:00:00.000Z", frozen: false });
    expect(await clock("POST clock/advance", { milliseconds: 60_000 })).toEqual({
      now: "2026-01-05T12:01:00.000Z",
      frozen: false,
    });
    expect(await clock("POST clock/freeze")).toEqual({ now: "2026-01-05T12:01:00.000Z", frozen: true });
    expect(await clock("POST clock/freeze", { at: "2030-02-28T23:00:00+01:00" })).toEqual({
      now: "2030-02-28T22:00:00.000Z",
      frozen: true,
    });
    expect(await clock("POST clock/resume")).toEqual({ now: "2030-02-28T22:00:00.000Z", frozen: false });
    expect(platform.clockOf("globex").now()).toBe(noon);
    expect(await clock("POST clock/freeze", { at: "0000-01-01T00:00:00+23:00" })).toMatchObject({ status: 409 });
    await clock("POST clock/freeze", { at: "9999-12-31T23:00:00Z" });
    expect(await clock("POST clock/advance", { milliseconds: 3_600_000 })).toMatchObject({ status: 409 });
    expect(await clock("POST clock/advance", { milliseconds: -1 })).toMatchObject({ status: 400 });
  });

  it("makes the weather of one organization", async () => {
    const platform = await platformOf("library");
    const weather = [{ id: "status", status: 503, operations: ["listBooks"] }];

    expect(await control(platform, `PUT ${acme}/weather`, { weather })).toMatchObject({
      status: 200,
      value: { weather },
    });
    expect((await ask(platform, "GET /books")).status).toBe(503);
    expect((await ask(platform, "GET /books", { token: "org_globex" })).status).toBe(200);
    expect(await control(platform, `PUT ${acme}/weather`, { weather: [{ id: "frogs" }] })).toMatchObject({
      status: 400,
    });
    expect((await control(platform, `GET ${acme}/weather`)).value).toEqual({ weather });
    await control(platform, `PUT ${acme}/weather`, { weather: [] });
    expect((await ask(platform, "GET /books")).status).toBe(200);
  });

  it("shows, searches, verifies, exports and clears the journal", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    await ask(platform, "GET /books/none");
    const journal = async (query: string): Promise<Told["value"]> =>
      (await control(platform, `GET ${acme}/journal${query}`)).value;

    expect(await journal("")).toMatchObject({
      count: 2,
      exchanges: [{ operation: "createBook" }, { operation: "getBook" }],
    });
    expect(await journal("?limit=1")).toMatchObject({ count: 2, exchanges: [{ operation: "getBook" }] });
    expect(await journal("?operation=getBook&status=404&method=GET&verdict=refused")).toMatchObject({ count: 1 });
    expect(await journal("?since=2026-01-05T12:00:00.001Z")).toMatchObject({ count: 0 });
    expect(await journal("/verification?operation=createBook&times=1")).toMatchObject({ holds: true, count: 1 });
    expect((await journal("/verification?operation=createBook")).message).toBe(
      'Expected "acme" to have received createBook, and it came once:\n  #1 createBook POST /books → 201 answered',
    );
    for (const asking of ["", "/verification", "/har"])
      expect(await journal(`${asking}?operation=createBok`)).toMatchObject({
        status: 400,
        detail: expect.stringContaining('there is no operation "createBok"; the nearest are createBook'),
      });
    expect((await journal("/har")).log.entries).toHaveLength(2);
    await control(platform, `DELETE ${acme}/journal`);
    expect(await journal("")).toEqual({ count: 0, exchanges: [] });
  });

  it("reads and sets the limits of one organization, and fills them up", async () => {
    const platform = await platformOf("library", { rateLimit: { burst: 2, perSecond: 1 } });
    platform.limitsOf("acme").set({ burst: 3, perSecond: 1 });
    const limits = async (line: string, body?: JsonObject): Promise<unknown> =>
      (await control(platform, line.replace("limits", `${acme}/limits`), body)).value;

    expect(await limits("GET limits")).toEqual({ burst: 3, perSecond: 1, left: {} });
    expect(await limits("PUT limits", { burst: 1, perSecond: 0.5 })).toEqual({ burst: 1, perSecond: 0.5, left: {} });
    expect(await limits("PUT limits", { burst: 0, perSecond: 1 })).toMatchObject({ status: 400 });
    expect(await limits("POST limits/refill")).toEqual({ burst: 1, perSecond: 0.5, left: {} });
    expect(platform.limitsOf("globex").get()).toMatchObject({ burst: 2 });
  });

  it("lets an event happen, and shows what webhooks were told of it", async () => {
    await using receiver = await startReceiver((_, count) => (count === 1 ? 500 : 204));
    const platform = await ownPlatform();
    const webhook = { url: receiver.url, event_types: ["contract.signed"] };
    const { id } = (await ask(platform, "POST /v1/webhooks", { body: webhook })).value;
    const emitted = await control(platform, `POST ${acme}/events`, { name: "contract.signed", payload: { a: 1 } });
    expect((await control(platform, `POST ${acme}/deliveries:settle`)).status).toBe(204);
    const [delivery] = emitted.value.deliveries;
    const read = (): Promise<Told> => control(platform, `GET ${acme}/deliveries/${delivery}`);

    expect(emitted).toMatchObject({ status: 201, value: { executions: [], deliveries: [expect.any(String)] } });
    expect((await read()).value).toMatchObject({ status: "pending", webhook: id, event: { payload: { a: 1 } } });
    await control(platform, `POST ${acme}/clock/advance`, { milliseconds: 5000 });
    await control(platform, `POST ${acme}/deliveries:settle`);
    expect((await read()).value).toMatchObject({ status: "delivered", attempts: [{}, { response: { status: 204 } }] });
    const again = await control(platform, `POST ${acme}/deliveries/${delivery}/redeliver`);
    expect(again).toMatchObject({ status: 200, value: { id: delivery, status: "pending" } });
    await control(platform, `POST ${acme}/deliveries:settle`);
    expect(receiver.received).toHaveLength(3);
    for (const [query, count] of [
      ["", 1],
      ["?status=delivered&event=contract.signed&limit=1", 1],
      ["?status=failed", 0],
      [`?webhook=${id}`, 1],
      ["?event=other", 0],
    ] as const)
      expect((await control(platform, `GET ${acme}/deliveries${query}`)).value.count).toBe(count);
    expect(await control(platform, `GET ${acme}/deliveries/dlv_0`)).toMatchObject({ status: 404 });
    expect(await control(platform, `POST ${acme}/deliveries/dlv_0/redeliver`)).toMatchObject({ status: 404 });
    expect(await control(platform, `POST ${acme}/events`, { name: "" })).toMatchObject({ status: 400 });
  });

  it("refuses other machines, all but what the mock is", async () => {
    const platform = await platformOf("library", { controlToken: "s3cret" });
    const from = async (path: string, headers = {}): Promise<number> =>
      (await platform.handle({ method: "GET", url: path, headers, peer: "10.0.0.7" })).status;

    expect(await from("/_concord")).toBe(200);
    expect(await from("/_concord/reference")).not.toBe(403);
    expect(await from("/_concord/organizations")).toBe(403);
    expect(await from("/_concord/nothing")).toBe(403);
    expect(await from("/_concord/organizations", { authorization: "Bearer s3cret" })).toBe(200);
    expect(await from("/books", { authorization: "Bearer org_acme" })).toBe(200);
  });

  it("tells everybody that it lives, and whether it is ready: not once it is about to end", async () => {
    const platform = await platformOf("library", { controlToken: "s3cret" });
    const from = (path: string) => platform.handle({ method: "GET", url: path, headers: {}, peer: "10.0.0.7" });

    expect((await from("/_concord/health")).status).toBe(200);
    expect((await from("/_concord/ready?verbose")).status).toBe(200);
    expect((await from("/_concord/metrics")).status).toBe(403);
    for (const path of ["health", "ready"]) expect((await control(platform, `GET /_concord/${path}`)).status).toBe(200);
    expect(await ask(platform, "HEAD /_concord/ready")).toMatchObject({ status: 200, text: "" });
    expect(await ask(platform, "POST /_concord/ready")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
    platform.retire();
    expect((await control(platform, "GET /_concord/ready")).value).toMatchObject({
      detail: "The mock is shutting down",
    });
    expect((await control(platform, "GET /_concord/health")).status).toBe(200);
  });

  it("is not ready when its state cannot be read any more", async () => {
    const store = createSqliteStore(":memory:");
    const platform = await platformOf("library", { store });
    expect((await control(platform, "GET /_concord/ready")).status).toBe(200);
    store.close();

    expect(await control(platform, "GET /_concord/ready")).toMatchObject({
      status: 503,
      value: { detail: expect.stringContaining("State cannot be read") as string },
    });
  });

  it("answers what it has not with a problem", async () => {
    const platform = await platformOf("library");

    expect(await ask(platform, "GET /_concord/nothing")).toMatchObject({ status: 404, value: { status: 404 } });
    expect(await ask(platform, "DELETE /_concord/worlds")).toMatchObject({ status: 405, headers: { allow: "POST" } });
    expect(await ask(platform, "POST /_concord")).toMatchObject({ status: 405 });
    expect(await ask(platform, `GET /_concord/organizations/no+name/clock`)).toMatchObject({ status: 400 });
    expect((await ask(platform, "HEAD /_concord/organizations")).text).toBe("");
    expect(await ask(platform, "GET /_concordance")).toMatchObject({ status: 404 });
  });
});

describe("the law of control", () => {
  it("catches an answer that its contract does not document", () => {
    expect(
      faultsOf(`GET ${acme}/clock`, { status: 200, headers: {}, text: "", value: { now: "today", frozen: true } }),
    ).toHaveLength(1);
    expect(faultsOf(`GET ${acme}/clock`, { status: 418, headers: {}, text: "", value: {} })).toHaveLength(1);
  });
});

/** Asks the control API; whatever it answers is held against its contract. */
async function control(platform: Platform, line: string, body?: JsonObject): Promise<Told> {
  const told = await ask(platform, line, { token: "", ...(body && { body }) });
  expect(faultsOf(line, told)).toEqual([]);
  return told;
}

function faultsOf(line: string, { status, value }: Told): unknown[] {
  const [method, path = ""] = line.split("?", 1)[0]?.split(" ") ?? [];
  const pattern = (template: string): RegExp => new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const operation = contract.operations.find((each) => each.method === method && pattern(each.path).test(path));
  const documented = operation && responseFor(operation, status);
  if (!documented) return [`${line} answered an undocumented ${status}`];
  const schema = documented.content[0]?.schema;
  return schema ? [...validatorOf(contract, schema.pointer, "response")(value)] : value === undefined ? [] : ["a body"];
}

function addBook(platform: Platform, title: string, token = "org_acme"): Promise<Told> {
  return ask(platform, "POST /books", { token, body: { title } });
}

async function titles(platform: Platform, token = "org_acme"): Promise<string[]> {
  const { value } = await ask(platform, "GET /books", { token });
  const items = Object.values(value as Record<string, unknown>).find(Array.isArray) as { title: string }[];
  return items.map(({ title }) => title);
}
