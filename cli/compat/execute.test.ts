import { describe, expect, it } from "vitest";
import { type Change, type CompatReport, checkCompat } from "../../compat/index.ts";
import { type Contract, type JsonObject, loadContracts } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { playWitnesses } from "./execute.ts";

type Sides = Parameters<typeof playWitnesses>[1];

const sides = (await Promise.all(
  ["base", "revision"].map((name) => loadContracts([`fixtures/changelog/${name}.yaml`])),
)) as unknown as Sides;
const report = checkCompat(...sides);
const done = { "200": { description: "Done" } };
const io = { signal: new AbortController().signal };

function playedOf({ changes }: CompatReport, rule: string): unknown {
  return changes.find((change) => change.rule === rule)?.witness?.played;
}

describe("playWitnesses()", () => {
  it("shows what was accepted and is refused, what was there and is gone", async () => {
    const played = await playWitnesses(report, sides, io);

    expect(playedOf(played, "request-property-became-required")).toEqual({
      base: "201",
      revision: expect.stringMatching(/^400 body/) as string,
      confirmed: true,
    });
    expect(playedOf(played, "operation-removed")).toMatchObject({
      revision: expect.stringMatching(/^405 .* has no DELETE/) as string,
      confirmed: true,
    });
    expect(playedOf(played, "response-property-removed")).toEqual({
      base: "201, with body.note",
      revision: "201, without body.note",
      confirmed: true,
    });
    expect(playedOf(played, "request-parameter-removed")).toEqual({
      base: "200",
      revision: "200, ignoring query.sort",
      confirmed: true,
    });
    expect(playedOf(played, "type-changed")).toHaveProperty("unplayed");
  });

  it("plays what breaks, and nothing else, and leaves all else as it was", async () => {
    const played = await playWitnesses(report, sides, io);

    expect(played.changes.filter(({ witness }) => witness?.played).map(({ verdict }) => verdict)).toEqual(
      report.changes.filter(({ verdict }) => verdict === "breaking").map(({ verdict }) => verdict),
    );
    expect(played.changes.map(({ id }) => id)).toEqual(report.changes.map(({ id }) => id));
  });

  it("does not confirm a witness that proves nothing", async () => {
    const planted = report.changes.map((change): Change => {
      if (!change.witness?.request) return change;
      const request = { ...change.witness.request, ...fits(change.rule) };
      return { ...change, witness: { ...change.witness, request } };
    });
    const played = await playWitnesses({ ...report, changes: planted }, sides, io);

    expect(playedOf(played, "request-property-became-required")).toMatchObject({ confirmed: false });
    expect(playedOf(played, "operation-removed")).toMatchObject({ confirmed: false });
    expect(playedOf(played, "response-property-removed")).toMatchObject({ confirmed: false });
  });

  it("takes the answer to HEAD, which has no body", async () => {
    const [base, revision] = [{}, { maxLength: 3 }].map((narrowed) => {
      const parameters = [{ name: "q", in: "query", schema: { type: "string", ...narrowed } }];
      const content = { "application/json": { schema: { type: "object" } } };
      return [
        compileInMemory({
          paths: { "/a": { head: { parameters, responses: { "200": { description: "Fine", content } } } } },
        }),
      ];
    }) as unknown as Sides;
    const played = await playWitnesses(checkCompat(base, revision), [base, revision], io);

    expect(playedOf(played, "max-length-decreased")).toEqual({
      base: "200",
      revision: "400 query /q: expected at most 3 characters",
      confirmed: true,
    });
  });

  it("looks where names say that are not plain", async () => {
    const both = [{ id: {}, "odd.name": {} }, { id: {} }].map((properties, index) => {
      const schema = { type: "object", required: Object.keys(properties), properties };
      const ids = {
        name: "filter[ids]",
        in: "query",
        explode: index > 0,
        schema: { type: "array", items: { type: "string" } },
      };
      const responses = { "200": { description: "Fine", content: { "application/json": { schema } } } };
      return [compileInMemory({ paths: { "/a": { get: { parameters: [ids], responses } } } })];
    }) as unknown as Sides;
    const played = await playWitnesses(checkCompat(...both), both, io);

    for (const rule of ["response-property-removed", "parameter-writing-changed"])
      expect(playedOf(played, rule)).toMatchObject({ confirmed: true });
  });

  it("takes what is said of the path for what changed there, whatever each side calls its parts", async () => {
    const both = ["/s/{a}/{b}", "/s/{b}/{a}"].map((path) => {
      const parameters = [
        { name: "a", in: "path", required: true, schema: { type: "string" } },
        { name: "b", in: "path", required: true, schema: { type: "integer" } },
      ];
      return [compileInMemory({ paths: { [path]: { get: { parameters, responses: done } } } })];
    }) as unknown as Sides;

    expect(playedOf(await playWitnesses(checkCompat(...both), both, io), "type-changed")).toMatchObject({
      revision: expect.stringMatching(/^400 path/) as string,
      confirmed: true,
    });
  });

  it("shows that a type is refused which a range took", async () => {
    const both = ["application/*", "application/json"].map((type) => [
      compileInMemory({
        paths: { "/a": { post: { requestBody: { content: { [type]: { schema: {} } } }, responses: done } } },
      }),
    ]) as unknown as Sides;

    expect(playedOf(await playWitnesses(checkCompat(...both), both, io), "media-type-removed")).toMatchObject({
      revision: expect.stringMatching(/^415/) as string,
      confirmed: true,
    });
  });

  it("says the same each time", async () => {
    expect(await playWitnesses(report, sides, io)).toEqual(await playWitnesses(report, sides, io));
  });

  it("brings the credentials that the base asks for, and shows that they no longer suffice", async () => {
    const secured = (name: string, scheme: JsonObject) => [
      compileInMemory({
        paths: { "/a": { get: { security: [{ [name]: [] }], responses: { "200": { description: "Done" } } } } },
        components: { securitySchemes: { [name]: scheme } },
      }),
    ];
    const both = [
      secured("Header", { type: "apiKey", in: "header", name: "X-Key" }),
      secured("Query", { type: "apiKey", in: "query", name: "key" }),
    ] as const;
    const played = await playWitnesses(checkCompat(...both), both, io);

    expect(playedOf(played, "security-narrowed")).toMatchObject({
      base: "200",
      revision: expect.stringMatching(/^401/) as string,
      confirmed: true,
    });
  });
});

