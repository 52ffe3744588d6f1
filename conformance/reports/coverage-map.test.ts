import { describe, expect, it } from "vitest";
import type { Drift } from "../drift/drift.ts";
import { type OperationCoverage, coverageOfAll } from "../exercise/coverage.ts";
import { renderHtml } from "./html.ts";
import type { Case, Judgement, CoveragePlace } from "./judgement.ts";

const operation: OperationCoverage = {
  api: "entity",
  operation: "GET /v1/<x-a>",
  basis: "stated",
  requests: 3,
  statuses: [
    { status: "200", isDocumented: true, count: 3 },
    { status: "4XX", isDocumented: true, count: 0 },
  ],
  properties: { "plain-request-conforms": 2 },
  judged: { "body-conforms": { 200: 2 }, "plain-request-conforms": { 200: 2 } },
  parameters: [{ name: "query limit", requests: 0 }],
  enums: [{ name: "query sort", values: ["up", "down"], sent: ["up"] }],
};
const drift: Drift = {
  id: "0123456789ab",
  kind: "field",
  api: "entity",
  operations: ["GET /v1/<x-a>"],
  place: "/<x-b>",
  message: 'The body has the field "/<x-b>"',
  count: 2,
  example: "GET /v1/a -> 200",
  overlay: [{ target: "$.paths", update: { "<x-c>": 1 } }],
};

function found(
  check: string,
  status: number,
  more: Omit<Partial<Case>, "spot"> & { readonly spot?: Partial<CoveragePlace> } = {},
): Case {
  const { spot, ...rest } = more;
  const base = { suite: "entity", name: `${check} ${status}`, outcome: "failed", message: "<x-d>" } as const;
  return { ...base, ...rest, spot: { operation: operation.operation, check, status, ...spot } };
}

function page(cases: readonly Case[], operations: readonly OperationCoverage[] = [operation]): string {
  const judgement: Judgement = {
    title: "concord conform",
    target: "http://127.0.0.1:4010",
    durationMs: 1234,
    scope: "1 operation, 3 requests",
    cases,
    coverage: coverageOfAll(operations),
    drift: [drift],
    interrupted: false,
  };
  return renderHtml(judgement).replaceAll(/>\s+</g, "><");
}

describe("the map of a run", () => {
  it("shows the coverage and the drift", () => {
    const text = page([]);

    expect(text).toContain('<meter min="0" max="2" value="1" aria-label="documented statuses answered"></meter> 1/2');
    expect(text).toContain('<span class="chip none" title="0 answered">4XX</span>');
    expect(text).toContain('<dt>query limit</dt><dd><span class="chip none" title="not sent">0 ×</span></dd>');
    expect(text).toContain('<span class="chip none" title="not sent">&quot;down&quot;</span>');
    expect(text).toMatch(/>body-conforms<\/th><td class="heat4">2<\/td><td class="none"><\/td>/);
    expect(text).toContain("&lt;x-c&gt;");
    expect(text).not.toMatch(/<x-/);
  });

  it("marks each finding at its check and status code, with a link to it", () => {
    const text = page([
      found("body-conforms", 200),
      found("no-server-error", 500),
      found("token-required", 404, { outcome: "noted" }),
      found("no-answer", 0, { spot: { isFlaky: true } }),
    ]);
    const heads = [...text.matchAll(/<th scope="col">([^<]*)<\/th>/g)].map(([, head]) => head);
    const marks = [...text.matchAll(/<a class="(\w+)" href="#([^"]+)" title="[^"]*" aria-label="[^"]*">[✕i]<\/a>/g)];

    expect(heads.slice(-5)).toEqual(["asked", "200", "4XX", "500", "none"]);
    expect(marks.map(([, kind]) => kind).toSorted()).toEqual(["failed", "failed", "flaky", "noted"]);
    for (const [, , anchor] of marks) expect(text).toContain(`id="${anchor}"`);
    expect(text).toMatch(/<a class="failed" href="#op[^"]*" title="[^"]*: FAIL, 4 findings"/);
  });

  it("links every tile to its operation", () => {
    const idle = { ...operation, operation: "GET /v1/idle", requests: 0 };
    const text = page([], [operation, idle]);
    const tiles = [...text.matchAll(/<li><a class="(\w+)" href="#([^"]+)"/g)];

    expect(tiles.map(([, kind]) => kind)).toEqual(["part", "unsent"]);
    for (const [, , anchor] of tiles) expect(text).toContain(`id="${anchor}"`);
  });

  it("names operations and outcomes as the terminal report does", () => {
    const idle = { ...operation, operation: "GET /v1/idle", requests: 0 };
    const text = page([found("body-conforms", 200, { outcome: "warned" })], [operation, idle]);
    const legend = [...text.matchAll(/<li><i class="\w+"><\/i>([^<]*)</g)].map(([, name]) => name);

    expect(text).toContain('<li class="warned"><b>WARN</b> 1 warning</li>');
    expect(text).toMatch(
      /<a class="warned" href="#[^"]+" title="[^"]*: WARN, 1 finding"[^>]*>GET \/v1\/&lt;x-a&gt; \(1\)<\/a>/,
    );
    expect(text).toMatch(/<a class="unsent" href="#[^"]+" title="GET \/v1\/idle: not tried"[^>]*>GET \/v1\/idle<\/a>/);
    expect(legend.slice(0, 5)).toEqual(["FAIL", "FAIL, flaky", "WARN", "INFO", "SKIP, no request succeeded"]);
  });

  it("has tiles without names if there are many operations", () => {
    const many = Array.from({ length: 61 }, (_, n) => ({ ...operation, operation: `GET /v1/${n}` }));

    expect(page([], many.slice(1))).toMatch(/aria-label="GET \/v1\/1: [^"]*">GET \/v1\/1<\/a>/);
    expect(page([], many)).toMatch(/aria-label="GET \/v1\/1: [^"]*"><\/a>/);
  });
});
