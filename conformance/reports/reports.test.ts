import { describe, expect, it } from "vitest";
import { type Case, type Judgement, fileReports, renderConsole } from "./index.ts";

const failed: Case = {
  suite: "entity",
  name: "GET /v1/entity/schemas",
  outcome: "failed",
  source: "§4.1, stated",
  message: 'The body of status 200 has at "/version" "1", expected an integer',
  details: [
    ["answer", '200 {"version":"1"}'],
    ["again", "curl -i http://127.0.0.1:4010/v1/entity/schemas"],
  ],
};
const judgement: Judgement = {
  title: "concord conform",
  target: "http://127.0.0.1:4010",
  durationMs: 1234,
  scope: "3 operations, 120 requests",
  cases: [
    { suite: "entity", name: "PUT /v1/entity/schemas/{slug}", outcome: "skipped", message: "nothing fits" },
    failed,
    { ...failed, name: "POST /v1/entity", outcome: "warned", message: "It is slow" },
    { suite: "metering", name: "GET /v1/metering", outcome: "passed" },
  ],
  notes: ["The lines after again take the token from CONCORD_TOKEN"],
  interrupted: false,
};
const reported = { report: { some: "report" }, judgement };
const hostile: Case = {
  ...failed,
  name: "<script>",
  message: '<!]]>&"\u0000\ud800',
  details: [["answer", "</failure></pre><x>"]],
};

function written(kind: string, cases = judgement.cases): string {
  return String(fileReports[kind]?.({ ...reported, judgement: { ...judgement, cases } }) ?? "");
}

