import { describe, expect, it } from "vitest";
import { type JsonObject, loadControl } from "../../contracts/index.ts";
import type { FaultSetting } from "./catalogue.ts";
import { checkFaultSettings, parseFault, faultCatalogue } from "./index.ts";

describe("parseFault()", () => {
  it.each<[string, FaultSetting]>([
    ["latency=200", { id: "latency", milliseconds: 200 }],
    ["latency=100-500", { id: "latency", milliseconds: [100, 500] }],
    ["status=503:0.1", { id: "status", status: 503, probability: 0.1 }],
    ["status=429@createReading", { id: "status", status: 429, operations: ["createReading"] }],
    ["fail-nth=3", { id: "fail-nth", n: 3 }],
    ["fail-nth=every-3/500", { id: "fail-nth", n: 3, every: true, status: 500 }],
    ["unknown-enum", { id: "unknown-enum" }],
    ["unknown-enum=0.3:0.5", { id: "unknown-enum", share: 0.3, probability: 0.5 }],
    ["unknown-field", { id: "unknown-field" }],
    ["malformed:1", { id: "malformed", probability: 1 }],
    ["truncated", { id: "truncated" }],
    ["truncated=10", { id: "truncated", bytes: 10 }],
    ["slow=2000", { id: "slow", milliseconds: 2000 }],
    ["reset", { id: "reset" }],
    [
      "reset=request:0.5@entity/a,GET /b:c",
      {
        id: "reset",
        lost: "request",
        probability: 0.5,
        operations: ["entity/a", "GET /b:c"],
      },
    ],
    ["delay-deliveries=0-500", { id: "delay-deliveries", milliseconds: [0, 500] }],
    ["reorder-deliveries", { id: "reorder-deliveries" }],
    ["reorder-deliveries=5", { id: "reorder-deliveries", window: 5 }],
    ["forged-deliveries", { id: "forged-deliveries" }],
    [
      "duplicate-deliveries=2:0.5@meter.created,schema.replaced",
      { id: "duplicate-deliveries", copies: 2, probability: 0.5, events: ["meter.created", "schema.replaced"] },
    ],
    ['{"id":"status","status":429,"retryAfter":5}', { id: "status", status: 429, retryAfter: 5 }],
  ])("reads %s", (text, setting) => {
    expect(parseFault(text)).toEqual(setting);
  });

  it("is told in the contract of the control API with every member, and no other", async () => {
    const contract = await loadControl();
    const { faults } = propertiesOf(contract.document, "Faults");
    const told = Object.keys((faults as { items: { properties: object } }).items.properties);
    const scopes = ["id", "operations", "events", "webhooks", "probability", "times"];
    const known = faultCatalogue.flatMap(({ parameters }) => Object.keys(parameters));

    expect(told.toSorted()).toEqual([...new Set([...scopes, ...known])].toSorted());
  });

  it("reads each form that the help shows", () => {
    for (const { id, usage } of faultCatalogue)
      for (const form of usage[0].split(", "))
        expect(checkFaultSettings([parseFault(form)], [])).toMatchObject([{ id }]);
  });

  it.each([
    ["rain", 'Cannot read the fault "rain": it begins with none of latency, fail-nth, '],
    ["latency", 'Cannot read the fault "latency": it is written as latency=200'],
    ["latency=1-", "it is written as latency=200"],
    ["latency=1-2-3", "it is written as"],
    ["latency=fast", "it is written as"],
    ["status", "it is written as status=503:0.1"],
    ["fail-nth=often", "it is written as"],
    ["malformed=1", "it is written as malformed"],
    ["truncated=x", "it is written as"],
    ["slow", "it is written as"],
    ["reset=never", "it is written as"],
    ["unknown-enum=some", "it is written as"],
    ["status=503:often", 'behind ":" stands a probability from 0 to 1, and not "often"'],
    ["status=503:", 'behind ":" stands a probability from 0 to 1, and not ""'],
    ["status=503:1.5", 'and not "1.5"'],
    ["latency=200@", 'behind "@" stand operations'],
    ["duplicate-deliveries@", 'behind "@" stand events, such as @meter.created,schema.replaced'],
    ["duplicate-deliveries=often", "it is written as duplicate-deliveries, duplicate-deliveries=3"],
    ["reorder-deliveries=all", "it is written as reorder-deliveries"],
    ["delay-deliveries", "it is written as delay-deliveries=5000"],
    ["forged-deliveries=1", "it is written as forged-deliveries"],
    ["{", "it is not JSON"],
  ])("refuses %s", (text, reason) => {
    expect(() => parseFault(text)).toThrow(reason);
  });
});

