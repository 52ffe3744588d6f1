import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { library } from "../fixtures/providers/library/library.ts";
import type { JsonObject } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";
import { serve, serveThings, thingsDocument } from "../test/support/conformance/things.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import { conformanceSuite } from "./vitest.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = createScratch();
const bearer = { type: "http", scheme: "bearer" };
const report = join(scratch.folder, "report.json");

// The tests of the mock, held against one of its own APIs, are tests of this file.
await conformanceSuite({
  target: () => startMock({ strictAssumed: true }),
  includeAssumed: true,
  apis: ["order"],
  runs: 5,
});

/** Suites that one Vitest runs, each a file. */
const suites = {
  sound: { options: `mode: "sandbox"` },
  twoFaults: { options: `mode: "sandbox", phases: ["coverage"]`, bugs: ["oldest-refused", "drama-refused"] },
  known: {
    options: `mode: "sandbox", phases: ["coverage"], baseline: [
      { cause: "library refusing /books 400 > body/year", reason: "Ticket 7", expires: "2999-01-01" },
      { cause: "library refusing /books 400 > body/genre", reason: "Ticket 8", expires: "2020-01-01" },
    ]`,
    bugs: ["oldest-refused", "drama-refused"],
  },
  chosen: {
    options: `mode: "sandbox", exclude: ["DELETE /**"], operations: { "/books": { skip: ["body-conforms"] } }`,
    bugs: ["none-is-null"],
  },
  live: { options: "", bugs: ["oldest-refused"] },
  assumed: { options: "", bugs: ["none-is-null"], isAssumed: true },
  assumedIncluded: { options: "includeAssumed: true", bugs: ["none-is-null"], isAssumed: true },
} as const satisfies Readonly<Record<string, Suite>>;