describe("playWitnesses() on several APIs", () => {
  const api = (name: string, member: JsonObject, contentType = "application/json"): Contract => {
    const content = { [contentType]: { schema: { type: "object", required: [name], properties: { [name]: member } } } };
    const post = { requestBody: { required: true, content }, responses: { "204": { description: "Done" } } };
    return { ...compileInMemory({ info: { title: name, version: "1" }, paths: { "/a": { post } } }), api: name };
  };

  it("asks the API that a change is of, where another one has the same path", async () => {
    const pair = [{}, { maxLength: 3 }].map((narrowed) => [
      api("alpha", { type: "integer" }),
      api("beta", { type: "string", ...narrowed }),
    ]) as unknown as Sides;
    const played = await playWitnesses(checkCompat(...pair), pair, io);

    expect(playedOf(played, "max-length-decreased")).toMatchObject({ base: "204", confirmed: true });
  });

  it("shows what an API that is gone no longer answers", async () => {
    const pair = [[api("alpha", {}), api("beta", {})], [api("alpha", {})]] as const;
    const played = await playWitnesses(checkCompat(...pair), pair, io);

    expect(playedOf(played, "operation-removed")).toMatchObject({ base: "204", confirmed: true });
  });

  it("sends a type that a range takes", async () => {
    const pair = [{}, { maxLength: 3 }].map((narrowed) => [
      api("beta", { type: "string", ...narrowed }, "application/*"),
    ]) as unknown as Sides;
    const { changes } = await playWitnesses(checkCompat(...pair), pair, io);

    expect(changes.map(({ witness }) => witness?.request?.headers)).toEqual([{ "content-type": "application/json" }]);
    expect(changes[0]?.witness?.played).toMatchObject({ confirmed: true });
  });

  it("is answered by the most specific type that is documented", async () => {
    const content = { "*/*": { schema: { type: "string" } } };
    const pair = [content, { ...content, "application/json": { schema: { type: "integer" } } }].map((each) => [
      compileInMemory({
        paths: {
          "/a": { post: { requestBody: { required: true, content: each }, responses: { "204": { description: "" } } } },
        },
      }),
    ]) as unknown as Sides;

    expect(playedOf(await playWitnesses(checkCompat(...pair), pair, io), "type-changed")).toMatchObject({
      confirmed: true,
    });
  });
});

