import { describe, expect, it } from "vitest";
import { loadContract } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { type Ledger, emptyLedger, judgeInTime } from "../../index.ts";
import { listRecords } from "./ledger.ts";
import { checkOnPlatform, growLedgerOnPlatform } from "../../../test/support/compat/on-platform.ts";

const scratch = createScratch();
const load = async (sdl: string) => loadContract(scratch.write({ "shop.graphql": sdl }));

const bare = schemaWith("");
const announced = schemaWith("@deprecated");

function schemaWith(mark: string): string {
  return `type Query { note: Int ${mark} id(of: Int ${mark}, by: By, in: Ids): ID }
    enum By { NAME AGE ${mark} }
    input Ids { a: Int b: Int ${mark} }`;
}

async function grown(...versions: readonly (readonly [date: string, sdl: string])[]): Promise<Ledger> {
  let ledger = emptyLedger;
  for (const [index, [date, sdl]] of versions.entries())
    ledger = growLedgerOnPlatform(ledger, { name: `v${index + 1}`, date, contracts: [await load(sdl)] });
  return ledger;
}

describe("a ledger of GraphQL", () => {
  it("records deprecated fields, arguments and values, and no others", async () => {
    const dates = { deprecated: "2024-01-01", announced: "v2" };
    const ledger = await grown(["2023-01-01", bare], ["2024-01-01", announced], ["2025-01-01", announced]);

    expect(ledger.apis).toEqual({
      shop: {
        title: "Shop GraphQL schema",
        operations: {
          "By.AGE": dates,
          "Ids.b": dates,
          "Query.id": { fields: { "request (of:)": dates } },
          "Query.note": dates,
        },
      },
    });
    expect(listRecords(await grown(["2023-01-01", announced], ["2024-01-01", bare]))).toEqual([]);
  });

  it("keeps removed parts with the day of removal", async () => {
    const less = "type Query { id(by: By, in: Ids): ID } enum By { NAME } input Ids { a: Int }";
    const dates = { deprecated: "2023-01-01", announced: "v1", gone: "2024-01-01" };
    const ledger = await grown(["2023-01-01", announced], ["2024-01-01", less]);

    expect(ledger.apis["shop"]?.operations).toEqual({
      "By.AGE": dates,
      "Ids.b": dates,
      "Query.id": { fields: { "request (of:)": dates } },
      "Query.note": dates,
    });
  });

  it("dates deprecations by a version between base and revision", async () => {
    const dated =
      'type Query { a: Int "x-deprecated: 2024-01-01" b("x-deprecated: 2024-01-01" c: Int @deprecated): Int @deprecated }';
    const [base, revision] = [[await load("type Query { a: Int b(c: Int): Int }")], [await load(dated)]] as const;
    const report = checkOnPlatform(base, revision);
    const codes = (ledger: Ledger): readonly string[] =>
      judgeInTime(report, [base, revision], { today: "2026-11-20", ledger }).faults.map(({ code }) => code);

    expect(codes(await grown(["2023-01-01", bare]))).toEqual(["deprecation-backdated", "deprecation-backdated"]);
    expect(codes(await grown(["2023-01-01", bare], ["2024-01-01", dated]))).toEqual([]);
  });

  it("uses the later of the document's date and the version's, and dates types", async () => {
    const typed =
      'type Query { a: Int } "x-deprecated: 2023-06-01" type Old { a: Int } "x-deprecated: 2026-06-01" enum New { A }';
    const ledger = await grown(["2023-01-01", "type Query { a: Int }"], ["2024-01-01", typed]);

    expect(listRecords(ledger).map(({ operations, deprecated }) => [...operations, deprecated])).toEqual([
      ["New", "2026-06-01"],
      ["Old", "2024-01-01"],
    ]);
  });

  it("dates deprecations without x-deprecated", async () => {
    const gone = "type Query { id(by: By, in: Ids): ID } enum By { NAME } input Ids { a: Int }";
    const both = [[await load(announced)], [await load(gone)]] as const;
    const ledger = await grown(["2023-01-01", bare], ["2024-01-01", announced]);
    const blockedOn = (today: string, known?: Ledger): number =>
      judgeInTime(checkOnPlatform(...both), both, { today, ...(known && { ledger: known }) }).changes.filter(
        (change) => change.blocked,
      ).length;

    expect(blockedOn("2025-01-01")).toBe(4);
    expect(blockedOn("2024-12-31", ledger)).toBe(4);
    expect(blockedOn("2025-01-01", ledger)).toBe(0);
  });

  it("reports an x-deprecated without @deprecated", async () => {
    const both = [
      [await load('type Query { a: Int "x-deprecated: 2023-01-01" b: Int }')],
      [await load("type Query { a: Int }")],
    ] as const;
    const [change] = judgeInTime(checkOnPlatform(...both), both, { today: "2026-01-31" }).changes;

    expect(change?.blocked?.reason).toBe("It has x-deprecated, but is not marked by @deprecated beside it");
  });
});
