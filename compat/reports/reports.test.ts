import { describe, expect, it } from "vitest";
import { loadContracts } from "../../contracts/index.ts";
import { type Change, type CompatReport, renderJson, renderText } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const base = await loadContracts(["fixtures/changelog/base.yaml"]);
const revision = await loadContracts(["fixtures/changelog/revision.yaml"]);
const report = checkOnPlatform(base, revision);

describe("renderText()", () => {
  it("groups changes by API and operation, and counts them", () => {
    expect(renderText(report)).toMatchInlineSnapshot(`
      "Profile: platform
      Orders
        GET /v1/orders
          breaking      request query.sort: Parameter "sort" (query) was removed [request-parameter-removed, §9.5, aaf416a514f0]
                        why: Consumers send the parameter and rely on its effect, which no longer occurs.
                        affects: clients that send requests to GET /v1/orders
                        proof: part of the base, not of the revision: GET /v1/orders?sort=sort%20cd42
                        base fixtures/changelog/base.yaml:8, revision fixtures/changelog/revision.yaml:6
        POST /v1/orders
          The edit of "Order" (schemas): 3 changes in 3 operations
          breaking      response body.note: Property "note" was removed [response-property-removed, §9.5, df8690e1e9ba]
                        why: Consumers may read every property the earlier contract promised.
                        optional -> (none)
                        affects: clients that read responses of POST /v1/orders, GET /v1/orders, GET /v1/orders/{id}
                        proof: part of the base, not of the revision: POST /v1/orders answered with {"product":"Plus wallbox","note":"Takes the place of last year's version."} at status 201 body
                        base fixtures/changelog/base.yaml:57, revision fixtures/changelog/revision.yaml:56
          non-breaking  response body.status: Enum value "List<Link>" was added to property "status" [enum-value-added, §9.6, 1bb683ffec20]
                        base fixtures/changelog/base.yaml:56, revision fixtures/changelog/revision.yaml:58
                        also GET /v1/orders, GET /v1/orders/{id}
          non-breaking  response body.total: Property "total" was added [response-property-added, §9.2, 1a78f5f87162]
                        (none) -> optional
                        base fixtures/changelog/base.yaml:53, revision fixtures/changelog/revision.yaml:59
                        also GET /v1/orders, GET /v1/orders/{id}
          The edit of "NewOrder" (schemas): 4 changes in 3 operations
          breaking      request body.quantity: Property "quantity" became required [request-property-became-required, §9.5, a377ac214a99]
                        why: Requests of the earlier contract that leave the property out are refused.
                        optional -> required
                        affects: clients that send requests to POST /v1/orders
                        proof: accepted by the base, refused by the revision: POST /v1/orders -H 'content-type: application/json' -d '{"product":"Plus wallbox"}'
                        base fixtures/changelog/base.yaml:49, revision fixtures/changelog/revision.yaml:48
          breaking      response body.quantity: Type of property "quantity" changed from integer to number [type-changed, §9.5, dcb813731dcc]
                        why: Consumers write and read values of the types of the earlier contract.
                        affects: clients that read responses of POST /v1/orders, GET /v1/orders, GET /v1/orders/{id}
                        proof: the revision may answer it, the base may not: POST /v1/orders answered with 0.1 at body.quantity
                        base fixtures/changelog/base.yaml:49, revision fixtures/changelog/revision.yaml:51
          non-breaking  response body.quantity: Property "quantity" is always there now [response-property-became-required, §9.2, aa23e1b955d5]
                        base fixtures/changelog/base.yaml:49, revision fixtures/changelog/revision.yaml:48
                        also GET /v1/orders, GET /v1/orders/{id}
          non-breaking  request body.quantity: Type of property "quantity" changed from integer to number [type-changed, §9.5, b243cad34c72]
                        base fixtures/changelog/base.yaml:49, revision fixtures/changelog/revision.yaml:51
        DELETE /v1/orders/{id}
          breaking      Operation "DELETE /v1/orders/{id}" was removed [operation-removed, §9.5, df91cf652d82]
                        why: Every request that a consumer sends to a removed operation fails.
                        affects: clients that call DELETE /v1/orders/{id}
                        proof: part of the base, not of the revision: DELETE /v1/orders/id_cd42404d
                        base fixtures/changelog/base.yaml:39, revision fixtures/changelog/revision.yaml:3
        GET /v1/orders/{id}
          non-breaking  request path.id: Path parameter "id" was renamed to "order_id" [path-parameter-renamed, §9.5, 506305def435]
                        base fixtures/changelog/base.yaml:31, revision fixtures/changelog/revision.yaml:30
        POST /v1/orders/{order_id}:cancel
          non-breaking  Operation "POST /v1/orders/{order_id}:cancel" was added [operation-added, §9.2, 34c51990a351]
                        base fixtures/changelog/base.yaml:3, revision fixtures/changelog/revision.yaml:41

      5 breaking, 0 dangerous, 6 non-breaking
      "
    `);
  });

  it("reports that there are no changes", () => {
    expect(renderText({ verdict: "non-breaking", changes: [], faults: [] })).toBe("Profile: default\nNo changes\n");
  });

  it("uses colours only on request", () => {
    expect(renderText(report)).not.toContain("\u001B");
    expect(renderText(report, { colour: true })).toContain("\u001B[31mbreaking");
  });

  it("removes control sequences from text of a document", () => {
    const text = renderText(hostile(report, "a\u001B[2Jb\u202Ec\nd"));

    expect(text).toContain("a [2Jb c d");
    expect(text).not.toContain("\u001B");
    expect(text).not.toContain("\u202E");
  });

  it("names a few of many operations, and marks assumed parts", () => {
    const [change] = report.changes as readonly [Change];
    const operations = ["GET /a", "GET /b", "GET /c", "GET /d", "GET /e"];
    const text = renderText({
      profile: platformCompat,
      verdict: "breaking",
      changes: [{ ...change, operation: "GET /a", operations, basis: "assumed", base: null }],
      faults: [],
    });

    expect(text).toContain("[request-parameter-removed, §9.5, assumed, ");
    expect(text).toContain("base (none), revision fixtures/changelog/revision.yaml:6");
    expect(text).toContain("affects: clients that send requests to GET /a, GET /b, GET /c and 2 more");
  });
});

