import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, noon, ownPlatform, platformOf } from "../../test/support/mock/ask.ts";
import { addBook, control, contractViolations } from "../../test/support/mock/control.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { type JsonObject, loadControl } from "../../contracts/index.ts";
import { createSqliteStore } from "../index.ts";

const contract = await loadControl();
const acme = "/_concord/organizations/acme";

describe("the control API", () => {
  it("has a handler for each operation of its contract, and no others", () => {
    const sources = ["organizations", "state", "clock", "faults", "journal", "limits", "deliveries"].map((name) =>
      readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8"),
    );
    const handled = sources.join("\n").match(/(?<=^ {2}(?:async )?)[a-z]\w+(?=\(|:)/gm) ?? [];

    // The first four operations have no handler, because they work before the control API is loaded.
    expect(["getIdentity", "getHealth", "getReadiness", "readMetrics", ...handled].toSorted()).toEqual(
      contract.operations.map(({ id }) => id).toSorted(),
    );
  });

  it("moves the clock of one organization", async () => {
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
    expect(platform.organization("globex").clock.now()).toBe(noon);
    expect(await clock("POST clock/freeze", { at: "0000-01-01T00:00:00+23:00" })).toMatchObject({ status: 409 });
    await clock("POST clock/freeze", { at: "9999-12-31T23:00:00Z" });
    expect(await clock("POST clock/advance", { milliseconds: 3_600_000 })).toMatchObject({ status: 409 });
    expect(await clock("POST clock/advance", { milliseconds: -1 })).toMatchObject({ status: 400 });
  });

  it("sets the faults of one organization", async () => {
    const platform = await platformOf("library");
    const faults = [{ id: "status", status: 503, operations: ["listBooks"] }];

    expect(await control(platform, `PUT ${acme}/faults`, { faults })).toMatchObject({
      status: 200,
      value: { faults },
    });
    expect((await ask(platform, "GET /books")).status).toBe(503);
    expect((await ask(platform, "GET /books", { token: "mock-globex" })).status).toBe(200);
    expect(await control(platform, `PUT ${acme}/faults`, { faults: [{ id: "frogs" }] })).toMatchObject({
      status: 400,
    });
    expect(
      await control(platform, `PUT ${acme}/faults`, { faults: [{ id: "reset", operations: ["listBoks"] }] }),
    ).toMatchObject({ status: 409, value: { detail: expect.stringContaining('no operation is called "listBoks"') } });
    expect((await control(platform, `GET ${acme}/faults`)).value).toEqual({ faults });
    await control(platform, `PUT ${acme}/faults`, { faults: [] });
    expect((await ask(platform, "GET /books")).status).toBe(200);
  });

  it("shows, searches, verifies, exports and clears the journal", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    await ask(platform, "GET /books/none");
    const journal = async (query: string): Promise<ParsedResponse["value"]> =>
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
        detail: expect.stringContaining('there is no operation "createBok"; the nearest are "createBook"'),
      });
    expect((await journal("/har")).log.entries).toHaveLength(2);
    await control(platform, `DELETE ${acme}/journal`);
    expect(await journal("")).toEqual({ count: 0, exchanges: [] });
  });

  it("reads and sets the limits of one organization, and fills them up", async () => {
    const platform = await platformOf("library", { rateLimit: { burst: 2, perSecond: 1 } });
    platform.organization("acme").limits.set({ burst: 3, perSecond: 1 });
    const limits = async (line: string, body?: JsonObject): Promise<unknown> =>
      (await control(platform, line.replace("limits", `${acme}/limits`), body)).value;

    expect(await limits("GET limits")).toEqual({ burst: 3, perSecond: 1, left: {} });
    expect(await limits("PUT limits", { burst: 1, perSecond: 0.5 })).toEqual({ burst: 1, perSecond: 0.5, left: {} });
    expect(await limits("PUT limits", { burst: 0, perSecond: 1 })).toMatchObject({ status: 400 });
    expect(await limits("POST limits/refill")).toEqual({ burst: 1, perSecond: 0.5, left: {} });
    expect(platform.organization("globex").limits.get()).toMatchObject({ burst: 2 });
  });

  it("publishes an event, and shows its deliveries", async () => {
    await using receiver = await startReceiver((_, count) => (count === 1 ? 500 : 204));
    const platform = await ownPlatform();
    const webhook = { url: receiver.url, event_types: ["contract.signed"] };
    const { id } = (await ask(platform, "POST /v1/webhooks", { body: webhook })).value;
    const emitted = await control(platform, `POST ${acme}/events`, { name: "contract.signed", payload: { a: 1 } });
    expect((await control(platform, `POST ${acme}/deliveries:settle`)).status).toBe(204);
    const [delivery] = emitted.value.deliveries;
    const read = (): Promise<ParsedResponse> => control(platform, `GET ${acme}/deliveries/${delivery}`);

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

  it("refuses requests of other machines, except for the description of the mock", async () => {
    const platform = await platformOf("library", { controlToken: "s3cret" });
    const from = async (path: string, headers = {}): Promise<number> =>
      (await platform.handle({ method: "GET", url: path, headers, peer: "10.0.0.7" })).status;

    expect(await from("/_concord")).toBe(200);
    expect(await from("/_concord/reference")).not.toBe(403);
    expect(await from("/_concord/organizations")).toBe(403);
    expect(await from("/_concord/nothing")).toBe(403);
    expect(await from("/_concord/organizations", { authorization: "Bearer s3cret" })).toBe(200);
    expect(await from("/books", { authorization: "Bearer mock-acme" })).toBe(200);
  });

  it("reports health and readiness to every client, and is not ready while it shuts down", async () => {
    const platform = await platformOf("library", { controlToken: "s3cret" });
    const from = (path: string) => platform.handle({ method: "GET", url: path, headers: {}, peer: "10.0.0.7" });

    expect((await from("/_concord/health")).status).toBe(200);
    expect((await from("/_concord/ready?verbose")).status).toBe(200);
    expect((await from("/_concord/metrics")).status).toBe(403);
    for (const path of ["health", "ready"]) expect((await control(platform, `GET /_concord/${path}`)).status).toBe(200);
    expect(await ask(platform, "HEAD /_concord/ready")).toMatchObject({ status: 200, text: "" });
    expect(await ask(platform, "POST /_concord/ready", { token: "s3cret" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD" },
    });
    platform.retire();
    expect((await control(platform, "GET /_concord/ready")).value).toMatchObject({
      detail: "The mock is shutting down",
    });
    expect((await control(platform, "GET /_concord/health")).status).toBe(200);
  });

  it("is not ready if its state cannot be read", async () => {
    const store = createSqliteStore(":memory:");
    const platform = await platformOf("library", { store });
    expect((await control(platform, "GET /_concord/ready")).status).toBe(200);
    store.close();

    expect(await control(platform, "GET /_concord/ready")).toMatchObject({
      status: 503,
      value: { detail: expect.stringContaining("State cannot be read") as string },
    });
  });

  it("responds to unknown paths with a problem document", async () => {
    const platform = await platformOf("library");

    expect(await ask(platform, "GET /_concord/nothing")).toMatchObject({ status: 404, value: { status: 404 } });
    expect(await ask(platform, "DELETE /_concord/worlds")).toMatchObject({ status: 405, headers: { allow: "POST" } });
    expect(await ask(platform, "POST /_concord")).toMatchObject({ status: 405 });
    expect(await ask(platform, `GET /_concord/organizations/no+name/clock`)).toMatchObject({ status: 400 });
    expect((await ask(platform, "HEAD /_concord/organizations")).text).toBe("");
    expect(await ask(platform, "GET /_concordance")).toMatchObject({ status: 404 });
  });
});

describe("the test helper control()", () => {
  it("rejects a response that the contract does not document", () => {
    expect(
      contractViolations(`GET ${acme}/clock`, {
        status: 200,
        headers: {},
        text: "",
        value: { now: "today", frozen: true },
      }),
    ).toHaveLength(1);
    expect(contractViolations(`GET ${acme}/clock`, { status: 418, headers: {}, text: "", value: {} })).toHaveLength(1);
  });
});