describe("playWitnesses() on an operation that several changes are of", () => {
  const header = (name: string) => ({ [name]: { required: true, schema: { type: "string" } } });
  const parameter = (name: string, place: string, more: JsonObject = {}) => ({
    name,
    in: place,
    schema: { type: "string" },
    ...more,
  });
  const documentOf = (parameters: readonly JsonObject[], body: JsonObject, headers: JsonObject) => [
    compileInMemory({
      paths: {
        "/a": {
          post: {
            parameters: [...parameters],
            requestBody: { required: true, content: { "application/json": { schema: body } } },
            responses: { "204": { description: "Done", headers } },
          },
        },
      },
    }),
  ];
  const closed = (...names: readonly string[]) => ({
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  });
  const both = [
    documentOf([parameter("p", "query")], closed("kept", "gone", "wanted"), header("x-gone")),
    documentOf(
      [parameter("z", "query", { required: true }), parameter("H", "header", { required: true })],
      { ...closed("kept", "wanted"), required: ["wanted"] },
      {},
    ),
  ] as const;

  it("shows each by what is answered for its sake", async () => {
    const played = await playWitnesses(checkCompat(...both), both, io);
    const at = (path: string) => played.changes.find((change) => change.path === path)?.witness?.played;

    expect(at("query.p")).toMatchObject({
      revision: "204, ignoring query.p",
      confirmed: true,
      request: {
        path: expect.stringMatching(/p=.*&z=/) as string,
        headers: { h: expect.any(String) as string },
        body: { wanted: expect.any(String) as string },
      },
    });
    expect(at("query.z")).toMatchObject({ revision: '400 query /z: expected the parameter "z"', confirmed: true });
    expect(at("header.h")).toMatchObject({ revision: '400 header /H: expected the parameter "H"', confirmed: true });
    expect(at("body.wanted")).toMatchObject({ revision: '400 body: expected the property "wanted"', confirmed: true });
    expect(at("body.gone")).toMatchObject({ revision: '400 body: expected no property "gone"', confirmed: true });
    expect(at("header.x-gone")).toMatchObject({
      base: "204, with header.x-gone",
      revision: "204, without header.x-gone",
      confirmed: true,
    });
  });

  it("does not take a refusal of the request for a status that is gone", async () => {
    const answering = (status: string, required: boolean) => [
      compileInMemory({
        paths: {
          "/a": {
            get: { parameters: [parameter("z", "query", { required })], responses: { [status]: { description: "" } } },
          },
        },
      }),
    ];
    const pair = [answering("200", false), answering("201", true)] as const;
    const played = await playWitnesses(checkCompat(...pair), pair, io);

    expect(playedOf(played, "success-status-removed")).toMatchObject({
      base: "200",
      revision: expect.stringMatching(/^400 No status \d{3} is documented$/) as string,
      confirmed: true,
    });
  });

  it.each(["405", "410", "412"])("takes a status that an operation documents for its own: %s", async (status) => {
    const answering = (error: string) => [
      compileInMemory({ paths: { "/a": { get: { responses: { ...done, [error]: { description: "" } } } } } }),
    ];
    const pair = [answering(status), answering("409")] as const;
    const played = await playWitnesses(checkCompat(...pair), pair, io);

    expect(playedOf(played, "error-status-moved")).toEqual({
      base: `${status} The request prefers this response`,
      revision: `400 No status ${status} is documented`,
      confirmed: true,
    });
  });

  it("confirms nothing by a refusal for another change", async () => {
    const changes = checkCompat(...both).changes.map((change): Change =>
      change.path === "query.z" ? { ...change, path: "query.y" } : change,
    );
    const played = await playWitnesses({ ...checkCompat(...both), changes }, both, io);

    expect(played.changes.find(({ path }) => path === "query.y")?.witness?.played).toEqual({
      unplayed: 'the revision refuses it for another change: 400 query /z: expected the parameter "z"',
    });
  });
});

describe("playWitnesses() on an answer of a range, or by default", () => {
  it.each([
    ["404", 404],
    ["4XX", 400],
    ["default", 500],
  ])("asks for a status that it speaks of: %s", async (status, told) => {
    const pair = [{ code: {}, text: {} }, { text: {} }].map((properties) => {
      const content = { "application/json": { schema: { type: "object", properties } } };
      const responses = { ...done, [status]: { description: "No", content } };
      return [compileInMemory({ paths: { "/a": { get: { responses } } } })];
    }) as unknown as Sides;

    expect(playedOf(await playWitnesses(checkCompat(...pair), pair, io), "response-property-removed")).toEqual({
      base: `${told}, with body.code`,
      revision: `${told}, without body.code`,
      confirmed: true,
    });
  });
});

/** A request that both sides take as well, in the place of the one that proves a rule's change. */
function fits(rule: string): object {
  if (rule === "operation-removed") return { method: "GET", path: "/v1/orders" };
  if (rule === "response-property-removed") return { method: "GET", path: "/v1/nowhere" };
  return { body: { product: "Plus wallbox", quantity: 1 } };
}