describe("renderJson()", () => {
  it("has every change with its locations", () => {
    const parsed = JSON.parse(renderJson(report)) as CompatReport;

    expect(parsed.verdict).toBe("breaking");
    expect(parsed.changes[0]).toMatchInlineSnapshot(`
      {
        "api": "Orders",
        "base": {
          "file": "fixtures/changelog/base.yaml",
          "line": 8,
          "pointer": "/paths/~1v1~1orders/get/parameters/1",
        },
        "basis": "stated",
        "direction": "request",
        "id": "aaf416a514f0",
        "kind": "removed",
        "message": "Parameter "sort" (query) was removed",
        "oasdiff": "request-parameter-removed",
        "operation": "GET /v1/orders",
        "operations": [
          "GET /v1/orders",
        ],
        "path": "query.sort",
        "revision": {
          "file": "fixtures/changelog/revision.yaml",
          "line": 6,
          "pointer": "/paths/~1v1~1orders/get/parameters",
        },
        "rule": "request-parameter-removed",
        "section": "9.5",
        "verdict": "breaking",
        "why": "Consumers send the parameter and rely on its effect, which no longer occurs.",
        "witness": {
          "request": {
            "headers": {},
            "method": "GET",
            "path": "/v1/orders?sort=sort%20cd42",
          },
          "shows": "gone",
        },
      }
    `);
  });
});

function hostile({ verdict, changes }: CompatReport, text: string): CompatReport {
  const [change] = changes as readonly [Change];
  return { verdict, changes: [{ ...change, api: text, operation: text, path: text, message: text }], faults: [] };
}
