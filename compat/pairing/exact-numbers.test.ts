import { describe, expect, it } from "vitest";
import { exactDocument, loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type CompatReport, compatReports, entriesOf } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const scratch = createScratch();

function documentWith(schema: string): string {
  return `{"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {"post": {
    "requestBody": {"content": {"application/json": {"schema": ${schema}}}},
    "responses": {"200": {"description": "Done"}}}}}}`;
}

async function between(base: string, revision: string, name = "openapi.json"): Promise<CompatReport> {
  // The comment makes the file YAML instead of JSON.
  const comment = name.endsWith(".yaml") ? "# YAML\n" : "";
  const load = async (schema: string) => [
    await loadContract(scratch.write({ [name]: comment + documentWith(schema) })),
  ];
  return checkOnPlatform(await load(base), await load(revision));
}

const whole = (keywords: string): string => `{"type": "integer", ${keywords}}`;

describe("numbers that are not representable as doubles", () => {
  it.each([
    ["maximum", "9007199254740993", "9007199254740992", "maximum-decreased"],
    ["maximum", "9007199254740992", "9007199254740993", "maximum-increased"],
    ["minimum", "-9007199254740993", "-9007199254740992", "minimum-increased"],
    ["exclusiveMaximum", "18446744073709551617", "18446744073709551616", "maximum-decreased"],
    ["maximum", "1.00000000000000000001", "1", "maximum-decreased"],
    ["default", "12345678901234567891", "12345678901234567892", "default-changed"],
    ["maxLength", "9007199254740993", "9007199254740992", undefined],
  ])("are compared and printed exactly: %s %s and %s", async (keyword, from, to, rule) => {
    const type = keyword === "maxLength" ? "string" : from.includes(".") ? "number" : "integer";
    const [one, other] = [from, to].map((number) => `{"type": "${type}", "${keyword}": ${number}}`) as [string, string];
    for (const name of ["openapi.json", "openapi.yaml"]) {
      const report = await between(one, other, name);
      const [change] = report.changes;
      if (rule !== undefined) expect(report.changes.map((each) => each.rule)).toEqual([rule]);

      expect(change?.message).toContain(`from ${from} to ${to}`);
      expect(JSON.stringify([change?.before, change?.after])).toBe(`[${from},${to}]`);
      expect(compatReports["json"]?.(report)).toContain(`"before": ${from},`);
      for (const render of Object.values(compatReports)) expect(render(report)).toContain(to);
      const [entry] = entriesOf(report, { date: "2026-01-31" });
      expect([entry?.before, entry?.after].map(String)).toEqual([from, to]);
    }
  });

  it("have a proof: a value that only the base accepts", async () => {
    const { changes } = await between(whole('"maximum": 9007199254740993'), whole('"maximum": 9007199254740992'));

    expect(JSON.stringify(changes[0]?.witness?.value)).toBe("9007199254740993");
  });

  it("are distinguished in lists", async () => {
    const { changes } = await between('{"enum": [9007199254740993, 1]}', '{"enum": [9007199254740992, 1]}');

    expect(changes.map(({ rule, before, after }) => JSON.stringify([rule, before, after]))).toEqual([
      '["enum-value-removed",[9007199254740993],null]',
      '["enum-value-added",null,[9007199254740992]]',
    ]);
  });

  it("are equal in different spellings", async () => {
    const one = whole('"maximum": 90071992547409930, "minimum": 1');
    const other = whole('"maximum": 9.007199254740993e16, "minimum": 1.0');

    expect((await between(one, other)).changes).toEqual([]);
  });

  it("do not affect ids and messages of other changes", async () => {
    const big = '"minimum": -9007199254740993';
    const [plain] = (await between(whole('"maximum": 10'), whole('"maximum": 5'))).changes;
    const [otherChange] = (await between(whole(`"maximum": 10, ${big}`), whole(`"maximum": 5, ${big}`))).changes;

    expect([otherChange?.id, otherChange?.message, otherChange?.before]).toEqual([
      plain?.id,
      plain?.message,
      plain?.before,
    ]);
  });

  it("keep their spelling when a document is printed", async () => {
    const contract = await loadContract(
      scratch.write({ "openapi.yaml": documentWith('{"maximum": 9007199254740993}') }),
    );

    expect(JSON.stringify(exactDocument(contract))).toContain('"maximum":9007199254740993');
    expect(JSON.stringify(contract.document)).toContain('"maximum":9007199254740992');
  });

  it("are compared in exclusive bounds of OpenAPI 3.0", async () => {
    const old = (number: string): string =>
      documentWith(`{"type": "integer", "maximum": ${number}, "exclusiveMaximum": true}`).replace("3.1.0", "3.0.3");
    const both = ["9007199254740993", "9007199254740992"].map(async (number) => [
      await loadContract(scratch.write({ "openapi.json": old(number) })),
    ]);
    const { changes } = checkOnPlatform(...((await Promise.all(both)) as [never, never]));

    expect(changes.map(({ message }) => message)).toEqual([
      expect.stringContaining("from 9007199254740993 to 9007199254740992"),
    ]);
  });
});
