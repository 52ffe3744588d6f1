import { describe, expect, it } from "vitest";
import { loadContracts } from "../../contracts/index.ts";
import { sampleReport, removedChange, reportWithText } from "../../test/support/compat/sample-report.ts";
import { type CompatReport, checkCompat, compatReports } from "../index.ts";

const render = (kind: string, report: CompatReport): string => compatReports[kind]?.(report) ?? "";
const real = checkCompat(
  await loadContracts(["fixtures/changelog/base.yaml"]),
  await loadContracts(["fixtures/changelog/revision.yaml"]),
);

describe("every report", () => {
  it.each(Object.keys(compatReports))("is the same from run to run, and masks credentials: %s", (kind) => {
    expect(render(kind, real)).toBe(render(kind, real));
    expect(render(kind, sampleReport).length).toBeGreaterThan(100);
    expect(render(kind, sampleReport)).not.toContain("sesame");
  });
});

describe("renderGithub()", () => {
  it("annotates lines of the revision, the worst changes first", () => {
    const commands = render("github", sampleReport).trimEnd().split("\n");

    expect(commands.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual([
      ...Array.from({ length: 4 }, () => "error"),
      ...Array.from({ length: 4 }, () => "warning"),
      "notice",
    ]);
    expect(commands[3]).toBe(
      '::error file=specs/revision.yaml,line=8,title=breaking%3A response-property-removed%2C §9.5%2C 0123456789ab::GET /v1/orders, response body.note: Property "note" was removed%0Aaffects: clients that read responses of GET /v1/orders%0Awhy: Consumers may read every property the base contract promised.',
    );
    expect(commands[1]).toBe("::error title=waiver-stale%2C §9.4::The waiver of 0123456789ab has ended");
  });

  it("writes one line for each change, and escapes text from the document", () => {
    const odd = "a\r\n::error::b%0A%25,line=9,title=x::y";
    const lines = render("github", reportWithText(odd)).trimEnd().split("\n");

    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const [, file, number, title] = /^::\w+ file=([^:,]*),line=(\d+),title=([^:,]*)::/.exec(line) ?? [];
      expect([decodeURIComponent(file ?? ""), number, title === ""]).toEqual([
        `${odd.replace("\r\n", " ")}.yaml`,
        "1",
        false,
      ]);
    }
  });

  it("counts omitted annotations", () => {
    const changes = Array.from({ length: 25 }, () => removedChange);
    const lines = render("github", { verdict: "breaking", changes, faults: [] }).trimEnd().split("\n");

    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe("::error title=16 more::The other reports list 16 more");
  });

  it("is empty without changes", () => {
    expect(render("github", { verdict: "non-breaking", changes: [], faults: [] })).toBe("");
  });
});

it.each(["github", "gitlab"])("a report for %s uses paths of the checkout for files of a commit", (kind) => {
  const change = { ...removedChange, revision: { file: "git:v1.2:my apis/a.yaml", line: 8, pointer: "" } };
  const text = render(kind, { verdict: "breaking", changes: [change], faults: [] });

  expect(text).toMatch(kind === "github" ? /^::error file=my apis\/a\.yaml,line=8,/ : '"path": "my apis/a.yaml"');
  expect(text).not.toContain("git:");
});

describe("renderJUnit()", () => {
  it("has a failure for each blocking change, and counts them", () => {
    const text = render("junit", sampleReport);
    const suites = [...text.matchAll(/<testsuite name="(\w+)" tests="(\d)" failures="(\d)"/g)].map((match) =>
      match.slice(1),
    );

    expect(suites).toEqual([
      ["policy", "2", "2"],
      ["Orders", "6", "2"],
      ["Billing", "1", "0"],
    ]);
    expect(text.match(/<testcase /g)).toHaveLength(9);
    expect(text.match(/<failure /g)).toHaveLength(4);
  });

  it("has a distinct name for each case", () => {
    const names = [...render("junit", real).matchAll(/<testcase classname="[^"]*" name="([^"]*)"/g)].map(
      ([, name]) => name,
    );

    expect(new Set(names).size).toBe(real.changes.length);
  });

  it("has a passing case without changes", () => {
    expect(render("junit", { verdict: "non-breaking", changes: [], faults: [] })).toContain('tests="1" failures="0"');
  });

  it("fails for blocking changes that are not listed", () => {
    const narrowed = compatReports["junit"]?.(sampleReport, { only: ["non-breaking"] }) ?? "";

    expect(narrowed).toMatch(/<testsuite name="not listed" tests="1" failures="1" /);
    expect(narrowed).toMatch(/<failure message="\d+ of them fails? the check"/);
    expect(compatReports["junit"]?.(sampleReport, {})).not.toContain("not listed");
  });
});

describe("renderGitlab()", () => {
  it("has the members that Code Quality requires", () => {
    const issues = JSON.parse(render("gitlab", sampleReport)) as Record<string, unknown>[];

    expect(issues).toHaveLength(9);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(9);
    expect(issues[3]).toEqual({
      description: 'GET /v1/orders, response body.note: Property "note" was removed',
      check_name: "response-property-removed",
      fingerprint: "0123456789ab",
      severity: "blocker",
      location: { path: "specs/revision.yaml", lines: { begin: 8 } },
    });
    expect(issues.map(({ severity }) => severity)).toEqual([
      ...Array.from({ length: 4 }, () => "blocker"),
      "minor",
      "minor",
      "minor",
      "major",
      "info",
    ]);
  });
});
