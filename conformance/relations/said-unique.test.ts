import type { WireRequest, WireResponse } from "../model/exchange.ts";
import { describe, expect, it } from "vitest";
import { tried } from "../../test/support/conformance/tried.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Contract, JsonObject } from "../../contracts/index.ts";
import { conflict } from "./conflict.ts";
import { asProperty } from "./story/relation.ts";

const name = { type: "string", minLength: 1, maxLength: 20 };
const room = { type: "object", required: ["id", "name"], properties: { id: { type: "string" }, name } };
const content = { "application/json": { schema: room } };

/** A contract of rooms with the given 409 response. */
function rooms(refusal: string | JsonObject, others: JsonObject = {}): Contract {
  const responses = typeof refusal === "string" ? { "409": { description: refusal } } : refusal;
  return compileInMemory({
    components: { responses: { Conflict: { description: "Conflict" }, Taken: { description: "That name is taken" } } },
    paths: {
      "/rooms": {
        post: {
          operationId: "makeRoom",
          ...others,
          requestBody: {
            required: true,
            content: { "application/json": { schema: { type: "object", required: ["name"], properties: { name } } } },
          },
          responses: { "201": { description: "Made", content }, ...responses },
        },
      },
      "/rooms/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: {
          operationId: "readRoom",
          responses: { "200": { description: "It", content }, "404": { description: "" } },
        },
      },
    },
  } as JsonObject);
}

/** A provider that accepts every room, or each name once. */
function serving({ isUnique }: { readonly isUnique: boolean }): (request: WireRequest) => WireResponse {
  const made: JsonObject[] = [];
  return ({ method, path, body = "{}" }) => {
    if (method === "GET") return answer(200, made.find(({ id }) => path.endsWith(`/${String(id)}`)) ?? {});
    const sent = JSON.parse(body) as JsonObject;
    if (isUnique && made.some((each) => each["name"] === sent["name"])) return answer(409, {});
    const item = { id: `room-${made.length + 1}`, ...sent };
    made.push(item);
    return answer(201, item);
  };
}

function answer(status: number, body: JsonObject): WireResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function keysOf(
  refusal: string | JsonObject,
  isUnique: boolean,
  others?: JsonObject,
): Promise<readonly string[]> {
  const { findings } = await tried(asProperty(conflict), rooms(refusal, others), "makeRoom", {
    answer: serving({ isUnique }),
  });
  return [...new Set(findings.filter(({ check }) => check === "conflict").map(({ key }) => key))];
}

describe("the description of a 409", () => {
  it.each(["There is a room of that name", "name taken", "A room with this name already exists", "Duplicate name"])(
    "documents uniqueness: %s",
    async (refusal) => {
      expect(await keysOf(refusal, false)).toEqual(["second"]);
      expect(await keysOf(refusal, true)).toEqual([]);
    },
  );

  const shared = { $ref: "#/components/responses/Conflict" };
  it.each<[string, JsonObject, JsonObject?]>([
    ["in a shared response", { "409": { $ref: "#/components/responses/Taken" } }],
    ["beside the reference to a shared response", { "409": { ...shared, description: "That name is taken" } }],
    ["in the description of the operation", { "409": shared }, { description: "Makes a room. Names must be unique." }],
    ["where no 409 is documented", {}, { description: "Answers 409 if there is a room of that name." }],
    ["of all refusals", { "4XX": { description: "The name exists already" } }],
    ["of all other answers", { default: { description: "An error, such as a name that is taken" } }],
    ["as a state", { "409": { description: "The name is booked already." } }],
  ])("documents uniqueness %s", async (_, responses, others) => {
    expect(await keysOf(responses, false, others)).toEqual(["second"]);
    expect(await keysOf(responses, true, others)).toEqual([]);
  });

  it("is not inferred from a description of what the operation does", async () => {
    const others = { description: "Adds a room to a house that exists. There is a list of them." };
    expect(await keysOf({ "409": shared }, false, others)).toEqual([]);
  });

  it.each(["Refused", "What is there already does not allow it", "The version exists no more", "Too many rooms"])(
    "does not document uniqueness: %s",
    async (refusal) => {
      expect(await keysOf(refusal, false)).toEqual([]);
    },
  );
});
