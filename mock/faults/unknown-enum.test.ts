import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Contract,
  type Json,
  type JsonObject,
  isObject,
  splitPointer,
  validatorOf,
} from "../../contracts/index.ts";
import { createValues, withValueAt } from "../../contracts/generate/index.ts";
import { contractsToTry } from "../../test/support/contracts/platform.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { fixture, noon, ownContracts } from "../../test/support/mock/ask.ts";
import { differences } from "../../test/support/mock/differences.ts";
import { type DocumentedResponse, documentedResponses, bodyAfterFault } from "../../test/support/mock/with-fault.ts";
import { type PlatformOptions, createClock, createPlatform, defaultMock } from "../index.ts";
import { unknownEnum } from "./unknown-enum.ts";

const contracts = [...(await contractsToTry()).filter(({ kind }) => kind === "openapi"), await fixture("faults")];

describe.each(contracts.map((contract) => [contract.api, contract] as const))("unknown-enum over %s", (_, contract) => {
  it("changes open enums, all of them, and nothing else", () => {
    for (const answered of documentedResponses(contract).filter(({ status }) => status < 400)) {
      fc.assert(
        fc.property(createValues(contract, "response").valid(answered.schema), (body) => {
          const changed = bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, body) ?? body;
          expect(problemsOf(answered, body, changed)).toEqual([]);
          expect(bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, body) ?? body).toEqual(
            changed,
          );
        }),
        { numRuns: 15 },
      );
    }
  });
});

describe("unknown-enum", async () => {
  const contract = await fixture("faults");
  const answered = documentedResponses(contract).find(
    ({ operation }) => operation.id === "getOrder",
  ) as DocumentedResponse;
  const orderResponse = {
    id: "o_1",
    status: "draft",
    kind: "order",
    currency: "EUR",
    priority: 2,
    note: "draft",
    channel: "webShop",
    tags: ["RUSH"],
    payment: { method: "card", brand: "visa" },
  };

  it("writes new values in the style of the known ones", () => {
    const changed = bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, orderResponse);

    expect(changed).toEqual({
      ...orderResponse,
      status: expect.stringMatching(/^new_value_[0-9a-f]{4}$/),
      priority: expect.toSatisfy((value: number) => Number.isInteger(value) && value > 3),
      channel: expect.stringMatching(/^newValue[0-9A-Fa-f]{4}$/),
      tags: [expect.stringMatching(/^NEW_VALUE_[0-9A-F]{4}$/)],
      payment: { method: "card", brand: expect.stringMatching(/^new_value_/) },
    });
  });

  it("does not change other alternatives, null, closed enums and const", () => {
    const original = { ...orderResponse, payment: { method: "other", brand: "visa" }, channel: null };

    expect(bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, original)).toMatchObject({
      payment: original.payment,
      channel: null,
      kind: "order",
      currency: "EUR",
    });
  });

  it("obeys other keywords: lengths, unique items", () => {
    const changed = bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, {
      status: "draft",
      code: "A1",
      tags: ["RUSH", "NEW_CUSTOMER"],
    }) as { code: string; tags: string[] };

    expect(changed.code).toMatch(/^[0-9A-F]{2}$/);
    expect(new Set(changed.tags).size).toBe(2);
    expect(changed.tags).not.toEqual(expect.arrayContaining(["RUSH"]));
  });

  it("generates a different new value for each item of a list with uniqueItems", () => {
    const tags = ["RUSH", "NEW_CUSTOMER", "GIFT", "FRAGILE", "HEAVY"];

    expect(
      differences(
        { status: "draft", tags },
        bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, { status: "draft", tags }),
      ),
    ).toHaveLength(6);
  });

  it("replaces each known value by another one, the same each time", () => {
    const changed = ["draft", "placed", "in_transit", "draft"].map(
      (status) =>
        (bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, { status }) as { status: string })
          .status,
    );

    expect(new Set(changed).size).toBe(3);
    expect(changed[3]).toBe(changed[0]);
  });

  it("changes a share of the places, others for another seed", () => {
    const changesOf = (seed: string): string[] => {
      const setting = { id: "unknown-enum", share: 0.5 } as const;
      return differences(
        orderResponse,
        bodyAfterFault(unknownEnum, setting, answered, orderResponse, seed) ?? orderResponse,
      ).map(({ pointer }) => pointer);
    };
    const all = Array.from({ length: 20 }, (_, index) => changesOf(`seed ${index}`));

    expect(new Set(all.map(String)).size).toBeGreaterThan(3);
    expect(all.flat().length).toBeGreaterThan(20);
    expect(all.flat().length).toBeLessThan(80);
    expect(changesOf("seed 1")).toEqual(all[1]);
  });

  it("does nothing without JSON or without an enum", () => {
    expect(bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, answered, {})).toBeUndefined();
    expect(
      bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, { ...answered, status: 404 }, orderResponse),
    ).toBeUndefined();
  });

  it("does not change refusals, which quote the request", async () => {
    const problem = documentedResponses((await ownContracts())[0] as Contract).find(
      ({ status }) => status === 400,
    ) as DocumentedResponse;
    const violations = [{ in: "body", pointer: "/unit", expected: "a text", got: "7" }];
    const body = { type: "about:blank", title: "Bad Request", status: 400, detail: "No", violations };

    expect(bodyAfterFault(unknownEnum, { id: "unknown-enum", share: 1 }, problem, body)).toBeUndefined();
  });

  it.each<[string, Json]>([
    ["a closed enum that is changed", { ...orderResponse, currency: "CHF" }],
    ["a constant that is changed", { ...orderResponse, kind: "NEW" }],
    ["an enum that is forgotten", { ...orderResponse, status: "new_value_7f" }],
    ["another type", { ...orderResponse, status: 7 }],
    ["a text that is no enum", { ...orderResponse, note: "new_value_7f" }],
    ["a known value", { ...orderResponse, status: "placed" }],
    ["a missing member", { status: "new_value_7f" }],
  ])("catches %s", (_, planted) => {
    expect(problemsOf(answered, orderResponse, planted)).not.toEqual([]);
  });
});

