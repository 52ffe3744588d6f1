import { describe, expect, it } from "vitest";
import type { Failure, Report } from "../report.ts";
import { fileReports, renderConsole } from "./index.ts";

const failure: Failure = {
  id: "0123456789ab",
  check: "body-conforms",
  api: "entity",
  operation: "GET /v1/entity/schemas",
  section: "4.1",
  basis: "stated",
  message: 'The body of status 200 has at "/version" "1", expected an integer',
  request: {
    method: "GET",
    url: "http://127.0.0.1:4010/v1/entity/schemas",
    headers: { accept: "application/json" },
    body: null,
  },
  response: { status: 200, headers: {}, body: '{"version":"1"}' },
  curl: "curl -i http://127.0.0.1:4010/v1/entity/schemas",
  replay: "npx concord conform --target http://127.0.0.1:4010 --seed 42",
};
const report: Report = {
  target: "http://127.0.0.1:4010",
  mode: "sandbox",
  seed: 42,
  requests: 120,
  durationMs: 1234,
  operations: [
    { api: "entity", operation: "GET /v1/entity/schemas", basis: "stated", requests: 100, statuses: { "200": 100 } },
    {
      api: "entity",
      operation: "PUT /v1/entity/schemas/{slug}",
      basis: "stated",
      requests: 20,
      statuses: { "200": 20 },
    },
  ],
  failures: [failure],
  information: [],
  skipped: [{ api: "entity", operation: "PUT /v1/entity/schemas/{slug}", reason: "nothing fits" }],
  interrupted: false,
};

describe("renderConsole()", () => {
  it("shows what failed, why, and how to see it again", () => {
    expect(renderConsole(report, { colours: false })).toMatchInlineSnapshot(`
      "FAIL GET /v1/entity/schemas  body-conforms  [§4.1, stated]  #0123456789ab
           The body of status 200 has at "/version" "1", expected an integer
           GET http://127.0.0.1:4010/v1/entity/schemas
           -> 200  {"version":"1"}
           again:  curl -i http://127.0.0.1:4010/v1/entity/schemas
           replay: npx concord conform --target http://127.0.0.1:4010 --seed 42

      SKIP PUT /v1/entity/schemas/{slug}
           nothing fits

      The lines after again and replay take the token from the variable CONCORD_TOKEN

      1 failure in 2 operations, 120 requests, 1.2 s (http://127.0.0.1:4010, sandbox, seed 42)
      "
    `);
  });

  it("is one line where nothing was found", () => {
    expect(renderConsole({ ...report, failures: [], skipped: [] }, { colours: false })).toBe(
      "no failures in 2 operations, 120 requests, 1.2 s (http://127.0.0.1:4010, sandbox, seed 42)\n",
    );
  });

  it("says what is information only, and that a run was ended early", () => {
    const text = renderConsole(
      { ...report, failures: [], information: [failure], interrupted: true },
      { colours: false },
    );

    expect(text).toContain("INFO GET /v1/entity/schemas");
    expect(text).toContain("--include-assumed judges it");
    expect(text).toContain("interrupted, no failure so far");
  });

  it("has colours only when it is told to", () => {
    expect(renderConsole(report, { colours: true })).toContain("\u001b[31mFAIL\u001b[39m");
    expect(renderConsole(report, { colours: false })).not.toContain("\u001b");
  });
});

describe("the JSON report", () => {
  it("is the report", () => {
    expect(JSON.parse(fileReports["json"]?.(report) ?? "")).toEqual(report);
  });
});

describe("the JUnit report", () => {
  it("has a case for each operation, and a failure for each finding", () => {
    expect(fileReports["junit"]?.(report)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="concord conform http://127.0.0.1:4010" time="1.234">
        <testsuite name="entity" tests="2" failures="1">
          <testcase classname="entity" name="GET /v1/entity/schemas">
            <failure type="body-conforms" message="The body of status 200 has at &quot;/version&quot; &quot;1&quot;, expected an integer">#0123456789ab §4.1
      GET http://127.0.0.1:4010/v1/entity/schemas
      -&gt; 200
      {&quot;version&quot;:&quot;1&quot;}
      curl -i http://127.0.0.1:4010/v1/entity/schemas
      npx concord conform --target http://127.0.0.1:4010 --seed 42</failure>
          </testcase>
          <testcase classname="entity" name="PUT /v1/entity/schemas/{slug}">
            <skipped message="nothing fits"/>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it("carries any text of a provider without becoming other XML", () => {
    const hostile = {
      ...failure,
      message: '<!]]>&"\u0000\ud800',
      response: { ...failure.response, body: "</failure><x>" },
    };
    const text = fileReports["junit"]?.({ ...report, failures: [hostile] }) ?? "";

    expect(text).toContain('message="&lt;!]]&gt;&amp;&quot;\ufffd\ufffd"');
    expect(text).toContain("&lt;/failure&gt;&lt;x&gt;");
    expect(text.match(/<\/failure>/g)).toHaveLength(1);
  });
});
