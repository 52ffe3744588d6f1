import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleReport, removedChange, reportWithText } from "../../test/support/compat/sample-report.ts";
import { type CompatReport, compatReports } from "../index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const render = (report: CompatReport): string => compatReports["markdown"]?.(report) ?? "";

/** Forbidden syntax outside of code: HTML of the document, mentions, references, links, addresses, formulas. */
const live = /<(?!\/?details>|\/?summary>|!-- concord compat -->)|@\w|#\d|(?<!\\)\]|https?:\/\/|www\.\w|\$\w|:\w+:/;

/** Parts of a line outside of code spans. In CommonMark, a code span ends at a run of backticks of the same length. */
function outsideCode(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replaceAll(/(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)/g, " "))
    .join("\n");
}

describe("renderMarkdown()", () => {
  it("expands blocking changes, and collapses others", () => {
    const allowed = { period: "notice", section: "9.4", reason: "announced in time" } as const;
    const [blocking, announced] = [removedChange, { ...removedChange, allowed }];

    expect(render({ profile: platformCompat, verdict: "breaking", changes: [announced, blocking], faults: [] }))
      .toMatchInlineSnapshot(`
      "<!-- concord compat -->
      ## Compatibility: 1 change blocks

      2 breaking (1 blocking, 1 allowed), 0 dangerous, 0 non-breaking. Profile: platform

      ### Blocking (1)

      **Orders**

      - \`GET /v1/orders\` \`response body.note\`: Property \`note\` was removed
        - Consumers may read every property the base contract promised. (\`response-property-removed, §9.5, 0123456789ab\`)
        - affects: \`clients that read responses of GET /v1/orders\`
        - \`base base.yaml:10, revision specs/revision.yaml:8\`

      <details>
      <summary>Breaking, and only listed (1)</summary>

      **Orders**

      - \`GET /v1/orders\` \`response body.note\`: Property \`note\` was removed
        - \`response-property-removed, §9.5, 0123456789ab\`
        - affects: \`clients that read responses of GET /v1/orders\`
        - allowed: \`§9.4, announced in time\`
        - \`base base.yaml:10, revision specs/revision.yaml:8\`

      </details>
      "
    `);
  });

  it("has all details of each change", () => {
    const text = render(sampleReport);

    for (const fact of [
      "change: `10 -> 5`",
      "make the change on 2026-10-01 or later",
      "since 2026-01-01",
      "until 2026-12-31",
      "does not state this part",
      "and 898 more",
      "No value shows the difference",
      "3 months away",
    ])
      expect(text).toContain(fact);
    expect(text).not.toContain("sesame");
  });

  it("reports that there are no changes", () => {
    expect(render({ verdict: "non-breaking", changes: [], faults: [] })).toBe(
      "<!-- concord compat -->\n## Compatibility: no changes\n\n0 breaking, 0 dangerous, 0 non-breaking. Profile: default\n",
    );
  });

  it.each([
    [1, 2000],
    [1000, 10],
    [40, 300],
  ])("is never too long for a comment: %i changes with names of %i characters", (count, length) => {
    const name = "x".repeat(length);
    const [change, faults] = [
      { ...removedChange, message: name, path: name, operation: `GET /${name}` },
      sampleReport.faults,
    ];
    const levels = ["breaking", "dangerous", "non-breaking"] as const;
    const changes = levels.flatMap((verdict) => Array.from({ length: count }, () => ({ ...change, verdict })));
    const text = render({ verdict: "breaking", changes, faults });
    const listed = text.match(/^- `GET/gm)?.length ?? 0;
    const omitted = Number(/^(\d+) more (?:is|are) left out/m.exec(text)?.[1] ?? 0);

    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(listed + omitted).toBe(changes.length);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    expect(text.length > 40_000 || omitted === 0).toBe(true);
  });

  it("fails the check below if text is not escaped", () => {
    for (const text of ["<b>", "@octocat", "see #1", "[a](b)", "https://a.example", "$x$", ":smile:"])
      expect(outsideCode(`- ${text}`)).toMatch(live);
    expect(outsideCode("- ``a ` <b>`` `@octocat` c")).not.toMatch(live);
  });

  it("escapes all text from a document", () => {
    const hostileTexts = fc.constantFrom(
      "`",
      "``",
      "\\",
      '"',
      "@",
      "#1",
      "<b>",
      "</details>",
      "-->",
      "\n",
      "[a](b)",
      "https://c",
      "www.",
      "$x$",
      ":d:",
      "|",
      "* ",
      "octocat",
      " ",
    );
    const texts = fc.array(fc.oneof(hostileTexts, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 12 });
    fc.assert(
      fc.property(texts, (parts) => {
        const text = render(reportWithText(parts.join("")));
        expect(outsideCode(text)).not.toMatch(live);
        // Each line has a form that the report itself writes.
        expect(text.split("\n").filter((line) => !/^(?:$|- | {2}- |#|<|\*\*|\d+ )/.test(line))).toEqual([]);
      }),
      { seed: 9, numRuns: 500 },
    );
  });
});
