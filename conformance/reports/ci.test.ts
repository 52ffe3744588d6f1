import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { conformReports } from "./index.ts";
import type { Case, Judgement } from "./judgement.ts";

const at = { file: "specs/a,b.yaml", line: 7 };
const failed = (operation: string, more: Partial<Case> = {}): Case => ({
  suite: "shop",
  name: `${operation}  body-conforms  #0123456789ab`,
  outcome: "failed",
  spot: { operation, check: "body-conforms", status: 200 },
  message: 'It has "<b>1</b>" @team, expected a text',
  details: [
    ["sent", "GET http://127.0.0.1/items"],
    ["answer", '200 "```\n::error::x"'],
  ],
  at,
  ...more,
});
const shared = { cause: "shop shape", headline: '"price" is wrong: 2 findings' };
const judgement: Judgement = {
  title: "concord conform",
  target: "http://127.0.0.1:1",
  durationMs: 1000,
  scope: "3 operations",
  cases: [
    failed("GET /items", shared),
    failed("GET /items/{id}", shared),
    failed("GET /other", { outcome: "warned" }),
    { suite: "shop", name: "GET /skipped", outcome: "skipped", message: "Not sent" },
    { suite: "shop", name: "GET /fine", outcome: "passed" },
  ],
  notes: ["One note"],
  interrupted: false,
};
const render = (kind: string, given: Judgement = judgement): string =>
  String(conformReports[kind]?.({ report: {}, judgement: given }));

describe("renderGithub()", () => {
  it("has one annotation for each cause, at the operation in the contract", () => {
    const lines = render("github").trimEnd().split("\n");

    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^::error file=specs\/a%2Cb\.yaml,line=7,title=shop%3A body-conforms::"price" is wrong: 2 findings%0A2 operations: GET \/items, GET \/items\/\{id\}%0A/,
    );
    expect(lines[1]).toMatch(/^::warning file=/);
  });

  it("has an error if nothing was judged", () => {
    expect(render("github", { ...judgement, cases: [], unjudged: "All requests got 401" })).toBe(
      "::error title=Nothing was judged::All requests got 401\n",
    );
  });
});

describe("renderMarkdown()", () => {
  it("has one headline for each cause, and escapes foreign text", () => {
    const text = render("markdown");

    expect(text).toContain("## concord conform: 2 failures, 1 warning, 1 skipped");
    expect(text.match(/^- \*\*shop\*\*/gm)).toHaveLength(3);
    expect(text).toContain('- **shop**: "price" is wrong: 2 findings (`specs/a,b.yaml:7`)');
    expect(text).toContain('&lt;b&gt;1&lt;/b&gt;" @\u200bteam');
    // A fence is longer than the backticks in it.
    expect(text).toMatch(/^ {2}````text$/m);
    expect(text).not.toMatch(/^::error/m);
  });

  it("fits a comment on GitHub", () => {
    const cases = Array.from({ length: 500 }, (_, index) => failed(`GET /${index}`, { message: "x".repeat(9000) }));

    expect(render("markdown", { ...judgement, cases }).length).toBeLessThan(65_536);
  });
});

describe("renderSarif()", () => {
  it("is valid, and has a result for each failure and known failure", () => {
    // The SARIF schema is draft 4, and one of its patterns is invalid with the Unicode flag.
    const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
    const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    formats.default(ajv);
    const log = JSON.parse(render("sarif")) as { readonly runs: readonly [{ readonly results: readonly object[] }] };
    const validate = ajv.compile(schema);
    validate(log);

    expect(validate.errors).toBeNull();
    expect(log.runs[0].results).toMatchObject([
      {
        level: "error",
        ruleId: "body-conforms",
        locations: [{ physicalLocation: { artifactLocation: { uri: "specs/a%2Cb.yaml" }, region: { startLine: 7 } } }],
      },
      { level: "error" },
      { level: "note" },
    ]);
  });
});