describe("conformanceSuite()", () => {
  let results: Readonly<Record<keyof typeof suites, readonly TestResult[]>>;
  let printed: string;
  beforeAll(async () => {
    printed = await outputOf(suites, ["--reporter=verbose", "--no-isolate", ...jsonReporterTo(report)]);
    const all = read(report);
    const named = Object.keys(suites).map((name) => [name, all.filter(({ file }) => file === `${name}.test.ts`)]);
    results = Object.fromEntries(named) as typeof results;
  });

  it("defines a test for each operation and phase, grouped by API, and reports nothing for a correct provider", () => {
    const { sound } = results;

    expect(failedOf(sound)).toEqual([]);
    expect(sound.filter(({ name }) => name.startsWith("POST /books")).map(({ name }) => name)).toEqual(
      ["examples", "coverage", "properties", "sequences", "promises", "succeeds"].map(
        (phase) => `POST /books  ${phase}`,
      ),
    );
    expect(new Set(sound.map(({ group }) => group))).toEqual(new Set(["library"]));
    expect(sound[0]?.name).toBe("GET /books  before anything is made");
  });

  it("fails the first test with a finding, even in a retry, and prints how to reproduce it", async () => {
    const retried = { options: `mode: "sandbox"`, bugs: ["none-is-null"] };
    await outputOf({ retried }, ["--retry=1", ...jsonReporterTo(report)]);
    const tests = read(report);
    const [failed, ...others] = failedOf(tests);

    expect(others).toEqual([]);
    expect(failed?.name).toBe("GET /books  before anything is made");
    for (const part of [
      "body-conforms",
      "sent:",
      "answer:",
      "again:",
      "$CONCORD_TOKEN",
      "npx --no concord-toolkit conform",
    ])
      expect(failed?.messages[0]).toContain(part);
    expect(JSON.stringify(tests)).not.toContain("org_acme");
  });

  it("throws a separate error for each finding of a test", () => {
    expect(failedOf(results.twoFaults)).toMatchObject([
      { name: "POST /books  coverage", messages: [containing("year"), containing("genre")] },
      { name: "PUT /books/{book_id}  coverage", messages: [containing("year"), containing("genre")] },
    ]);
  });

  it("does not fail for the findings of a baseline, until the date of their entry", () => {
    expect(failedOf(results.known)).toMatchObject([
      { name: "POST /books  coverage", messages: [containing("genre")] },
      { name: "PUT /books/{book_id}  coverage", messages: [containing("genre")] },
    ]);
    expect(printed).toMatch(/is in the baseline: Ticket 7/);
    expect(printed).toMatch(/expired on 2020-01-01: Ticket 8/);
  });

  it("sends nothing to excluded operations, and skips checks of single ones", () => {
    const { chosen } = results;

    expect(chosen.filter(({ name }) => name.startsWith("DELETE")).map(({ name, status }) => [name, status])).toEqual([
      ["DELETE /books/{book_id}  is excluded", "skipped"],
    ]);
    expect(failedOf(chosen).filter(({ name }) => name.startsWith("GET /books "))).toEqual([]);
    expect(chosen.some(({ status }) => status === "passed")).toBe(true);
  });

  it("only reads a live target, unless the mode is sandbox", () => {
    const { live } = results;

    expect(failedOf(live)).toEqual([]);
    expect(live.filter(({ name }) => !name.startsWith("GET ")).map(({ status }) => status)).not.toContain("passed");
    expect(live.some(({ status }) => status === "passed")).toBe(true);
  });

  it("passes if a finding is based on assumed parts, and adds it as an annotation", () => {
    expect(results.assumed.some(({ status }) => status === "passed")).toBe(true);
    expect(failedOf(results.assumed)).toEqual([]);
    expect(printed).toMatch(/information[^]*INFO library: GET \/books/);
    expect(failedOf(results.assumedIncluded)).toHaveLength(1);
  });

  it("starts its target once, before the first test, and closes it after the last test", async () => {
    const none = await outputOf({ library: { options: "" } }, ["-t", "no such test"]);
    const some = await outputOf({ library: { options: "" } }, ["-t", "GET /books"]);

    expect(none).not.toContain("STARTED");
    expect(some.match(/^STARTED/gm)).toHaveLength(1);
    expect(some.match(/^CLOSED/gm)).toHaveLength(1);
  });

  it("throws an error if the target refuses the token everywhere", async () => {
    const refused = { options: `phases: ["coverage"]`, token: "nobody-knows-me" };
    const output = await outputOf({ refused });

    expect(output).toContain("every request was refused with 401; is the token right?");
    expect(output).not.toContain("nobody-knows-me");
  });

  it("fails if an operation refuses the credentials, if too few operations succeed, and if no path is known", async () => {
    const staff = { get: { security: [{ staff: [] }], responses: { 200: { description: "All." } } } };
    const apples = thingsDocument("apples");
    const document = {
      ...apples,
      components: { securitySchemes: { token: bearer, staff: { type: "http", scheme: "basic" } } },
      paths: { ...(apples["paths"] as JsonObject), "/staff": staff },
    };
    await using server = await serveThings({ token: "right-token" });
    await using stranger = await serve(createServer((_, response) => void response.writeHead(404).end()));
    const suite = (target: string, options = ""): string =>
      local(`
        import { conformanceSuite } from "concord-toolkit/conformance/vitest";
        const contracts = [import.meta.dirname + "/things/things.json"];
        await conformanceSuite({ target: "${target}", contracts, token: "right-token", runs: 3, ${options} });`);
    const { stdout, stderr } = await vitest(
      {
        "staff.test.ts": suite(server.url),
        "few.test.ts": suite(server.url, "minTested: 90"),
        "stranger.test.ts": suite(stranger.url),
        "things/things.json": JSON.stringify(document),
      },
      ["--reporter=verbose", ...jsonReporterTo(report)],
    );
    const failed = failedOf(read(report)).map(({ file, name, messages }) => [file, name, messages.join()]);

    expect(failed).toContainEqual(["staff.test.ts", "GET /staff  succeeds", containing("credentials-accepted")]);
    expect(failed.filter(([file]) => file === "stranger.test.ts")).toEqual([]);
    expect(stdout + stderr).toContain("fewer than the 90 % that must be tested");
    expect(stdout + stderr).toContain("it has none of the paths of the contracts: GET /apples");
  });

  it("rejects invalid options before any test runs", async () => {
    const contracts = [join(root, "fixtures/conformance/notes.yaml")];
    const target = "http://127.0.0.1:1";

    await expect(conformanceSuite({ target, contracts, apis: ["books"] })).rejects.toMatchObject({
      code: "unknown-api",
    });
    await expect(conformanceSuite({ target, contracts, phases: ["promise"] })).rejects.toMatchObject({
      code: "unknown-phase",
    });
  });
});