/** Problems of a changed body, found with Ajv only. */
function problemsOf({ contract, schema }: DocumentedResponse, body: Json, changed: Json): string[] {
  const violationsWith = (pointer: string, value: Json) =>
    validatorOf(contract, schema.pointer, "response")(withValueAt(body, splitPointer(pointer), () => value));
  const changes = differences(body, changed);
  const wrongChanges = changes.flatMap(({ pointer, before, after }) => {
    const violationsHere = violationsWith(pointer, after as Json).filter((each) => each.pointer === pointer);
    const isOpen =
      violationsHere.some((each) => each.isOpen) &&
      !violationsHere.some((each) => each.keyword === "enum" && !each.isOpen);
    return isOpen && typeof before === typeof after ? [] : [`${pointer} is no open enum: ${JSON.stringify(after)}`];
  });
  const changedPointers = new Set(changes.map(({ pointer }) => pointer));
  // If another text violates only an open enum, the fault can change this place.
  const unchangedPlaces = leaves(body).filter(({ pointer, value }) => {
    const violations = violationsWith(pointer, typeof value === "number" ? 1_000_003 : "zz_unheard_of");
    return violations.length > 0 && violations.every(({ isOpen }) => isOpen) && !changedPointers.has(pointer);
  });
  return [...wrongChanges, ...unchangedPlaces.map(({ pointer }) => `${pointer} is an open enum, and was left`)];
}

function leaves(value: Json, pointer = ""): { pointer: string; value: Json }[] {
  if (typeof value === "string" || typeof value === "number") return [{ pointer, value }];
  if (!Array.isArray(value) && !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item as Json, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

describe("unknown-enum under closed enums", () => {
  const colour = { type: "string", enum: ["red", "green"] };
  const bodyOf = { colour: "red", state: "new" };

  async function mockOf(state: JsonObject, options: Partial<PlatformOptions>) {
    const schema = { type: "object", required: ["colour", "state"], properties: { colour, state } };
    const content = { "application/json": { schema, example: bodyOf } };
    const contract = compileInMemory({
      paths: {
        "/paint": { get: { operationId: "getPaint", responses: { "200": { description: "Paint", content } } } },
      },
    });
    const notices: string[] = [];
    const platform = createPlatform([contract], {
      clock: createClock(() => noon),
      faults: [{ id: "unknown-enum" }],
      notice: (line) => notices.push(line),
      ...options,
    });
    const answer = await platform.handle({ method: "GET", url: "/paint", headers: {} });
    return { notices, body: JSON.parse(Buffer.from(answer.body).toString()) as typeof bodyOf, headers: answer.headers };
  }

  it("changes no enum, and says so", async () => {
    const { notices, body, headers } = await mockOf({ type: "string", enum: ["new", "old"] }, {});

    expect(body).toEqual(bodyOf);
    expect(headers["concord-fault"]).toBeUndefined();
    expect(notices).toEqual([
      expect.stringMatching(/^The fault "unknown-enum" has nothing to change: no enum .* is open/),
    ]);
  });

  it.each<[string, JsonObject]>([
    ["an extension", { "x-extensible-enum": true }],
    ["its description", { description: "Further values may be added." }],
  ])("changes those that say that values may be added: %s", async (_, mark) => {
    const { notices, body } = await mockOf({ type: "string", enum: ["new", "old"], ...mark }, {});

    expect(body.colour).toBe("red");
    expect(body.state).toMatch(/^new_value_/);
    expect(notices).toEqual([]);
  });

  it("changes all enums where the option or the profile opens them", async () => {
    const state = { type: "string", enum: ["new", "old"] };
    for (const options of [{ enums: "open" }, { profile: { ...defaultMock, enums: "open" } }] as const)
      expect(await mockOf(state, options)).toMatchObject({
        notices: [],
        body: { colour: expect.not.stringMatching(/^(red|green)$/) },
      });
    expect(await mockOf(state, { enums: "closed", profile: { ...defaultMock, enums: "open" } })).toMatchObject({
      body: bodyOf,
    });
  });
});
