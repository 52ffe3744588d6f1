import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Contract,
  type Json,
  type Schema,
  isJson,
  listSchemaPlaces,
  splitPointer,
  validatorOf,
} from "../../../contracts/index.ts";
import { createValues, withValueAt } from "../../../contracts/generate/index.ts";
import { contractsToTry } from "../../../test/support/contracts/platform.ts";
import { ask, fixture, ownPlatform } from "../../../test/support/mock/ask.ts";
import { restoreOriginalValues } from "./restore-original-values.ts";
import { newValues } from "./new-values.ts";

const contracts = [...(await contractsToTry()).filter(({ kind }) => kind === "openapi"), await fixture("faults")];

describe.each(contracts.map((contract) => [contract.api, contract] as const))(
  "restoreOriginalValues() over %s",
  (_, contract) => {
    it("restores the values that a fault replaced, in every body", () => {
      for (const schema of bodiesOf(contract)) expect(problemsOf(contract, schema, restoreOriginalValues)).toEqual([]);
    });
  },
);

describe("restoreOriginalValues()", async () => {
  const contract = await fixture("faults");

  it.each<[string, typeof restoreOriginalValues]>([
    ["returns the sent values", (_, __, sent) => sent],
    ["returns the first listed value", (its, pointer, sent) => first(its, pointer, sent)],
    ["returns the same value for every body", () => ({ status: "draft" })],
  ])("fails the law if it %s", (_, planted) => {
    expect(bodiesOf(contract).flatMap((schema) => problemsOf(contract, schema, planted))).not.toEqual([]);
  });
});

describe("a consumer that reads, changes and writes under unknown-enum", () => {
  const meters = "POST /v2/metering/meters";

  it("keeps each item unchanged", async () => {
    const platform = await ownPlatform({ faults: [{ id: "unknown-enum" }] });
    const read: Json[] = [];
    for (const unit of ["kWh", "m3"]) {
      const { id } = (await ask(platform, meters, { body: { number: "1", unit } })).value;
      const shown = (await ask(platform, `GET /v2/metering/meters/${id}`)).value;
      expect(shown.unit).toMatch(/^newValue/);
      const written = await ask(platform, `PUT /v2/metering/meters/${id}`, { body: { ...shown, number: "2" } });
      expect([written.status, written.value.unit]).toEqual([200, shown.unit]);
      platform.organization("acme").faults.set([]);
      read.push((await ask(platform, `GET /v2/metering/meters/${id}`)).value);
      platform.organization("acme").faults.set([{ id: "unknown-enum" }]);
    }

    expect(read).toMatchObject([
      { number: "2", unit: "kWh" },
      { number: "2", unit: "m3" },
    ]);
  });

  it("restores values also in calls that the fault does not affect, and in query parameters", async () => {
    const platform = await ownPlatform({ faults: [{ id: "unknown-enum", times: 1 }] });
    const { unit } = (await ask(platform, meters, { body: { number: "1", unit: "m3" } })).value;
    const created = await ask(platform, meters, { body: { number: "2", unit } });
    platform.organization("acme").faults.set([{ id: "unknown-enum" }]);
    const [{ level }] = (await ask(platform, "GET /v1/address-suggestions?input=dom")).value;
    const found = await ask(platform, `GET /v1/address-suggestions?input=dom&level=${level}`);

    expect(created).toMatchObject({ status: 201, value: { unit: "m3" } });
    expect(level).toMatch(/^new_value_/);
    expect(found).toMatchObject({ status: 200 });
  });

  it("receives a refusal for unknown values that no active fault has sent", async () => {
    const platform = await ownPlatform({ strictAssumed: true, faults: [{ id: "unknown-enum" }] });
    const { unit } = (await ask(platform, meters, { body: { number: "1", unit: "kWh" } })).value;
    const invented = await ask(platform, meters, { body: { number: "1", unit: "newValue" } });
    platform.organization("acme").faults.set([{ id: "unknown-field" }]);
    const late = await ask(platform, meters, { body: { number: "1", unit } });

    expect([invented, late].map(({ status, value }) => [status, value.violations[0].in])).toEqual([
      [400, "body"],
      [400, "body"],
    ]);
  });
});

/** The schemas of the JSON bodies of a contract. */
function bodiesOf({ operations }: Contract): Schema[] {
  return operations.flatMap(({ body }) => {
    const schema = body?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
    return schema ? [schema] : [];
  });
}

/** Bodies whose replaced values are not restored to the originals. */
function problemsOf(contract: Contract, schema: Schema, restore: typeof restoreOriginalValues): Json[] {
  const problems: Json[] = [];
  const { pointer } = schema;
  fc.assert(
    fc.property(createValues(contract, "request").valid(schema), (body) => {
      const sent = listSchemaPlaces(contract, pointer, body, "request").reduce<Json>((made, place) => {
        const [value] = newValues(place, "concord");
        return value === undefined ? made : withValueAt(made, splitPointer(place.pointer), () => value);
      }, body);
      const taken = restore(contract, pointer, sent, "concord");
      if (JSON.stringify(taken) !== JSON.stringify(body)) problems.push(sent);
    }),
    { numRuns: 15 },
  );
  return problems;
}

/** Planted fault: restores any value that the schema accepts. */
function first(contract: Contract, pointer: string, sent: Json): Json {
  const validate = validatorOf(contract, pointer, "request");
  const violation = validate(sent).find(({ keyword }) => keyword === "enum");
  const listed = violation?.expected.match(/"([^"]*)"/)?.[1];
  return violation && listed !== undefined
    ? first(
        contract,
        pointer,
        withValueAt(sent, splitPointer(violation.pointer), () => listed),
      )
    : sent;
}