describe("checkFaultSettings()", () => {
  it.each<[unknown, string]>([
    [{}, "Cannot set the faults to {}: it is no list"],
    [[null], "Cannot set the fault undefined: it is none of latency, "],
    [[{ id: "rain" }], 'Cannot set the fault "rain": it is none of'],
    [[{ id: "status" }], 'Cannot set the fault "status": "status" is missing, a status from 400 to 599'],
    [[{ id: "status", status: 200 }], '"status" takes a status from 400 to 599, not 200'],
    [[{ id: "status", status: "503" }], 'not "503"'],
    [
      [{ id: "status", status: 503, wet: 1 }],
      'it knows no "wet", only status, retryAfter, operations, probability, times',
    ],
    [[{ id: "reset", constructor: 1 }], 'it knows no "constructor"'],
    [[{ id: "reset", lost: "all" }], '"lost" takes "request" or "answer", not "all"'],
    [[{ id: "latency", milliseconds: [5, 1] }], '"milliseconds" takes milliseconds from 0 to'],
    [[{ id: "latency", milliseconds: -1 }], "not -1"],
    [[{ id: "latency", milliseconds: 2 ** 31 }], "not 2147483648"],
    [[{ id: "fail-nth", n: 0 }], '"n" takes a whole number of at least 1, not 0'],
    [[{ id: "fail-nth", n: 1, every: 1 }], '"every" takes true or false, not 1'],
    [[{ id: "reset", probability: 2 }], '"probability" takes a number from 0 to 1, not 2'],
    [[{ id: "reset", times: 0.5 }], '"times" takes a whole number of at least 0, not 0.5'],
    [[{ id: "reset", operations: "all" }], '"operations" takes a list of operations, not "all"'],
    [[{ id: "duplicate-deliveries", copies: 0 }], '"copies" takes a whole number of at least 1, not 0'],
    [[{ id: "reorder-deliveries", window: 1 }], '"window" takes a whole number of at least 2, not 1'],
    [[{ id: "duplicate-deliveries", operations: [] }], 'it knows no "operations", only copies, milliseconds, events, '],
    [[{ id: "latency", milliseconds: 1, events: ["a.b"] }], 'it knows no "events", only milliseconds, operations, '],
    [[{ id: "forged-deliveries", events: "a.b" }], '"events" takes a list of event types, not "a.b"'],
    [[{ id: "forged-deliveries", webhooks: [1] }], '"webhooks" takes a list of ids of webhooks, not [1]'],
    [[{ id: "reset", operations: ["typo"] }], 'Cannot set the fault "reset": no operation is called "typo"'],
  ])("refuses %j", (given, reason) => {
    expect(() => checkFaultSettings(given, [])).toThrow(reason);
  });

  it("takes a copy", () => {
    const operations = ["a"];
    const route = { api: "x", id: "a", name: "GET /a", method: "GET", path: "/a", basis: "stated" } as const;
    const [taken] = checkFaultSettings([{ id: "reset", operations }], [route]);
    operations[0] = "b";

    expect(taken).toEqual({ id: "reset", operations: ["a"] });
  });
});

function propertiesOf(document: JsonObject, schema: string): Record<string, unknown> {
  const { schemas } = document["components"] as { schemas: Record<string, { properties: Record<string, unknown> }> };
  return schemas[schema]?.properties ?? {};
}
