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

describe("versions of an operation", async () => {
  const post = {
    requestBody: { content: { "application/json": { schema: input } } },
    responses: { "200": { description: "Fine." }, "404": { description: "None." } },
  };
  const contract = await scratch.load({ paths: { "/v1/events": { post }, "/v2/events": { post } } });
  const missing = ({ url }: Received): Answer =>
    json(404, { error: "no such path", path: url, trace: "0123456789abcdef" });
  const serving = (answer: Provider): Promise<Report> => promised(contract, answer, { property: "versions-coexist" });

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
    const report = await promised(await posting(input), strict, { property: "unknown-fields-tolerated" });

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

    expect(keysOf(await promised(contract, () => ({ status: 200 }), { phases: ["promises"] }))).toEqual([]);
  });

  it("may be refused where the contract has no room for it, or nothing is accepted", async () => {
    const closed = await posting({ ...input, additionalProperties: false });

    expect(keysOf(await promised(closed, strict, { property: "unknown-fields-tolerated" }))).toEqual([]);
    expect(
      keysOf(await promised(await posting(input), () => ({ status: 400 }), { property: "unknown-fields-tolerated" })),
    ).toEqual([]);
  });
});

describe("a conflict", async () => {
  const contract = await scratch.load({ paths: resource({ "409": { description: "It conflicts." } }) });
  const conflicting = (kind: ThingsFault): Promise<Report> =>
    promised(contract, thingsServer(kind), { property: "definition-conflict" });

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
    return promised(contract, isMock ? mocking(provider) : provider, {
      property: "run-conflict",
      includeAssumed: true,
    });
  };

  it("conflict in a mock, but for one", async () => {
    expect(keysOf(await running(1, true))).toEqual([]);
    expect(keysOf(await running(3, true))).toEqual(["POST /things/{id}:run run-conflict"]);
  });

  it("need not conflict elsewhere", async () => {
    expect(keysOf(await running(3, false))).toEqual([]);
  });
});

/** Report of a run with the platform's profile. */
function promised(contract: Contract, provider: Provider, options: Partial<ConformOptions>): Promise<Report> {
  return reportOn(contract, provider, { profile: platformConformance, ...options });
}
