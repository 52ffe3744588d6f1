import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Contract,
  type Json,
  type Schema,
  isJson,
  placesOf,
  tokensOf,
  validatorOf,
} from "../../contracts/index.ts";
import { createValues, withValueAt } from "../../contracts/generate/index.ts";
import { contractsToTry } from "../../test/support/contracts/platform.ts";
import { ask, fixture, ownPlatform } from "../../test/support/mock/ask.ts";
import { meantIn } from "./restore-original-values.ts";
import { newValues } from "./new-values.ts";

const contracts = [...(await contractsToTry()).filter(({ kind }) => kind === "openapi"), await fixture("weather")];

describe.each(contracts.map((contract) => [contract.api, contract] as const))("meantIn() over %s", (_, contract) => {
  it("takes what a weather shows for what it stood for, in every body", () => {
    for (const schema of bodiesOf(contract)) expect(faultsOf(contract, schema, meantIn)).toEqual([]);
  });
});

describe("meantIn()", async () => {
  const contract = await fixture("weather");

  it.each<[string, typeof meantIn]>([
    ["leaves what was sent", (_, __, sent) => sent],
    ["takes the first that is listed", (its, pointer, sent) => first(its, pointer, sent)],
    ["takes everything for known", () => ({ status: "draft" })],
  ])("is held to a law that catches one that %s", (_, planted) => {
    expect(bodiesOf(contract).flatMap((schema) => faultsOf(contract, schema, planted))).not.toEqual([]);
  });
});

describe("a consumer that reads, changes and writes under unknown-enum", () => {
  const meters = "POST /v2/metering/meters";

  it("is understood: each item keeps what it has", async () => {
    const platform = await ownPlatform({ weather: [{ id: "unknown-enum" }] });
    const read: Json[] = [];
    for (const unit of ["kWh", "m3"]) {
      const { id } = (await ask(platform, meters, { body: { number: "1", unit } })).value;
      const shown = (await ask(platform, `GET /v2/metering/meters/${id}`)).value;
      expect(shown.unit).toMatch(/^newValue/);
      const written = await ask(platform, `PUT /v2/metering/meters/${id}`, { body: { ...shown, number: "2" } });
      expect([written.status, written.value.unit]).toEqual([200, shown.unit]);
      platform.weatherOf("acme").set([]);
      read.push((await ask(platform, `GET /v2/metering/meters/${id}`)).value);
      platform.weatherOf("acme").set([{ id: "unknown-enum" }]);
    }

    expect(read).toMatchObject([
      { number: "2", unit: "kWh" },
      { number: "2", unit: "m3" },
    ]);
  });

  it("is understood also where the write is not struck itself, and in a query", async () => {
    const platform = await ownPlatform({ weather: [{ id: "unknown-enum", times: 1 }] });
    const { unit } = (await ask(platform, meters, { body: { number: "1", unit: "m3" } })).value;
    const created = await ask(platform, meters, { body: { number: "2", unit } });
    platform.weatherOf("acme").set([{ id: "unknown-enum" }]);
    const [{ level }] = (await ask(platform, "GET /v1/address-suggestions?input=dom")).value;
    const found = await ask(platform, `GET /v1/address-suggestions?input=dom&level=${level}`);

    expect(created).toMatchObject({ status: 201, value: { unit: "m3" } });
    expect(level).toMatch(/^new_value_/);
    expect(found).toMatchObject({ status: 200 });
  });

  it("is refused what no weather showed, and what none shows any more, in words of the contract", async () => {
    const platform = await ownPlatform({ strictAssumed: true, weather: [{ id: "unknown-enum" }] });
    const { unit } = (await ask(platform, meters, { body: { number: "1", unit: "kWh" } })).value;
    const invented = await ask(platform, meters, { body: { number: "1", unit: "newValue" } });
    platform.weatherOf("acme").set([{ id: "unknown-field" }]);
    const late = await ask(platform, meters, { body: { number: "1", unit } });

    expect([invented, late].map(({ status, value }) => [status, value.violations[0].in])).toEqual([
      [400, "body"],
      [400, "body"],
    ]);
  });
});

/** The schemas of a contract's bodies of JSON. */
function bodiesOf({ operations }: Contract): Schema[] {
  return operations.flatMap(({ body }) => {
    const schema = body?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
    return schema ? [schema] : [];
  });
}

/** The bodies with values that the weather makes up which are not taken for what these stand for. */
function faultsOf(contract: Contract, schema: Schema, meant: typeof meantIn): Json[] {
  const faults: Json[] = [];
  const { pointer } = schema;
  fc.assert(
    fc.property(createValues(contract, "request").valid(schema), (body) => {
      const sent = placesOf(contract, pointer, body, "request").reduce<Json>((made, place) => {
        const [value] = newValues(place, "concord");
        return value === undefined ? made : withValueAt(made, tokensOf(place.pointer), () => value);
      }, body);
      const taken = meant(contract, pointer, sent, "concord");
      if (JSON.stringify(taken) !== JSON.stringify(body)) faults.push(sent);
    }),
    { numRuns: 15 },
  );
  return faults;
}

/** Planted: any value that fits will do. */
function first(contract: Contract, pointer: string, sent: Json): Json {
  const validate = validatorOf(contract, pointer, "request");
  const violation = validate(sent).find(({ keyword }) => keyword === "enum");
  const listed = violation?.expected.match(/"([^"]*)"/)?.[1];
  return violation && listed !== undefined
    ? first(
        contract,
        pointer,
        withValueAt(sent, tokensOf(violation.pointer), () => listed),
      )
    : sent;
}
