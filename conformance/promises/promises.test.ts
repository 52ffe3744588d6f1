import type { ConformOptions } from "../run/conform-options.ts";
import { describe, expect, it } from "vitest";
import type { Contract, Json, JsonObject } from "../../contracts/index.ts";
import { answering, createScratch } from "../../test/support/contracts/scratch.ts";
import { type Received, startReceiver } from "../../test/support/mock/receiver.ts";
import { conform } from "../conform.ts";
import type { Report } from "../findings/report.ts";

const scratch = createScratch();
const item = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const input = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "string", minLength: 1 }, name: { type: "string" } },
};

/** Whose id is given by the provider. */
const reading = {
  type: "object",
  required: ["name", "meter"],
  properties: { name: { type: "string" }, meter: { type: "string" } },
};

type Answer = { status: number; headers?: Record<string, string>; body?: string };
type Provider = (received: Received) => Answer;

describe("a removed operation", async () => {
  const contract = await scratch.load({
    "x-removed": { "/v1/things/{id}": { methods: ["GET", "DELETE"], description: "Gone." } },
    paths: { "/v2/things": { get: { operationId: "listThings", ...answering({ type: "array" }) } } },
  });
  const removed =
    (status: number): Provider =>
    ({ url }) =>
      url.startsWith("/v2/things") ? json(200, []) : { status: url.startsWith("/v1/things/") ? status : 404 };

  it.each([404, 410, 401, 405, 400, 503])("may be answered %i", async (status) => {
    expect(keysOf(await tried(contract, removed(status), { property: "removed-gone" }))).toEqual([]);
  });

  it("is found where it is still served, and deleted with on a live system by nobody", async () => {
    const methods = new Set<string>();
    const seen: Provider = (received) => (methods.add(received.method), removed(200)(received));
    const report = await tried(contract, seen, { property: "removed-gone", mode: "read-only" });

    expect(keysOf(report)).toEqual(["GET /v1/things/{id} removed-gone"]);
    expect([...methods]).toEqual(["GET"]);
  });

  it("is not taken for served by a server that answers all paths", async () => {
    expect(keysOf(await tried(contract, () => ({ status: 200 }), { property: "removed-gone" }))).toEqual([]);
  });
});

describe("a deprecated operation", async () => {
  const header = { schema: { type: "string" } };
  const contract = await scratch.load({
    paths: {
      "/things": {
        get: {
          deprecated: true,
          "x-sunset": "2030-01-01",
          responses: { "200": { description: "Fine.", headers: { Deprecation: header, Sunset: header } } },
        },
      },
    },
  });
  const announcing = (headers: Record<string, string>): Promise<Report> =>
    tried(contract, () => ({ status: 200, headers }), { property: "deprecation-announced" });
  const deprecation = "@1700000000";

  it("says so", async () => {
    expect(keysOf(await announcing({ deprecation, sunset: "Wed, 02 Jan 2030 00:00:00 GMT" }))).toEqual([]);
  });

  it.each([
    ["without a header that is documented", { sunset: "Wed, 02 Jan 2030 00:00:00 GMT" }, 'has no header "deprecation"'],
    [
      "with an earlier end than the contract's",
      { deprecation, sunset: "Mon, 01 Jan 2029 00:00:00 GMT" },
      "before the contract's",
    ],
    ["with what is no date", { deprecation, sunset: "soon" }, "is no date"],
  ])("is found %s", async (_, headers, message) => {
    expect((await announcing(headers as Record<string, string>)).failures).toMatchObject([
      { message: expect.stringContaining(message) as string },
    ]);
  });
});

