import { describe, expect, it } from "vitest";
import type { AffectedExchange } from "./mock-factory.ts";
import { MAX_AFFECTED, selectForReport, selectMentioned } from "./select-for-report.ts";

const message = { headers: {} };
const affectedWith = (number: number, ...unlisted: readonly string[]): AffectedExchange => ({
  time: "2026-01-05T12:00:00.000Z",
  method: "GET",
  url: `/orders/${number}`,
  status: 200,
  faults: ["unknown-field"],
  unlisted,
  request: message,
  response: message,
});

describe("selectMentioned()", () => {
  it.each([
    ["newValueA8", 'expected "kWh", got "newValueA8"', true],
    ["newValueA8", "expected newValueA81", false],
    ["newValueA8", "newValueA81 and newValueA8", true],
    ["7", "7 tests failed", false],
  ])("looks for %s as a word in %s", (word, output, isSpokenOf) => {
    expect(selectMentioned([affectedWith(1, word)], output)).toHaveLength(isSpokenOf ? 1 : 0);
  });
});

describe("selectForReport()", () => {
  it("keeps the exchange that the output mentions and the latest ones, in order of time", () => {
    const affected = Array.from({ length: 3 * MAX_AFFECTED }, (_, number) => affectedWith(number, `new${number}`));
    const kept = selectForReport(affected, "what is new3?").map(({ url }) => url);

    expect(kept).toHaveLength(MAX_AFFECTED);
    expect(kept[0]).toBe("/orders/3");
    expect(kept.slice(1)).toEqual(affected.slice(1 - MAX_AFFECTED).map(({ url }) => url));
  });

  it("keeps all exchanges if they are few", () => {
    const affected = [affectedWith(1), affectedWith(2)];

    expect(selectForReport(affected, "")).toEqual(affected);
  });
});
