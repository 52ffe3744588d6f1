import { describe, expect, it } from "vitest";
import { createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import type { HttpInteraction } from "../interaction.ts";
import { readInteraction } from "../read-interaction.ts";
import { checkPacts } from "./check.ts";

const values = { fixtures: { names: [], stateOf: () => ({}) }, faults: [], eventOf: () => "" };

/** Remedies of a pact that expects a value that an enum does not list. */
async function remediesUnder(enums: "open" | "closed" | undefined, marks: { readonly [name: string]: boolean } = {}) {
  const room = { type: "object", properties: { kind: { type: "string", enum: ["desk", "hall"], ...marks } } };
  const content = { "application/json": { schema: room } };
  const contract = await createScratch().load(
    documentOf({ paths: { "/room": { get: { responses: { 200: { description: "", content } } } } } }),
  );
  const raw = {
    description: "a room",
    request: { method: "GET", path: "/room" },
    response: { status: 200, headers: { "content-type": "application/json" }, body: { kind: "booth" } },
  };
  const interaction = readInteraction(raw, { version: 3, pointer: "/interactions/0", raw }) as HttpInteraction;
  const pact = {
    file: "a.json",
    consumer: "a",
    provider: "scratch",
    version: 3,
    interactions: [interaction],
    rest: {},
  };
  const profile = enums && { enums };
  const report = await checkPacts([pact], { ...values, contracts: [contract], ...(profile && { profile }) });
  return report.interactions.flatMap(({ findings }) => findings.map(({ severity, remedy }) => [severity, remedy]));
}

describe("an expected value that an enum does not list", () => {
  it("is an error, and unknown values are to be expected only under open enums", async () => {
    const expected = 'Expect one of "desk", "hall"';

    expect(await remediesUnder("open")).toEqual([["error", `${expected}, and be prepared for unknown values`]]);
    expect(await remediesUnder("closed")).toEqual([["error", expected]]);
    expect(await remediesUnder(undefined)).toEqual([["error", expected]]);
    expect(await remediesUnder("closed", { "x-extensible-enum": true })).toEqual(await remediesUnder("open"));
  });
});
