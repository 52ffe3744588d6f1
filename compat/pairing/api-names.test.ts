import { describe, expect, it } from "vitest";
import { type Contract, type JsonObject, compileGenerated } from "../../contracts/index.ts";
import { documentAnswering, objectSchema, deprecatedSince } from "../../test/support/compat/test-documents.ts";
import { judgeInTime } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const text = { type: "string" };
const base = documentAnswering(objectSchema({ id: text, note: text }));
const revision = documentAnswering(objectSchema({ id: text }));

describe("ids of changes", () => {
  const known = idsOf(contractNamed("orders", base), contractNamed("orders", revision));

  it.each([
    ["file", contractNamed("shop", revision)],
    ["title", contractNamed("orders", revision, "The shop")],
    ["file and title", contractNamed("shop", revision, "The shop")],
  ])("do not change if the revision has another %s", (_, renamed) => {
    expect(known).toHaveLength(1);
    expect(idsOf(contractNamed("orders", base), renamed)).toEqual(known);
  });

  it("differ between APIs", () => {
    const another = (document: JsonObject, title: string) => contractNamed("shop", document, title);
    expect(idsOf(another(base, "Shop"), another(revision, "Shop"))).not.toEqual(known);
    const [one, other] = ["FastAPI", "OpenAPI definition"].map((title) =>
      idsOf(another(base, title), contractNamed("orders", revision)),
    );
    expect(one).toEqual(other);
    expect(one).not.toEqual(known);
  });
});

describe("one of several APIs", () => {
  it("keeps its announcements when its file and title are renamed", () => {
    const deprecatedDocument = documentAnswering(
      objectSchema({ id: text, note: { ...text, ...deprecatedSince("2024-01-01") } }),
    );
    const other = contractNamed("users", { paths: {} }, "Users");
    const both = [
      [contractNamed("orders", deprecatedDocument), other],
      [contractNamed("shop", revision, "The shop"), other],
    ] as const;
    const report = judgeInTime(checkOnPlatform(...both), both, { today: "2026-11-20" });

    expect(report.changes).toMatchObject([
      { api: "shop", rule: "response-property-removed", allowed: { from: "2025-01-01" } },
    ]);
  });
});

describe("an announcement", () => {
  const deprecatedDocument = documentAnswering(objectSchema({ id: text, note: { ...text, deprecated: true } }));
  const part = { date: "2024-01-01", direction: "response", operations: ["GET /a"], path: "body.note" };

  it.each([
    [{ api: "orders" }, true],
    [{ api: "sales", feed: "The shop" }, true],
    [{ api: "the-shop" }, true],
    [{ api: "sales" }, false],
    [{ api: "sales", feed: "orders" }, false],
    [{ api: "the-shop", feed: "Sales" }, false],
  ])("applies to an API whose file was renamed: %j", (named, isKnown) => {
    const both = [
      [contractNamed("orders", deprecatedDocument, "The shop")],
      [contractNamed("orders", revision, "The shop")],
    ] as const;
    const announcements = [{ ...part, ...named }];
    const [change] = judgeInTime(checkOnPlatform(...both), both, { today: "2026-11-20", announcements }).changes;

    expect(change?.allowed !== undefined).toBe(isKnown);
  });
});

describe("an earlier version", () => {
  it("reports no change twice when its file or title is renamed", () => {
    const both = [[contractNamed("orders", base)], [contractNamed("orders", revision)]] as const;
    const versionOf = (contract: Contract) => ({ name: contract.file, date: "2026-01-01", contracts: [contract] });
    const earlier = [
      contractNamed("old", base),
      contractNamed("orders", base, "The shop"),
      contractNamed("older", base, "Old"),
    ];
    const report = judgeInTime(checkOnPlatform(...both), both, {
      today: "2026-11-20",
      earlier: earlier.map(versionOf),
    });

    expect(report.changes.map(({ api, against }) => [api, against])).toEqual([["orders", undefined]]);
  });

  it("keeps the ids of the base and the history of the API", () => {
    const kept = [contractNamed("orders", revision)];
    const deprecatedDocument = documentAnswering(
      objectSchema({ id: text, note: { ...text, ...deprecatedSince("2024-01-01") } }),
    );
    const version = { name: "v1", date: "2025-12-01", contracts: [contractNamed("old", deprecatedDocument)] };
    const [change] = judgeInTime(checkOnPlatform(kept, kept), [kept, kept], {
      today: "2026-11-20",
      earlier: [version],
    }).changes;

    expect([change?.id]).toEqual(idsOf(contractNamed("orders", base), contractNamed("orders", revision)));
    expect(change).toMatchObject({ api: "orders", against: "v1", allowed: { from: "2025-01-01" } });
  });
});

function idsOf(one: Contract, other: Contract): string[] {
  return checkOnPlatform([one], [other]).changes.map(({ id }) => id);
}

function contractNamed(api: string, document: JsonObject, title = "Orders"): Contract {
  return compileGenerated(
    { openapi: "3.1.0", info: { title, version: "1" }, ...document },
    { api, file: `${api}.yaml` },
  );
}