function containing(text: string): string {
  return expect.stringContaining(text) as string;
}

function failedOf(tests: readonly TestResult[]): readonly TestResult[] {
  return tests.filter(({ status }) => status === "failed");
}

interface Suite {
  /** Further options of the suite. */
  readonly options: string;
  readonly bugs?: readonly string[];
  readonly isAssumed?: boolean;
  readonly token?: string;
}

interface TestResult {
  readonly file: string;
  readonly group: string;
  readonly name: string;
  readonly status: string;
  readonly messages: readonly string[];
}

function jsonReporterTo(file: string): readonly string[] {
  return ["--reporter=json", `--outputFile=${file}`];
}

/** Output of Vitest for suites, each in a file with its name. */
async function outputOf(suitesByName: Readonly<Record<string, Suite>>, argv: readonly string[] = []): Promise<string> {
  const files = Object.entries(suitesByName).flatMap(([name, suite]) => [
    [`${name}.test.ts`, testFileOf(name, suite)],
    [`${name}/library.yaml`, documentOf(suite)],
  ]);
  const { stdout, stderr } = await vitest(Object.fromEntries(files) as Record<string, string>, argv);
  return stdout + stderr;
}

function documentOf({ isAssumed = false }: Suite): string {
  const whole = readFileSync(library.document, "utf8");
  return isAssumed
    ? `x-spec: "1"\n${whole.replace("description: A page", `x-assumed: Nobody says\n          $&`)}`
    : whole;
}

function testFileOf(name: string, { options, bugs = [], token = "org_acme" }: Suite): string {
  return local(`
    import { conformanceSuite } from "concord-toolkit/conformance/vitest";
    import { library } from "${root}fixtures/providers/library/library.ts";
    await conformanceSuite({
      target: async () => {
        console.warn("STARTED");
        const { url, close } = await library.start({ bugs: ${JSON.stringify(bugs)} });
        return { url, close: () => (console.warn("CLOSED"), close()) };
      },
      contracts: [import.meta.dirname + "/${name}/library.yaml"],
      token: "${token}",
      runs: 5,
      ${options}
    });`);
}

/** Import path of the package in this repository. */
function local(text: string): string {
  return text
    .replaceAll("concord-toolkit/conformance/vitest", `${root}api/conformance-vitest.ts`)
    .replaceAll("concord-toolkit/mock", `${root}api/mock.ts`);
}

/** Runs Vitest on files in a separate folder. */
function vitest(
  files: Parameters<typeof scratch.write>[0],
  argv: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const folder = dirname(scratch.write(files));
  const command = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", folder, "--no-color", ...argv];
  // Environment variables of this Vitest must not reach the other one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name)));
  return run(process.execPath, command, { cwd: root, env, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
}

function read(file: string): readonly TestResult[] {
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly testResults: readonly {
      readonly name: string;
      readonly assertionResults: readonly {
        readonly ancestorTitles: readonly string[];
        readonly title: string;
        readonly status: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      file: basename(name),
      group: ancestorTitles.join(" "),
      name: title,
      status,
      messages: failureMessages,
    })),
  );
}
