import type { WireRequest, WireResponse } from "../model/exchange.ts";
import { describe, expect, it } from "vitest";
import { tried } from "../../test/support/conformance/tried.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type Json, type JsonObject, readQuery, validatorOf } from "../../contracts/index.ts";
import { createsItems } from "../items/creates-items.ts";
import { properties } from "../properties/index.ts";
import type { Property } from "../scope/property.ts";

const planted = [
  { fault: "not-kept", property: "created-read", keys: ["not found"] },
  { fault: "note-lost-again", property: "rest-kept", keys: ["same /note"] },
  { fault: "note-stays", property: "rest-kept", keys: ["PUT keeps /note"] },
  { fault: "tag-stays", property: "version-monotonic", keys: ["etag stays"] },
  { fault: "not-listed", property: "created-listed", keys: ["missing"] },
  { fault: "filter-inverted", property: "filters-sound", keys: ["incomplete kind"] },
  { fault: "deleted-listed", property: "deleted-gone", keys: ["listed"] },
  { fault: "deleted-by-others", property: "foreign-refused", keys: ["deleted"] },
] as const;

type Fault = (typeof planted)[number]["fault"];

const own = {
  kind: { type: "string", enum: ["gate", "lamp"] },
  note: { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z]+$" },
  // A PUT without it gets the default, which the document keeps behind a reference.
  mode: { $ref: "#/components/schemas/Mode" },
};
const device = { type: "object", required: ["serial", "kind"], properties: { serial: { type: "string" }, ...own } };
const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const answers = (...all: readonly (readonly [string, Json?])[]): JsonObject =>
  Object.fromEntries(all.map(([status, schema]) => [status, { description: "", ...(schema && json(schema)) }]));

/** A provider of devices whose ids clients choose, with a list of small pages. */
const contract = compileInMemory({
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: { Mode: { type: "string", enum: ["plain"], default: "plain" } },
  },
  paths: {
    "/devices": {
      get: {
        operationId: "listDevices",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 3, default: 3 } },
          { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } },
          { name: "kind", in: "query", schema: own.kind },
        ],
        responses: answers(["200", { type: "array", items: device }]),
      },
    },
    "/devices/{serial}": {
      parameters: [
        { name: "serial", in: "path", required: true, schema: { type: "string", pattern: "^[A-Z]{2}[0-9]{4}$" } },
      ],
      get: { operationId: "getDevice", responses: answers(["200", device], ["404"]) },
      put: {
        operationId: "putDevice",
        requestBody: { required: true, ...json({ type: "object", required: ["kind"], properties: own }) },
        responses: answers(["200", device], ["201", device], ["400"]),
      },
      delete: { operationId: "deleteDevice", responses: answers(["204"], ["404"]) },
    },
  },
});
const put = contract.operations.find(({ id }) => id === "putDevice")!;

function createDevices(fault?: Fault): (request: WireRequest) => WireResponse {
  const on = (one: Fault): boolean => fault === one;
  const all = new Map<string, JsonObject>();
  const deleted = new Map<string, JsonObject>();
  let version = 0;
  for (const number of [1, 2, 3, 4]) all.set(`AA000${number}`, { serial: `AA000${number}`, kind: "lamp" });
  return ({ method, path, headers, body }) => {
    const [place = "", text = ""] = path.split("?");
    const serial = place.split("/")[2];
    const isTheirs = headers["authorization"] === "Bearer org_usual";
    if (serial === undefined) {
      const { kind, limit = "3", offset = "0" } = Object.fromEntries(readQuery(text));
      const found = [...all.values(), ...(on("deleted-listed") ? deleted.values() : [])].filter(
        (each) => kind === undefined || (each["kind"] === kind) !== on("filter-inverted"),
      );
      const listed = found.filter(
        (each) => isTheirs && !(on("not-listed") && !String(each["serial"]).startsWith("AA000")),
      );
      return answer(200, listed.slice(Number(offset), Number(offset) + Number(limit)));
    }
    const known = all.get(serial);
    if (method === "PUT" && isTheirs) {
      const sent = read(body);
      if (!sent) return answer(400);
      const { note, ...rest } = sent;
      const keeps = on("note-stays") && known && note === undefined ? known["note"] : note;
      const kept = on("note-lost-again") && known ? undefined : keeps;
      const made = { serial, mode: "plain", ...rest, ...(kept !== undefined && { note: kept }) };
      if (!on("not-kept")) all.set(serial, made);
      version++;
      return answer(known ? 200 : 201, made);
    }
    if (method === "DELETE" && known && (isTheirs || on("deleted-by-others"))) {
      deleted.set(serial, known);
      all.delete(serial);
      return answer(204);
    }
    return known && isTheirs ? answer(200, known, on("tag-stays") ? '"1"' : `"${version}"`) : answer(404);
  };
}

/** The body, if the contract allows it. */
function read(body = ""): JsonObject | undefined {
  try {
    const sent = JSON.parse(body) as JsonObject;
    const pointer = put.body?.content[0]?.schema?.pointer ?? "";
    return validatorOf(contract, pointer, "request")(sent).length === 0 ? sent : undefined;
  } catch {
    return undefined;
  }
}

function answer(status: number, body?: Json, etag?: string): WireResponse {
  const headers = { "content-type": "application/json", ...(etag !== undefined && { etag }) };
  return { status, headers, body: body === undefined ? "" : JSON.stringify(body) };
}

function propertyOf(id: string): Property {
  return properties.find((property) => property.id === id) as Property;
}

describe("items created with PUT", () => {
  it.each(planted)("show the fault $fault with $property", async ({ fault, property, keys }) => {
    const { findings } = await triedOn(property, fault);

    expect([...new Set(findings.map(({ key }) => key))]).toEqual(keys);
  });

  it("show nothing in a correct provider", async () => {
    for (const { id } of properties.filter(({ phase }) => phase === "sequences"))
      expect([id, (await triedOn(id)).findings.map(({ check, key, message }) => `${check} ${key} ${message}`)]).toEqual(
        [id, []],
      );
  });

  it("are used only for a collection without another create operation", () => {
    expect(contract.operations.filter((each) => createsItems(contract, each))).toEqual([put]);
  });
});

function triedOn(property: string, fault?: Fault) {
  return tried(propertyOf(property), contract, "putDevice", {
    answer: createDevices(fault),
    identities: { other: "org_other" },
  });
}
