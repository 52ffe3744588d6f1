import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  ledgerOfVersions,
  judgeDocuments,
  objectSchema,
  schemaReference,
  jsonRequestBody,
  publishedVersion,
} from "../../test/support/compat/test-documents.ts";
import type { Change, Ledger } from "../index.ts";
import { growLedgerOnPlatform } from "../../test/support/compat/on-platform.ts";

const text = { type: "string" };
const plain = objectSchema({ id: text, old: text });
const marked = objectSchema({ id: text, old: { ...text, deprecated: true } });
const without = objectSchema({ id: text });
const a = schemaReference("A");

describe("a part that several operations share, in a ledger", () => {
  const first = ["v1", "2022-01-01", sharing({ p: a, q: a }, plain)] as const;
  const second = ["v2", "2023-01-01", sharing({ p: a, q: a }, marked)] as const;
  const joined = sharing({ p: a, q: a }, marked);
  const joining = ledgerOfVersions(
    ["v1", "2022-01-01", sharing({ p: a, q: plain }, plain)],
    ["v2", "2023-01-01", sharing({ p: a, q: plain }, marked)],
    ["v3", "2023-12-01", joined],
  );

  it("has a deprecation date for each operation", () => {
    expect(oldIn(ledgerOfVersions(first, second))).toEqual({ p: "2023-01-01 v2", q: "2023-01-01 v2" });
    expect(oldIn(joining)).toEqual({ p: "2023-01-01 v2", q: "2023-12-01 v3" });
  });

  it("may be removed when it was announced on every path to it", () => {
    const gone = sharing({ p: a, q: a }, without);
    const of = (today: string, ledger = joining) => onlyChange(joined, gone, today, ledger);

    expect(of("2024-01-05").blocked).toMatchObject({ section: "9.4", from: "2024-12-01" });
    expect(of("2024-12-01").allowed?.from).toBe("2024-12-01");
    expect(of("2024-01-05", ledgerOfVersions(first, second)).allowed?.from).toBe("2024-01-01");
  });

  it("may be removed from one operation by the announcement for that operation", () => {
    const of = (schemas: { readonly p: JsonObject; readonly q: JsonObject }): Change =>
      onlyChange(joined, sharing(schemas, marked), "2024-01-05", joining);

    expect(of({ p: without, q: a }).allowed?.from).toBe("2024-01-01");
    expect(of({ p: a, q: without }).blocked?.from).toBe("2024-12-01");
  });

  it("is not announced for an operation that uses it since the latest version", () => {
    const ledger = ledgerOfVersions(
      ["v1", "2022-01-01", sharing({ p: a, q: plain }, plain)],
      ["v2", "2023-01-01", sharing({ p: a, q: plain }, marked)],
    );
    const gone = sharing({ p: a, q: a }, without);

    expect(onlyChange(joined, gone, "2024-01-05", ledger).blocked?.reason).toBe(
      "It is deprecated, but nothing says since when for POST /q",
    );
  });

  it("stays announced if another operation is removed, or if it is inlined in each", () => {
    const moved = [sharing({ q: a }, marked), sharing({ p: marked, q: marked }, marked)];

    for (const document of moved)
      expect(oldIn(ledgerOfVersions(first, second, ["v3", "2023-12-01", document]))["q"]).toBe("2023-01-01 v2");
  });

  it("stays announced at its recorded place if a shorter path appears", () => {
    const ledger = ledgerOfVersions(
      ["v1", "2022-01-01", sharing({ p: objectSchema({ in: a }) }, marked)],
      ["v2", "2023-01-01", sharing({ p: { allOf: [objectSchema({ in: a }), a] } }, marked)],
    );

    expect(ledger.apis["orders"]?.operations["POST /p"]?.fields).toEqual({
      "request body.in.old": { deprecated: "2022-01-01", announced: "v1" },
    });
  });

  it("has the same date in a new operation as elsewhere", () => {
    const more = sharing({ a, p: a, q: a }, marked);

    expect(oldIn(ledgerOfVersions(first, second, ["v3", "2023-12-01", more]))["a"]).toBe("2023-01-01 v2");
    expect(
      onlyChange(more, sharing({ a, p: a, q: a }, without), "2024-01-05", ledgerOfVersions(first, second)),
    ).toHaveProperty("allowed");
  });

  it("has a deprecation date for each side", () => {
    const answering = (schema: JsonObject): JsonObject => ({
      paths: { "/p": { post: { ...jsonRequestBody(a), ...jsonResponse(schema) } } },
      components: { schemas: { A: marked } },
    });
    const ledger = ledgerOfVersions(["v1", "2022-01-01", answering(plain)], ["v2", "2023-01-01", answering(a)]);

    expect(ledger.apis["orders"]?.operations["POST /p"]?.fields).toEqual({
      "request body.old": { deprecated: "2022-01-01", announced: "v1" },
      "response body.old": { deprecated: "2023-01-01", announced: "v2" },
    });
  });

  it("counts as announced for all operations if an older ledger has the nearest only", () => {
    const dates = { deprecated: "2023-01-01", announced: "v2" };
    const old: Ledger = {
      versions: [{ name: "v2", date: "2023-01-01" }],
      apis: {
        orders: {
          title: "Orders",
          operations: {
            "POST /p": { published: "2022-01-01", fields: { "request body.old": dates } },
            "POST /q": { published: "2022-01-01" },
          },
        },
      },
    };

    expect(onlyChange(joined, sharing({ p: a, q: a }, without), "2024-01-05", old)).toHaveProperty("allowed");
    expect(oldIn(growLedgerOnPlatform(old, publishedVersion("v3", "2023-12-01", joined)))).toEqual({
      p: "2023-01-01 v2",
      q: "2023-01-01 v2",
    });
  });
});

/** A document with one operation for each body, and a component. */
function sharing(bodies: Readonly<Record<string, JsonObject>>, component: JsonObject): JsonObject {
  const operations = Object.entries(bodies).map(([name, schema]) => [
    `/${name}`,
    { post: { ...jsonRequestBody(schema), ...jsonResponse(text) } },
  ]);
  return { paths: Object.fromEntries(operations), components: { schemas: { A: component } } };
}

/** Date and version of the deprecation of the property, for each operation. */
function oldIn({ apis }: Ledger): Record<string, string> {
  return Object.fromEntries(
    Object.entries(apis["orders"]?.operations ?? {}).map(([name, { fields }]) => {
      const { deprecated, announced } = fields?.["request body.old"] ?? {};
      return [name.slice("POST /".length), `${deprecated} ${announced}`];
    }),
  );
}

function onlyChange(base: JsonObject, revision: JsonObject, today: string, ledger: Ledger): Change {
  const { changes } = judgeDocuments(base, revision, { today, ledger });
  expect(changes).toHaveLength(1);
  return changes[0] as Change;
}
