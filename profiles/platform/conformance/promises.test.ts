import { describe, expect, it } from "vitest";
import type { ConformOptions, Report } from "../../../conformance/index.ts";
import type { Contract, JsonObject } from "../../../contracts/index.ts";
import {
  type Answer,
  type ThingsFault,
  type Provider,
  input,
  json,
  keysOf,
  mocking,
  reportOn,
  resource,
  thingsServer,
} from "../../../test/support/conformance/promises.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import type { Received } from "../../../test/support/mock/receiver.ts";
import { platformConformance } from "../conformance.ts";

const scratch = createScratch();

describe("the property versions-coexist", async () => {
  const post = {
    requestBody: { content: { "application/json": { schema: input } } },
    responses: { "200": { description: "Fine." }, "404": { description: "None." } },
  };
  const contract = await scratch.load({ paths: { "/v1/events": { post }, "/v2/events": { post } } });
  const missing = ({ url }: Received): Answer =>
    json(404, { error: "no such path", path: url, trace: "0123456789abcdef" });
  const serving = (answer: Provider): Promise<Report> => promised(contract, answer, { property: "versions-coexist" });

  it("reports a documented version of an operation that does not exist", async () => {
    const report = await serving((received) => (received.url === "/v1/events" ? { status: 200 } : missing(received)));

    expect(keysOf(report)).toEqual(["POST /v2/events versions-coexist"]);
  });

  it.each([
    [
      "only the requested item does not exist",
      (received: Received) =>
        received.url === "/v2/events"
          ? json(404, { error: "no such integration" })
          : received.url === "/v1/events"
            ? { status: 200 }
            : missing(received),
    ],
    ["no path of the API exists", missing],
  ])("reports no missing version if %s", async (_, answer) => {
    expect(keysOf(await serving(answer))).toEqual([]);
  });
});

describe("the property unknown-fields-tolerated", async () => {
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

  it("reports a refused unknown field as information on a live system", async () => {
    const report = await promised(await posting(input), strict, { property: "unknown-fields-tolerated" });

    expect(report).toMatchObject({
      failures: [],
      information: [{ check: "unknown-fields-tolerated", section: "9.2" }],
    });
  });

  it("sends no unknown field in a body that is not JSON", async () => {
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

    expect(keysOf(await promised(contract, () => ({ status: 200 }), { phases: ["promises"] }))).toEqual([]);
  });

  it("allows the refusal of an unknown field if the contract forbids it or the provider accepts nothing", async () => {
    const closed = await posting({ ...input, additionalProperties: false });

    expect(keysOf(await promised(closed, strict, { property: "unknown-fields-tolerated" }))).toEqual([]);
    expect(
      keysOf(await promised(await posting(input), () => ({ status: 400 }), { property: "unknown-fields-tolerated" })),
    ).toEqual([]);
  });
});

describe("the property definition-conflict", async () => {
  const contract = await scratch.load({ paths: resource({ "409": { description: "It conflicts." } }) });
  const conflicting = (kind: ThingsFault): Promise<Report> =>
    promised(contract, thingsServer(kind), { property: "definition-conflict" });

  it("accepts a 409, and a provider that generates all ids itself", async () => {
    expect(keysOf(await conflicting("right"))).toEqual([]);
    expect(keysOf(await conflicting("own ids"))).toEqual([]);
  });

  it("reports a refused conflict that changed the existing item", async () => {
    expect((await conflicting("trace")).failures).toMatchObject([
      { check: "definition-conflict", operation: "POST /things" },
    ]);
  });

  it("reports an accepted conflict as information, because the specification defines no conflicts", async () => {
    expect(await conflicting("accepts")).toMatchObject({
      failures: [],
      information: [{ check: "definition-conflict" }],
    });
  });
});

describe("the property run-conflict", async () => {
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
    return promised(contract, isMock ? mocking(provider) : provider, {
      property: "run-conflict",
      includeAssumed: true,
    });
  };

  it("requires a mock to accept only one of several simultaneous runs", async () => {
    expect(keysOf(await running(1, true))).toEqual([]);
    expect(keysOf(await running(3, true))).toEqual(["POST /things/{id}:run run-conflict"]);
  });

  it("allows simultaneous runs of a provider that is not a mock", async () => {
    expect(keysOf(await running(3, false))).toEqual([]);
  });
});

/** Report of a run with the platform's profile. */
function promised(contract: Contract, provider: Provider, options: Partial<ConformOptions>): Promise<Report> {
  return reportOn(contract, provider, { profile: platformConformance, ...options });
}