describe("versions of an operation", async () => {
  const post = {
    requestBody: { content: { "application/json": { schema: input } } },
    responses: { "200": { description: "Fine." }, "404": { description: "None." } },
  };
  const contract = await scratch.load({ paths: { "/v1/events": { post }, "/v2/events": { post } } });
  const missing = ({ url }: Received): Answer =>
    json(404, { error: "no such path", path: url, trace: "0123456789abcdef" });
  const serving = (answer: Provider): Promise<Report> => tried(contract, answer, { property: "versions-coexist" });

  it("are found where one is not there", async () => {
    const report = await serving((received) => (received.url === "/v1/events" ? { status: 200 } : missing(received)));

    expect(keysOf(report)).toEqual(["POST /v2/events versions-coexist"]);
  });

  it.each([
    [
      "what is asked for is not there",
      (received: Received) =>
        received.url === "/v2/events"
          ? json(404, { error: "no such integration" })
          : received.url === "/v1/events"
            ? { status: 200 }
            : missing(received),
    ],
    ["nothing of this API is there", missing],
  ])("are not taken for missing where %s", async (_, answer) => {
    expect(keysOf(await serving(answer))).toEqual([]);
  });
});

describe("an unknown field", async () => {
  const posting = (schema: JsonObject): Promise<Contract> =>
    scratch.load({
      paths: {
        "/things": {
          post: {
            requestBody: { required: true, content: { "application/json": { schema } } },
            responses: { "200": { description: "Fine." }, "400": { description: "Bad." } },
          },
        },
      },
    });
  const strict: Provider = ({ body }) => ({
    status: Object.keys(JSON.parse(String(body) || "{}") as object).every((name) => name in input.properties)
      ? 200
      : 400,
  });

  it("is found where it is refused, as information on a live system", async () => {
    const report = await tried(await posting(input), strict, { property: "unknown-fields-tolerated" });

    expect(report).toMatchObject({
      failures: [],
      information: [{ check: "unknown-fields-tolerated", section: "9.2" }],
    });
  });

  it("is nothing to a body that is no JSON", async () => {
    const text = {
      "text/plain": { schema: { type: "string" } },
      "application/x-www-form-urlencoded": { schema: input },
    };
    const contract = await scratch.load({
      paths: {
        "/texts": {
          post: { requestBody: { required: true, content: text }, responses: { "200": { description: "Fine." } } },
        },
      },
    });

    expect(keysOf(await tried(contract, () => ({ status: 200 }), { phases: ["promises"] }))).toEqual([]);
  });

  it("may be refused where the contract has no room for it, or nothing is accepted", async () => {
    const closed = await posting({ ...input, additionalProperties: false });

    expect(keysOf(await tried(closed, strict, { property: "unknown-fields-tolerated" }))).toEqual([]);
    expect(
      keysOf(await tried(await posting(input), () => ({ status: 400 }), { property: "unknown-fields-tolerated" })),
    ).toEqual([]);
  });
});

describe("a conflict", async () => {
  const contract = await scratch.load({ paths: resource({ "409": { description: "It conflicts." } }) });
  const conflicting = (kind: Kind): Promise<Report> =>
    tried(contract, thingsServer(kind), { property: "definition-conflict" });

  it("is answered 409, or there is none since ids are given by the provider", async () => {
    expect(keysOf(await conflicting("right"))).toEqual([]);
    expect(keysOf(await conflicting("own ids"))).toEqual([]);
  });

  it("is found where it changes what it conflicts with", async () => {
    expect((await conflicting("trace")).failures).toMatchObject([
      { check: "definition-conflict", operation: "POST /things" },
    ]);
  });

  it("is information where it is accepted: which there are is not shown", async () => {
    expect(await conflicting("accepts")).toMatchObject({
      failures: [],
      information: [{ check: "definition-conflict" }],
    });
  });
});

describe("runs at once", async () => {
  const contract = await scratch.load({
    paths: {
      ...resource(),
      "/things/{id}:run": {
        post: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: {
            "202": { description: "Begun." },
            "409": { description: "Running.", "x-spec": "7" },
            "404": { description: "None." },
          },
        },
      },
    },
  });
  const running = (most: number, isMock: boolean): Promise<Report> => {
    const things = thingsServer("right");
    let runs = 0;
    const provider: Provider = (received) =>
      received.url.endsWith(":run") ? { status: ++runs > most ? 409 : 202 } : things(received);
    return tried(contract, isMock ? mocking(provider) : provider, { property: "run-conflict", includeAssumed: true });
  };

  it("conflict in a mock, but for one", async () => {
    expect(keysOf(await running(1, true))).toEqual([]);
    expect(keysOf(await running(3, true))).toEqual(["POST /things/{id}:run run-conflict"]);
  });

  it("need not conflict elsewhere", async () => {
    expect(keysOf(await running(3, false))).toEqual([]);
  });
});

