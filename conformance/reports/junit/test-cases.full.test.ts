import { beforeAll, describe, expect, it } from "vitest";
import { library } from "../../../fixtures/providers/library/library.ts";
import { loadContract } from "../../../contracts/index.ts";
import { conform } from "../../conform.ts";
import type { Report } from "../../findings/report.ts";
import { judgementOf } from "../judgement-of.ts";
import type { TestCase } from "../judgement.ts";
import { renderJUnit } from "./render-junit.ts";

let contract: Awaited<ReturnType<typeof loadContract>>;
let sound: Report;
let broken: Report;
let other: Report;

beforeAll(async () => {
  contract = await loadContract(library.document);
  sound = await reported({});
  broken = await reported({ bugs: Object.keys(library.bugs) });
  other = await reported({ bugs: Object.keys(library.bugs).slice(1, 6), seed: 2 });
});

async function reported({
  bugs = [],
  seed = 1,
  mode = "sandbox",
}: {
  readonly bugs?: readonly string[];
  readonly seed?: number;
  readonly mode?: Report["mode"];
}): Promise<Report> {
  const provider = await library.start({ bugs });
  const report = await conform({ contracts: [contract], target: provider.url, token: "org_acme", seed, runs: 5, mode });
  await provider.close();
  return report;
}

function testsOf(report: Report): readonly TestCase[] {
  return judgementOf(report).tests ?? [];
}

function nameOf({ className, name }: TestCase): string {
  return `${className} ${name}`;
}

function testOf(report: Report, operation: string, name: string): TestCase | undefined {
  return testsOf(report).find((each) => nameOf(each) === `library.${operation} ${name}`);
}

describe("createTestCases()", () => {
  it("has one test case for each operation and check or property", () => {
    const names = testsOf(broken).map(nameOf);

    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("library.POST /books created-read");
    expect(names).toContain("library.GET /books body-conforms");
  });

  it("has the same names whatever a run finds, and whatever its seed", () => {
    const names = testsOf(sound).map(nameOf);

    expect(sound.failures).toEqual([]);
    expect(new Set(broken.failures.map(({ id }) => id))).not.toEqual(new Set(other.failures.map(({ id }) => id)));
    expect(testsOf(broken).map(nameOf).toSorted()).toEqual(names.toSorted());
    expect(testsOf(other).map(nameOf).toSorted()).toEqual(names.toSorted());
    expect(names.join()).not.toMatch(/#[0-9a-f]{12}/);
  });

  it("has each finding in one test case, and fails only those with findings", () => {
    const failed = testsOf(broken).filter(({ outcome }) => outcome === "failed");
    const findings = testsOf(broken).flatMap((each) => each.findings.map(({ name }) => name));

    expect(findings.toSorted()).toEqual(
      broken.failures.map(({ operation, check, id }) => `${operation}  ${check}  #${id}`).toSorted(),
    );
    expect(failed.every((each) => each.findings.length > 0)).toBe(true);
    expect(failed.length).toBeLessThan(broken.failures.length);
    expect(testsOf(sound).filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });

  it("lists the finding of a relation at the operation that the relation belongs to, with its own operation", () => {
    const at = broken.failures.find(({ check }) => check === "pages-complete");

    expect(at?.operation).toBe("GET /books");
    expect(testOf(broken, "POST /books", "pages-complete")).toMatchObject({
      outcome: "failed",
      message: expect.stringMatching(/^GET \/books: /) as string,
    });
  });

  it("notes other findings of the requests of a property that passes", () => {
    const at = broken.failures.find(({ check, tried }) => check === "body-conforms" && tried.property !== null);

    expect(testOf(broken, at?.tried.operation ?? "", at?.tried.property ?? "")).toMatchObject({
      outcome: "passed",
      message: expect.stringContaining(`#${at?.id}`) as string,
    });
  });

  it("skips each property that was not tried, with the reason", () => {
    expect(testOf(sound, "POST /books", "foreign-refused")).toMatchObject({
      outcome: "skipped",
      message: "The run lacks the token for this: see --other-token-env",
    });
    expect(testOf(sound, "POST /books", "sorted-as-asked")).toMatchObject({
      outcome: "skipped",
      message: expect.stringMatching(/^Items were created, but /) as string,
    });
    // One test case for all that the contract excludes.
    expect(testOf(sound, "GET /books", "created-read")).toBeUndefined();
    expect(testOf(sound, "GET /books", "not-applicable")).toMatchObject({
      outcome: "skipped",
      message: expect.stringMatching(
        /^Nothing in the contract calls for \d+ properties here: .*\bcreated-read\b/,
      ) as string,
    });
  });

  it("skips all of an operation that a read-only run may not send", async () => {
    const report = await reported({ mode: "read-only" });
    const own = testsOf(report).filter(({ className }) => className === "library.POST /books");

    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ outcome }) => outcome !== "skipped")).toEqual([]);
    expect(testOf(report, "POST /books", "created-read")?.message).toContain("--mode sandbox");
  });

  it("skips a check that the configuration skips", () => {
    const untried = [
      ...(sound.untried ?? []),
      {
        api: "library",
        operation: "GET /books",
        reason: "configuration",
        message: "The configuration skips this",
        properties: ["body-conforms"],
      } as const,
    ];

    expect(testOf(sound, "GET /books", "body-conforms")?.outcome).toBe("passed");
    expect(testOf({ ...sound, untried }, "GET /books", "body-conforms")).toMatchObject({
      outcome: "skipped",
      message: "The configuration skips this",
    });
  });
});

describe("renderJUnit()", () => {
  it("has one failure element for all failures of a test case", () => {
    const text = renderJUnit(judgementOf(broken));
    const several = testsOf(broken).find(({ outcome, findings }) => outcome === "failed" && findings.length > 1);

    expect(several).toBeDefined();
    expect(text.match(/<failure /g)).toHaveLength(testsOf(broken).filter(({ outcome }) => outcome === "failed").length);
    for (const { name } of several?.findings ?? []) expect(text).toContain(name.slice(name.lastIndexOf("#")));
    expect(text).toMatch(/message="[^"]* \(and \d+ more findings?\)"/);
  });
});
