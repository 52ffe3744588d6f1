import { describe, expect, it } from "vitest";
import { type Contract, type Json, type JsonObject, type Operation, loadContract } from "../../contracts/index.ts";
import { operationAnswering, createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Drift, createDriftLog } from "./drift.ts";
import { UNKNOWN_FIELD } from "../requests/unknown-field.ts";
import { type SentFieldLog, createSentFieldLog } from "./sent-field-log.ts";
import { renderOverlay } from "../reports/index.ts";

const scratch = createScratch();

/** Drift of a contract with one operation that returns these bodies. */
function driftIn(contract: Contract, bodies: readonly Json[], status = 200, mask = (text: string): string => text) {
  const log = createDriftLog(mask);
  const [operation] = contract.operations;
  if (operation) for (const body of bodies) log.record({ exchange: exchangeWith(body, status), operation, contract });
  return { drift: log.drift(), omitted: log.omitted() };
}

function exchangeWith(body: Json, status: number): Exchange {
  return {
    request: { method: "GET", path: "/pets?limit=1", headers: {} },
    response: { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  };
}

/** The document with the overlay of the drift applied. */
function overlaid(document: JsonObject, drift: readonly Drift[]): Promise<Contract> {
  const file = scratch.write({
    "pets.json": document,
    "overlay.json": renderOverlay(drift, "http://127.0.0.1:4010") as string,
  });
  return loadContract(file, { overlays: [file.replace("pets.json", "overlay.json")] });
}

const pets = (schema: Json, components: JsonObject = {}): JsonObject =>
  documentOf({ paths: { "/pets": { get: operationAnswering(schema) } }, components: { schemas: components } });

const status = { enum: ["alive", "dead"] };
const closed = { type: "object", properties: { name: { type: "string" } }, additionalProperties: false };

/** Responses with drift, and the places of the drift. */
const beyond: readonly (readonly [
  title: string,
  document: JsonObject,
  bodies: readonly Json[],
  seen: readonly string[],
])[] = [
  ["a value of an enum", pets({ type: "object", properties: { status } }), [{ status: "lost" }], ["/status"]],
  ["one of items, however many", pets({ type: "array", items: status }), [["lost", "lost", "dead"]], ["/*"]],
  ["several values", pets({ type: "array", items: status }), [["lost"], ["found"]], ["/*", "/*"]],
  [
    "a value under an odd name, beside one that an alternative takes",
    pets({ properties: { "it's\\/~": status, b: { anyOf: [status, { type: "string" }] } } }),
    [{ "it's\\/~": "lost", b: "lost" }],
    ["/it's\\~1~0"],
  ],
  ["a number", pets({ type: "integer", enum: [1, 2] }), [3], [""]],
  ["a value of a component", pets({ $ref: "#/components/schemas/St~1a" }, { "St/a": status }), ["lost"], [""]],
  ["a value of all of several", pets({ allOf: [status, { enum: ["dead"] }] }), ["lost"], [""]],
  ["a value of one of several", pets({ oneOf: [status, { enum: [1, 2] }] }), ["lost"], [""]],
  [
    "the kind of an alternative",
    pets({ oneOf: [{ type: "object", required: ["cat"], properties: { kind: { enum: ["c"] }, cat: {} } }, closed] }),
    [{ kind: "d", cat: 1 }],
    ["/kind"],
  ],
  ["a field", pets({ type: "object", properties: { name: {} } }), [{ name: 1, age: 2 }, { age: null }], ["/age"]],
  ["a field that is null", pets({ type: "object", properties: { name: {} } }), [{ age: null }], ["/age"]],
  ["a field of an alternative", pets({ anyOf: [{ properties: { a: {} } }, { type: "string" }] }), [{ b: [] }], ["/b"]],
  ["a field with an odd name", pets({ properties: { a: {} } }), [{ "it's/a~\\\n": {} }], ["/it's~1a~0\\\n"]],
  [
    "a field of the name of a prototype",
    pets({ properties: { a: {} } }),
    [JSON.parse('{"__proto__": {"x": 1}}') as Json],
    ["/__proto__"],
  ],
];

/** Responses from which no drift can be concluded. */
const within: readonly (readonly [title: string, document: JsonObject, body: Json])[] = [
  ["what is listed", pets({ properties: { status } }), { status: "dead" }],
  ["a field of a closed object, which is a fault", pets(closed), { age: 2.5 }],
  ["a value of a closed enum, which is a fault", pets({ ...status, "x-closed": true }), "lost"],
  ["a value of another type, which is a fault", pets({ ...status, type: "string" }), 5],
  ["a value that an alternative takes", pets({ anyOf: [status, { type: "string" }] }), "lost"],
  ["fields of a map", pets({ properties: { a: {} }, additionalProperties: { type: "integer" } }), { b: 1 }],
  ["fields that are welcome", pets({ properties: { a: {} }, additionalProperties: true }), { b: 1 }],
  ["fields by a pattern", pets({ properties: { a: {} }, patternProperties: { "^x": {} } }), { x: 1 }],
  ["fields of an object that names none", pets({ type: "object" }), { b: 1 }],
  [
    "fields that another alternative names",
    pets({ anyOf: [{ properties: { a: {} } }, { properties: { b: {} }, required: ["c"] }] }),
    { b: 1 },
  ],
  [
    "fields where no alternative fits",
    pets({ properties: { k: {} }, oneOf: [closed, { ...closed, required: ["name"] }] }),
    { k: 1, z: 2 },
  ],
];

describe("createDriftLog()", () => {
  it.each(beyond)("reports %s, and its overlay adds it to the contract", async (_, document, bodies, seen) => {
    const contract = await loadContract(scratch.write({ "pets.json": document }));
    const { drift } = driftIn(contract, bodies);

    expect(drift.map(({ place }) => place)).toEqual(seen);
    const extended = await overlaid(document, drift);
    expect(extended.problems).toEqual([]);
    expect(driftIn(extended, bodies).drift).toEqual([]);
  });

  it.each(within)("does not report %s", async (_, document, body) => {
    const contract = await loadContract(scratch.write({ "pets.json": document }));

    expect(driftIn(contract, [body]).drift).toEqual([]);
  });

  it("reports an expected status, and its overlay documents it", async () => {
    const document = pets({ type: "string" });
    const contract = await loadContract(scratch.write({ "pets.json": document }));
    const { drift } = driftIn(contract, [{}, {}], 429);

    expect(drift).toMatchObject([{ kind: "status", count: 2, example: "GET /pets?limit=1 -> 429" }]);
    expect(drift[0]?.overlay).toEqual([
      { target: "$.paths['/pets'].get", update: { responses: { 429: { description: "Too Many Requests" } } } },
    ]);
    expect(driftIn(await overlaid(document, drift), [{}], 429).drift).toEqual([]);
    expect([204, 409, 500].flatMap((other) => driftIn(contract, [{}], other).drift)).toEqual([]);
  });

  it("reports a value of an open enum in a header, and its overlay adds it to the contract", async () => {
    const responses = { "200": { description: "Fine.", headers: { "X-Mode": { schema: status } } } };
    const document = documentOf({ paths: { "/pets": { get: { operationId: "listPets", responses } } } });
    const exchange = (): Exchange => {
      const { response, ...sent } = exchangeWith({}, 200);
      return { ...sent, response: { ...response, headers: { ...response.headers, "x-mode": "lost" } } };
    };
    const seenIn = (contract: Contract): readonly Drift[] => {
      const log = createDriftLog((text) => text);
      log.record({ exchange: exchange(), operation: contract.operations[0] as Operation, contract });
      return log.drift();
    };
    const [found, ...others] = seenIn(await scratch.load(document));

    expect(found?.message).toBe('The header "x-mode" of status 200 has "lost", which the enum does not list');
    expect(others).toEqual([]);
    expect(seenIn(await overlaid(document, found ? [found] : []))).toEqual([]);
  });

  it("marks additions as assumed in a document with markers", async () => {
    const document = pets({ type: "object", "x-spec": "4.1", properties: { status } });
    const operation = {
      paths: { "/pets": { get: { ...operationAnswering({ $ref: "#/components/schemas/Pet" }), "x-spec": "4.1" } } },
    };
    const marked = documentOf({
      ...operation,
      components: {
        schemas: {
          Pet: (document["paths"] as never)["/pets"]["get"]["responses"]["200"]["content"]["application/json"][
            "schema"
          ],
        },
      },
    });
    const contract = await loadContract(scratch.write({ "pets.json": marked }));
    const { drift } = driftIn(contract, [{ status: "lost", age: 1 }]);

    expect(drift.map(({ overlay }) => overlay[0])).toEqual([
      {
        target: "$.components.schemas.Pet",
        update: { properties: { age: { type: "number", readOnly: true, "x-assumed": "Seen on a deployment" } } },
      },
      {
        target: "$.components.schemas.Pet.properties.status",
        update: { enum: ["lost"], "x-assumed-values": ["lost"] },
      },
    ]);
  });

  it("omits only the fields that its own requests had sent", async () => {
    const contract = await loadContract(scratch.write({ "pets.json": pets({ properties: { name: {} } }) }));
    const [operation] = contract.operations as [Operation];
    const placesSeen = (brought?: SentFieldLog): readonly string[] => {
      const log = createDriftLog((text) => text, brought);
      const shown = exchangeWith({ name: 1, age: 2, size: 3, [UNKNOWN_FIELD]: 4 }, 200);
      const sent = {
        ...shown,
        request: { ...shown.request, body: '[{"age":1,"name":1}]' },
        response: { ...shown.response, status: 204 },
      };
      for (const exchange of [sent, shown]) log.record({ exchange, operation, contract });
      return log.drift().map(({ place }) => place);
    };

    expect(placesSeen()).toEqual(["/age", "/size", `/${UNKNOWN_FIELD}`]);
    expect(placesSeen(createSentFieldLog())).toEqual(["/size"]);
  });

  it("keeps no secret, and a limited number of sightings per place", async () => {
    const contract = await loadContract(scratch.write({ "pets.json": pets({ properties: { status } }) }));
    const bodies = Array.from({ length: 100 }, (_, index) => ({ status: `s${index}`, [`f${index}`]: 1 }));
    const { drift, omitted } = driftIn(contract, bodies);

    expect(drift).toHaveLength(40);
    expect(omitted).toBe(160);
    expect(driftIn(contract, [{ status: "my s3cret" }], 200, (text) => text.replace("s3cret", "***")).drift).toEqual(
      [],
    );
  });
});