describe("a burst", async () => {
  const contract = await scratch.load({ paths: resource({ "429": { description: "Slow down." } }, reading) });
  const bursting = async (kind: Kind, limit = 25, leave = { burst: true }): Promise<Report & { sent: number }> => {
    const things = thingsServer(kind);
    let [sent, window] = [0, 0];
    const report = await tried(
      contract,
      (received) => {
        sent++;
        if (received.method !== "POST" || ++window <= limit) return things(received);
        // Its window ends with the batch that goes beyond it: 31 are sent by then, one of them before the burst.
        if (window >= limit + 6) window = 0;
        if (kind === "trace") things(received);
        return { status: 429, headers: { "retry-after": "0" } };
      },
      { property: "burst-limited", leave },
    );
    return { ...report, sent };
  };

  it("draws 429, leaves no trace and recovers", async () => {
    expect(await bursting("right")).toMatchObject({ failures: [], skipped: [] });
  });

  it("is found where what was refused is there", async () => {
    expect((await bursting("trace")).failures).toMatchObject([
      { check: "burst-limited", message: "What was refused with 429 is listed" },
    ]);
  });

  it("that is granted shows nothing on a live system, and is said to", async () => {
    expect(await bursting("right", Infinity)).toMatchObject({
      failures: [],
      skipped: [{ reason: expect.stringContaining("all granted") as string }],
    });
  });

  it("is not sent where nobody asked for it", async () => {
    await expect(bursting("right", 25, { burst: false })).rejects.toMatchObject({
      code: "nothing-to-try",
      hint: "See --burst",
    });
  });
});

type Kind = "right" | "own ids" | "trace" | "accepts";

/** A provider of things, whose ids are given with them, and one fault. */
function thingsServer(kind: Kind): Provider {
  const things = new Map<string, JsonObject>();
  let made = 0;
  return ({ method, url, body }) => {
    const id = decodeURIComponent(url.split("/")[2] ?? "");
    if (method === "GET" && id === "") return json(200, [...things.values()]);
    const known = things.get(id);
    if (method === "GET") return known ? json(200, known) : { status: 404 };
    const thing = JSON.parse(String(body)) as JsonObject;
    const own = kind === "own ids" || typeof thing["id"] !== "string" ? `t${made++}` : thing["id"];
    const isTaken = things.has(own);
    if (!isTaken || kind !== "right") things.set(own, { ...thing, id: own });
    return isTaken && kind !== "accepts" ? { status: 409 } : json(201, { ...thing, id: own });
  };
}

function resource(responses: JsonObject = {}, asked: JsonObject = input): JsonObject {
  const content = (schema: Json): JsonObject => ({ description: "Fine.", content: { "application/json": { schema } } });
  return {
    "/things": {
      get: answering({ type: "array", items: item }),
      post: {
        requestBody: { required: true, content: { "application/json": { schema: asked } } },
        responses: { "201": content(item), ...responses },
      },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": content(item), "404": { description: "None." } } },
    },
  };
}

function json(status: number, value: Json): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function mocking(provider: Provider): Provider {
  return (received) => (received.url === "/_concord" ? json(200, { concord: "mock" }) : provider(received));
}

async function tried(contract: Contract, provider: Provider, options: Partial<ConformOptions>): Promise<Report> {
  await using server = await startReceiver((received) =>
    received.url === "/_concord" && provider(received).body !== '{"concord":"mock"}' ? 404 : provider(received),
  );
  return await conform({
    contracts: [contract],
    target: server.url,
    token: "a-token",
    mode: "sandbox",
    seed: 1,
    ...options,
  });
}

function keysOf({ failures, information }: Report): string[] {
  return [...failures, ...information].map(({ operation, check }) => `${operation} ${check}`);
}
