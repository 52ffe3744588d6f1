import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Contract, type JsonObject, compileGenerated } from "../../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  ledgerOfVersions,
  judgeDocuments,
  objectSchema,
  deprecatedSince,
  publishedVersion,
} from "../../../test/support/compat/test-documents.ts";
import { type Ledger, emptyLedger, isInLatestVersion, mergeLedgers, readLedger, renderLedger } from "../../index.ts";
import { growLedgerOnPlatform } from "../../../test/support/compat/on-platform.ts";

const folder = mkdtempSync(join(tmpdir(), "compat-ledger-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "ledger.yaml");

const today = "2026-11-20";
const text = { type: "string" };
const bare = { deprecated: true };
const withoutNote = documentAnswering(objectSchema({ id: text }));

describe("addVersionToLedger() with the profile of the platform", () => {
  it("records days of publication and deprecation, with the version", () => {
    const ledger = ledgerOfVersions(
      ["v1", "2023-01-01", withNote({})],
      ["v2", "2024-01-01", withNote(bare, { "/b": { get: jsonResponse(text) } })],
      [
        "v3",
        "2025-01-01",
        withNote({ ...bare, "x-sunset": "2026-01-01" }, { "/b": { get: { ...bare, ...jsonResponse(text) } } }),
      ],
    );

    expect(ledger).toEqual({
      everyOperation: true,
      versions: [
        { name: "v1", date: "2023-01-01" },
        { name: "v2", date: "2024-01-01" },
        { name: "v3", date: "2025-01-01" },
      ],
      apis: {
        orders: {
          title: "Orders",
          operations: {
            "GET /a": {
              published: "2023-01-01",
              fields: { "response body.note": { deprecated: "2024-01-01", sunset: "2026-01-01", announced: "v2" } },
            },
            "GET /b": { published: "2024-01-01", deprecated: "2025-01-01", announced: "v3" },
          },
        },
      },
    });
  });

  it("records deprecated parts of callbacks", () => {
    const sent = {
      requestBody: { content: { "application/json": { schema: objectSchema({ c: { ...text, ...bare } }) } } },
    };
    const callbacks = { done: { "{$request.body#/url}": { post: { ...sent, responses: {} } } } };
    const ledger = ledgerOfVersions([
      "v1",
      "2023-01-01",
      { paths: { "/a": { post: { ...jsonResponse(text), callbacks } } } },
    ]);

    expect(ledger.apis["orders"]?.operations["POST /a callback done {$request.body#/url}"]?.fields).toEqual({
      "request body.c": { deprecated: "2023-01-01", announced: "v1" },
    });
  });

  it("drops a reinstated deprecation, which needs a new announcement", () => {
    const ledger = ledgerOfVersions(
      ["v1", "2023-01-01", withNote(bare)],
      ["v2", "2024-01-01", withNote({})],
      ["v3", "2025-01-01", withNote(bare)],
    );

    expect(noteIn(ledger)).toEqual({ deprecated: "2025-01-01", announced: "v3" });
  });

  it("keeps removed parts while a version that has them is supported", () => {
    const first = [
      ["v1", "2023-01-01", withNote(bare, { "/b": { get: jsonResponse(text) } })],
      ["v2", "2024-01-01", withoutNote],
      ["v3", "2025-01-01", withoutNote],
    ] as const;
    const note = { deprecated: "2023-01-01", announced: "v1", gone: "2024-01-01" };
    const b = { published: "2023-01-01", gone: "2024-01-01" };

    expect(noteIn(ledgerOfVersions(...first))).toEqual(note);
    expect(ledgerOfVersions(...first).apis["orders"]?.operations["GET /b"]).toEqual(b);
    expect(noteIn(ledgerOfVersions(...first, ["v4", "2025-12-31", withoutNote]))).toEqual(note);
    const later = ledgerOfVersions(...first, ["v4", "2026-01-01", withoutNote]);
    expect(later.apis["orders"]?.operations).toEqual({ "GET /a": { published: "2023-01-01" } });
  });

  it("gives new dates to parts that return", () => {
    const back = ledgerOfVersions(
      ["v1", "2023-01-01", withNote(bare, { "/b": { get: jsonResponse(text) } })],
      ["v2", "2024-01-01", withoutNote],
      ["v3", "2025-01-01", withNote(bare, { "/b": { get: jsonResponse(text) } })],
    );

    expect(noteIn(back)).toEqual({ deprecated: "2025-01-01", announced: "v3" });
    expect(back.apis["orders"]?.operations["GET /b"]).toEqual({ published: "2025-01-01" });
  });

  it("uses the later of the document's date and the version's, and for the first version the document's", () => {
    const early = withNote(deprecatedSince("2020-01-01"));

    expect(noteIn(ledgerOfVersions(["v1", "2023-01-01", early]))).toMatchObject({ deprecated: "2020-01-01" });
    expect(noteIn(ledgerOfVersions(["v1", "2023-01-01", withNote({})], ["v2", "2024-01-01", early]))).toMatchObject({
      deprecated: "2024-01-01",
    });
    const late = withNote(deprecatedSince("2025-01-01"));
    expect(noteIn(ledgerOfVersions(["v1", "2023-01-01", withNote({})], ["v2", "2024-01-01", late]))).toMatchObject({
      deprecated: "2025-01-01",
    });
  });

  it("is the same after the same version twice", () => {
    const once = ledgerOfVersions(["v1", "2023-01-01", withNote(bare)]);

    expect(growLedgerOnPlatform(once, publishedVersion("v1", "2023-01-01", withNote(bare)))).toEqual(once);
  });
});

describe("an API of a ledger", () => {
  const operations = (names: readonly string[]): JsonObject => ({
    paths: Object.fromEntries(names.map((name) => [name, { get: jsonResponse(text) }])),
  });
  const api = (name: string, title: string, ...paths: readonly string[]) =>
    compileGenerated(
      { openapi: "3.1.0", info: { title, version: "1" }, ...operations(paths) },
      { api: name, file: name },
    );
  const orders = api("orders", "Orders", "/a/{id}", "/b");
  const users = api("users", "Users", "/a/{id}", "/x");
  const ledger = [[orders], [orders, users]].reduce(
    (known, contracts, index) =>
      growLedgerOnPlatform(known, { name: `v${index}`, date: `202${index + 2}-01-01`, contracts }),
    emptyLedger,
  );
  const publishedIn = (contracts: readonly Contract[]) =>
    Object.entries(growLedgerOnPlatform(ledger, { name: "v2", date: "2025-01-01", contracts }).apis).map(
      ([name, { operations: all }]) => [
        name,
        ...Object.values(all)
          .filter(isInLatestVersion)
          .map(({ published }) => published?.slice(0, 4)),
      ],
    );

  it("is recognized by its operations if its file and title were renamed", () => {
    expect(publishedIn([api("shop", "Shop", "/a/{order}", "/c"), users])).toEqual([
      ["shop", "2022", "2025"],
      ["users", "2023", "2023"],
    ]);
    expect(publishedIn([api("shop", "Shop", "/b", "/c", "/d"), users])).toEqual([
      ["orders"],
      ["shop", "2025", "2025", "2025"],
      ["users", "2023", "2023"],
    ]);
  });

  it("is recognized if two APIs swap their files", () => {
    expect(publishedIn([api("users", "Orders", "/a/{id}", "/b"), api("orders", "Users", "/a/{id}", "/x")])).toEqual([
      ["orders", "2023", "2023"],
      ["users", "2022", "2022"],
    ]);
  });

  it("is not confused with a second API that has the same operations", () => {
    expect(publishedIn([orders, users, api("shop", "Shop", "/a/{id}", "/b")])).toContainEqual(["shop", "2025", "2025"]);
  });
});

describe("mergeLedgers()", () => {
  const older = ledgerOfVersions([
    "v1",
    "2023-01-01",
    withNote(bare, { "/b": { get: { ...bare, ...jsonResponse(text) } } }),
  ]);
  const newer = ledgerOfVersions(["v2", "2024-01-01", withNote(bare, { "/b": { get: jsonResponse(text) } })]);

  it("merges a ledger with itself into an equal one", () => {
    expect(mergeLedgers([older], older.versions)).toEqual(older);
    expect(mergeLedgers([older, older], older.versions)).toEqual(older);
  });

  it("has the first publication, and the deprecation of the first line", () => {
    const ledger = mergeLedgers([newer, older], [...older.versions, ...newer.versions]);

    expect(noteIn(ledger)).toMatchObject({ deprecated: "2024-01-01", announced: "v2" });
    expect(ledger.apis["orders"]?.operations["GET /b"]).toEqual({
      published: "2023-01-01",
      deprecated: "2023-01-01",
      announced: "v1",
    });
  });

  it("marks a part as removed only if all lines removed it, with the later day", () => {
    const goneOn = (day: string): Ledger =>
      ledgerOfVersions(["v1", "2023-01-01", withNote(bare)], ["v2", day, withoutNote]);
    const note = { deprecated: "2023-01-01", announced: "v1" };
    const joined = (...lines: readonly Ledger[]) => noteIn(mergeLedgers(lines, [{ name: "v2", date: "2024-06-01" }]));

    expect(joined(goneOn("2024-01-01"), older)).toEqual(note);
    expect(joined(older, goneOn("2024-01-01"))).toEqual(note);
    expect(joined(goneOn("2024-01-01"), goneOn("2024-06-01"))).toEqual({ ...note, gone: "2024-06-01" });
  });
});

describe("a ledger", () => {
  const ledger = ledgerOfVersions(["v1", "2024-01-01", withNote({})], ["v2", "2025-01-01", withNote(bare)]);

  it("dates undated parts of the base", () => {
    const of = (base: JsonObject, known?: Ledger) =>
      judgeDocuments(base, withoutNote, known ? { today, ledger: known } : { today }).changes[0];

    expect(of(withNote(bare))).toHaveProperty("blocked");
    expect(of(withNote(bare), ledger)?.allowed).toMatchObject({ from: "2026-01-01" });
    expect(of(withNote(deprecatedSince("2025-06-01")), ledger)?.allowed).toMatchObject({ from: "2026-06-01" });
    expect(of(withNote(deprecatedSince("2020-01-01")), ledger)?.allowed).toMatchObject({ from: "2026-01-01" });
    expect(of(withNote({}), ledger)).toHaveProperty("blocked");
  });

  it("dates removed parts for earlier versions", () => {
    const kept = growLedgerOnPlatform(ledger, publishedVersion("v3", "2026-01-02", withoutNote));
    const earlier = [publishedVersion("v2", "2025-01-01", withNote(bare))];
    const [change] = judgeDocuments(withoutNote, withoutNote, { today, ledger: kept, earlier }).changes;

    expect(change).toMatchObject({ against: "v2", allowed: { from: "2026-01-01" } });
  });

  it("has the publication of an operation", () => {
    const removed = judgeDocuments(withNote({}, {}, deprecatedSince("2025-02-01")), { paths: {} }, { today, ledger })
      .changes[0];

    expect(removed?.allowed).toMatchObject({ section: "9.4", from: "2026-02-01" });
  });

  it("recognizes an API by its title if its file was renamed", () => {
    const known = { ...ledger, apis: { other: { ...ledger.apis["orders"], title: "Orders" } } } as Ledger;

    expect(judgeDocuments(withNote(bare), withoutNote, { today, ledger: known }).changes[0]).toHaveProperty("allowed");
  });

  it("is read back as it was written", async () => {
    const written = await renderLedger(ledger);
    writeFileSync(file, written);

    expect(await readLedger(file)).toEqual(ledger);
    expect(written).toMatchInlineSnapshot(`
      "# When each operation was first published, and what is deprecated since when.
      # Kept by: concord compat ledger
      everyOperation: true
      versions:
        - name: v1
          date: 2024-01-01
        - name: v2
          date: 2025-01-01
      apis:
        orders:
          title: Orders
          operations:
            GET /a:
              published: 2024-01-01
              fields:
                response body.note:
                  deprecated: 2025-01-01
                  announced: v2
      "
    `);
    writeFileSync(file, await renderLedger(emptyLedger));
    expect(await readLedger(file)).toEqual(emptyLedger);
  });

  it.each([
    ["[]", "it is not a map of names", 1],
    ["apis: {}\nversion: 1", '"version" is not a known name here; the nearest is "versions"', 2],
    ["versions: 1", "versions is not a list", 1],
    ["everyOperation: 1", "everyOperation is neither true nor false", 1],
    ["versions:\n  - { name: v1, date: soon }", 'the date of version "v1" is not YYYY-MM-DD', 2],
    ["apis:\n  a: { operations: {} }", 'API "a" has no title', 2],
    [operation("publised: 2024-01-01"), '"publised" is not a known name here; the nearest is "published"', 6],
    [operation("deprecated: 2024-02-30"), "deprecated is not YYYY-MM-DD", 6],
    [operation("fields: { body.note: {} }"), '"body.note" is not called as "request body.name" is', 6],
    [operation('fields: { "request body.note": { sunset: 1 } }'), "sunset is not YYYY-MM-DD", 6],
  ])("refuses %j", async (content, reason, line) => {
    writeFileSync(file, content);

    await expect(readLedger(file)).rejects.toMatchObject({
      code: "unreadable-ledger",
      message: expect.stringContaining(`Cannot read "${file}": ${reason}`),
      at: { file, line },
    });
  });

  function operation(dates: string): string {
    return `apis:\n  a:\n    title: A\n    operations:\n      GET /a:\n        ${dates}\n`;
  }
});

function noteIn({ apis }: Ledger): unknown {
  return apis["orders"]?.operations["GET /a"]?.fields?.["response body.note"];
}

function withNote(more: JsonObject, paths: JsonObject = {}, operation: JsonObject = {}): JsonObject {
  const document = documentAnswering(objectSchema({ id: text, note: { ...text, ...more } }), {}, operation);
  return { ...document, paths: { ...(document["paths"] as JsonObject), ...paths } };
}
