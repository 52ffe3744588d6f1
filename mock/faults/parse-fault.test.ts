import { describe, expect, it } from "vitest";
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

  it("reads each form that the help shows", () => {
    for (const { id, forms } of faultCatalogue)
      for (const form of forms) expect(checkFaultSettings([parseFault(form)], [])).toMatchObject([{ id }]);
  });

  it.each([
    ["rain", 'Cannot read the fault "rain": it begins with none of latency, fail-nth, '],
    ["latency", 'Cannot read the fault "latency": the form is latency=200, latency=100-500'],
    ["latency=1-", "the form is latency=200, latency=100-500"],
    ["latency=1-2-3", "the form is"],
    ["latency=fast", "the form is"],
    ["status", "the form is status=503:0.1"],
    ["fail-nth=often", "the form is"],
    ["malformed=1", "the form is malformed"],
    ["truncated=x", "the form is"],
    ["slow", "the form is"],
    ["reset=never", "the form is"],
    ["unknown-enum=some", "the form is"],
    ["status=503:often", '":" must be followed by a probability from 0 to 1, not "often"'],
    ["status=503:", '":" must be followed by a probability from 0 to 1, not ""'],
    ["status=503:1.5", 'not "1.5"'],
    ["latency=200@", '"@" must be followed by operations'],
    ["duplicate-deliveries@", '"@" must be followed by events, such as @meter.created,schema.replaced'],
    ["duplicate-deliveries=often", "the form is duplicate-deliveries, duplicate-deliveries=3"],
    ["reorder-deliveries=all", "the form is reorder-deliveries"],
    ["delay-deliveries", "the form is delay-deliveries=5000"],
    ["forged-deliveries=1", "the form is forged-deliveries"],
    ["{", "it is not JSON"],
  ])("refuses %s", (text, reason) => {
    expect(() => parseFault(text)).toThrow(reason);
  });
});

describe("checkFaultSettings()", () => {
  it.each<[unknown, string]>([
    [{}, "Cannot set the faults to {}: it is not a list"],
    [[null], "Cannot set a fault: it must be an object, not null"],
    [[{ id: "rain" }], 'Cannot set the fault "rain": id must be one of latency, fail-nth, '],
    [[{ id: "status" }], 'Cannot set the fault "status": it has no "status"'],
    [[{ id: "status", status: 200 }], "status must be a whole number from 400 to 599, not 200"],
    [[{ id: "status", status: "503" }], 'not "503"'],
    [
      [{ id: "status", status: 503, wet: 1 }],
      'it has no place for "wet"; only for id, status, retryAfter, operations, probability, times',
    ],
    [[{ id: "reset", constructor: 1 }], 'it has no place for "constructor"'],
    [[{ id: "reset", lost: "all" }], 'lost must be "request" or "answer", not "all"'],
    [[{ id: "latency", milliseconds: [5, 1] }], "milliseconds must be milliseconds from 0 to"],
    [[{ id: "latency", milliseconds: -1 }], "not -1"],
    [[{ id: "latency", milliseconds: 2 ** 31 }], "not 2147483648"],
    [[{ id: "fail-nth", n: 0 }], "n must be a whole number of at least 1, not 0"],
    [[{ id: "fail-nth", n: 1, every: 1 }], "every must be true or false, not 1"],
    [[{ id: "reset", probability: 2 }], "probability must be a number from 0 to 1, not 2"],
    [[{ id: "reset", times: 0.5 }], "times must be a whole number of at least 0, not 0.5"],
    [[{ id: "reset", operations: "all" }], 'operations must be a list of strings, not "all"'],
    [[{ id: "duplicate-deliveries", copies: 0 }], "copies must be a whole number of at least 1, not 0"],
    [[{ id: "reorder-deliveries", window: 1 }], "window must be a whole number of at least 2, not 1"],
    [[{ id: "duplicate-deliveries", operations: [] }], 'it has no place for "operations"; '],
    [[{ id: "latency", milliseconds: 1, events: ["a.b"] }], 'it has no place for "events"; '],
    [[{ id: "forged-deliveries", events: "a.b" }], 'events must be a list of strings, not "a.b"'],
    [[{ id: "forged-deliveries", webhooks: [1] }], "webhooks must be a list of strings, not a list"],
    [[{ id: "reset", operations: ["typo"] }], 'Cannot set the fault "reset": no operation is called "typo"'],
  ])("refuses %j", (given, reason) => {
    expect(() => checkFaultSettings(given, [])).toThrow(reason);
  });

  it("returns a copy", () => {
    const operations = ["a"];
    const route = { api: "x", id: "a", name: "GET /a", method: "GET", path: "/a", basis: "stated" } as const;
    const [taken] = checkFaultSettings([{ id: "reset", operations }], [route]);
    operations[0] = "b";

    expect(taken).toEqual({ id: "reset", operations: ["a"] });
  });
});