describe("renderConsole()", () => {
  it("shows failures with their reason and how to reproduce them, gravest first", () => {
    expect(renderConsole(judgement, { colours: false })).toMatchInlineSnapshot(`
      "FAIL entity: GET /v1/entity/schemas  [§4.1, stated]
           The body of status 200 has at "/version" "1", expected an integer
           answer: 200 {"version":"1"}
           again:  curl -i http://127.0.0.1:4010/v1/entity/schemas

      WARN entity: POST /v1/entity  [§4.1, stated]
           It is slow
           answer: 200 {"version":"1"}
           again:  curl -i http://127.0.0.1:4010/v1/entity/schemas

      SKIP entity: PUT /v1/entity/schemas/{slug}
           nothing fits

      The lines after again take the token from CONCORD_TOKEN

      1 failure, 1 warning, 1 skipped in 3 operations, 120 requests, 1.2 s (http://127.0.0.1:4010)
      "
    `);
  });

  it("prints one line for a run without findings", () => {
    expect(renderConsole({ ...judgement, cases: [], notes: [] }, { colours: false })).toBe(
      "no failures in 3 operations, 120 requests, 1.2 s (http://127.0.0.1:4010)\n",
    );
  });

  it("shows the first case of a cause in full, and only names the others", () => {
    const cases = ["one", "two", "three"].map((name) => ({ ...failed, name, cause: "the clock" }));
    const text = renderConsole(
      { ...judgement, cases: [...cases, { ...failed, cause: "the key" }] },
      { colours: false },
    );

    expect(text.match(/^FAIL .*$/gm)).toEqual([
      "FAIL entity: one  [§4.1, stated]",
      "FAIL entity: GET /v1/entity/schemas  [§4.1, stated]",
    ]);
    expect(text).toContain("     and 2 like it: two, three\n");
    expect(text).toContain("4 failures in ");
  });

  it("groups the findings of one operation, and shows some of them in full", () => {
    const about = (operation: string, check: string): Case => ({
      ...failed,
      name: `${operation}  ${check}`,
      spot: { operation, check, status: 200 },
    });
    const cases = ["one", "two", "three", "four", "five"].flatMap((check) =>
      ["GET /a", "GET /b"].map((operation) => about(operation, check)),
    );
    const text = renderConsole({ ...judgement, cases }, { colours: false });

    expect(text.match(/^(FAIL|     and) .*$/gm)).toEqual(
      ["GET /a", "GET /b"].flatMap((operation) => [
        ...["one", "two", "three"].map((check) => `FAIL entity: ${operation}  ${check}  [§4.1, stated]`),
        `     and 2 more of ${operation}: four, five`,
      ]),
    );
  });

  it("begins a finding with its headline, and omits a message that the headline has", () => {
    const named = { ...failed, headline: `GET /one: ${failed.message}` };
    const other = { ...failed, headline: "GET /two: answered 500" };
    const lines = renderConsole({ ...judgement, cases: [named, other] }, { colours: false }).split("\n");

    expect(lines.slice(0, 3)).toEqual([
      named.headline,
      "FAIL entity: GET /v1/entity/schemas  [§4.1, stated]",
      '     answer: 200 {"version":"1"}',
    ]);
    const second = lines.indexOf(other.headline);
    expect(lines.slice(second + 1, second + 3)).toEqual([
      "FAIL entity: GET /v1/entity/schemas  [§4.1, stated]",
      `     ${failed.message}`,
    ]);
  });

  it("limits the number of findings, and names the report with the rest", () => {
    const cases = Array.from({ length: 200 }, (_, n) => ({ ...failed, suite: n < 120 ? "a" : "b", name: `GET /${n}` }));
    const text = renderConsole({ ...judgement, cases }, { colours: false });

    expect(text.match(/^FAIL .*\[/gm)).toHaveLength(10);
    expect(text).toContain("FAIL 190 more: a 110, b 80\n     --report html:FILE shows all of them\n\n");
    expect(text).toContain("200 failures in ");
  });

  it("reports the early end of a run", () => {
    expect(renderConsole({ ...judgement, cases: [], interrupted: true }, { colours: false })).toContain(
      "interrupted, no failure so far",
    );
  });

  it("counts the skipped cases of a run without findings", () => {
    const [skipped] = judgement.cases as [Case, ...Case[]];

    expect(renderConsole({ ...judgement, cases: [skipped, skipped] }, { colours: false })).toContain(
      "\nno failures, 2 skipped in ",
    );
  });

  it("escapes terminal control sequences in names and responses", () => {
    const text = "a\u001b[2Jb\u0000c\u009b";
    const cases: Case[] = [
      {
        suite: text,
        name: text,
        outcome: "failed",
        source: text,
        message: `${text}\r\nFAIL`,
        details: ["answer", "again"].map((title) => [title, `${text}\nd`] as const),
      },
      { suite: text, name: text, outcome: "skipped", cause: text },
      { suite: text, name: text, outcome: "skipped", cause: text },
    ];
    const shown = renderConsole({ ...judgement, target: text, notes: [text], cases }, { colours: false });

    expect(shown.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(shown).toContain("a\\x1b[2Jb\\x00c\\x9b");
  });

  it("shortens responses, and never a command line", () => {
    const long = "x".repeat(1000);
    const cases: Case[] = [
      {
        ...failed,
        details: [
          ["answer", long],
          ["again", `curl ${long}`],
        ],
      },
    ];
    const text = renderConsole({ ...judgement, cases }, { colours: false });

    expect(text).toContain(`${"x".repeat(299)}…\n`);
    expect(text).toContain(`curl ${long}\n`);
  });

  it("removes terminal control sequences from responses", () => {
    const cases: Case[] = [{ ...failed, details: [["answer", "\u001b[2J\u009b1m\u0007"]] }];

    expect(renderConsole({ ...judgement, cases }, { colours: true })).toContain("answer: \\x1b[2J\\x9b1m\\x07\n");
  });

  it("resets the colours after program output", () => {
    const cases: Case[] = [{ ...failed, details: [["output", "one\n\u001b[31mtwo"]] }];

    expect(renderConsole({ ...judgement, cases }, { colours: true })).toContain("       \u001b[31mtwo\u001b[0m\n");
  });

  it("uses colours only if they are enabled", () => {
    expect(renderConsole(judgement, { colours: true })).toContain("\u001b[31mFAIL\u001b[39m");
    expect(renderConsole(judgement, { colours: false })).not.toContain("\u001b");
  });
});

describe("the JSON report", () => {
  it("contains the complete report", () => {
    expect(JSON.parse(written("json"))).toEqual(reported.report);
  });
});

describe("the JUnit report", () => {
  it("has one suite for each group of cases, and failures only for failed cases", () => {
    expect(written("junit")).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="concord conform http://127.0.0.1:4010" time="1.234">
        <testsuite name="entity" tests="3" failures="1" skipped="1">
          <testcase classname="entity" name="PUT /v1/entity/schemas/{slug}">
            <skipped message="nothing fits"/>
          </testcase>
          <testcase classname="entity" name="GET /v1/entity/schemas">
            <failure message="The body of status 200 has at &quot;/version&quot; &quot;1&quot;, expected an integer">§4.1, stated
      answer: 200 {&quot;version&quot;:&quot;1&quot;}
      again: curl -i http://127.0.0.1:4010/v1/entity/schemas</failure>
          </testcase>
          <testcase classname="entity" name="POST /v1/entity">
            <system-out>It is slow
      §4.1, stated
      answer: 200 {&quot;version&quot;:&quot;1&quot;}
      again: curl -i http://127.0.0.1:4010/v1/entity/schemas</system-out>
          </testcase>
        </testsuite>
        <testsuite name="metering" tests="1" failures="0" skipped="0">
          <testcase classname="metering" name="GET /v1/metering"/>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it("escapes any text as XML", () => {
    const text = written("junit", [hostile]);

    expect(text).toContain('message="&lt;!]]&gt;&amp;&quot;\ufffd\ufffd"');
    expect(text).toContain("&lt;/failure&gt;&lt;/pre&gt;&lt;x&gt;");
    expect(text.match(/<\/failure>/g)).toHaveLength(1);
  });
});

describe("the HTML report", () => {
  it("shows the summary, a mark for each case, and a block for each finding", () => {
    const page = written("html");

    expect(page).toContain('<h1 class="failed">1 failure, 1 warning, 1 skipped</h1>');
    expect(page.match(/<details /g)).toHaveLength(3);
    expect(page.match(/<i class="passed"/g)).toHaveLength(1);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
  });

  it("has the headline of each finding that has one", () => {
    const cases = ["GET /one: answered 500", "GET /two: <x>"].map((headline) => ({ ...failed, headline }));
    const heads = [...written("html", cases).matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, head]) => head);

    expect(heads).toEqual(["GET /one: answered 500", "GET /two: &lt;x&gt;"]);
  });

  it("folds details that only the page has room for", () => {
    const folded = { title: "2 affected", items: [["1", "GET /<x>"] as const, ["2", "GET /y"] as const] };
    const cases = [{ ...failed, folded }];

    expect(written("html", cases).replaceAll(/>\s+</g, "><")).toContain(
      "<details><summary>2 affected</summary><dl><dt>1</dt><dd><pre>GET /&lt;x&gt;</pre></dd>",
    );
    expect(written("junit", cases) + renderConsole({ ...judgement, cases }, { colours: false })).not.toContain(
      "affected",
    );
  });

  it("has no scripts and no external resources, and escapes any text as HTML", () => {
    const page = written("html", [hostile]);

    expect(page).not.toMatch(/<script|<x>|https?:\/\/(?!127)/);
    expect(page).toContain("default-src 'none'");
    expect(page.match(/<\/pre>/g)).toHaveLength(1);
  });
});
