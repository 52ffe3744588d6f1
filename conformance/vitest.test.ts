import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { library } from "../fixtures/providers/library/library.ts";
import { startMock } from "../mock/index.ts";
import { createScratch } from "../testing/contracts/scratch.ts";
import { blocks } from "../testing/documents.ts";
import { conformanceSuite } from "./vitest.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = createScratch();

// The tests of the mock, held against one of its own APIs, are tests of this file.
await conformanceSuite({ target: () => startMock(), includeAssumed: true, apis: ["order"], runs: 5 });

describe("conformanceSuite()", { timeout: 120_000 }, () => {
  it("has a test for each operation and phase, in a group for each API, and finds nothing where there is nothing", async () => {
    const tests = await testsOf({ options: `mode: "sandbox"` });

    expect(tests.filter(({ status }) => status === "failed")).toEqual([]);
    expect(tests.filter(({ name }) => name.startsWith("POST /books")).map(({ name }) => name)).toEqual(
      ["examples", "coverage", "properties", "sequences", "promises"].map((phase) => `POST /books  ${phase}`),
    );
    expect(new Set(tests.map(({ group }) => group))).toEqual(new Set(["library"]));
    expect(tests[0]?.name).toBe("GET /books  before anything is made");
  });

  it("fails the test that meets a fault first, also where it is tried again, and tells all it takes to see it", async () => {
    const tests = await testsOf({ options: `mode: "sandbox"`, bugs: ["none-is-null"], argv: ["--retry=1"] });
    const [failed, ...others] = failedOf(tests);

    expect(others).toEqual([]);
    expect(failed?.name).toBe("GET /books  before anything is made");
    for (const part of ["body-conforms", "sent:", "answer:", "again:", "$CONCORD_TOKEN", "npx concord conform"])
      expect(failed?.messages[0]).toContain(part);
    expect(JSON.stringify(tests)).not.toContain("org_acme");
  });

  it("has an error of its own for each fault that a test meets", async () => {
    const bugs = ["oldest-refused", "drama-refused"];
    const tests = await testsOf({ options: `mode: "sandbox", phases: ["coverage"]`, bugs });

    expect(failedOf(tests)).toMatchObject([
      { name: "POST /books  coverage", messages: [containing("year"), containing("genre")] },
      { name: "PUT /books/{book_id}  coverage", messages: [containing("year"), containing("genre")] },
    ]);
  });

  it("only reads a live target, unless it is told to write", async () => {
    const tests = await testsOf({ options: "", bugs: ["oldest-refused"] });

    expect(failedOf(tests)).toEqual([]);
    expect(tests.filter(({ name }) => !name.startsWith("GET ")).map(({ status }) => status)).not.toContain("passed");
    expect(tests.some(({ status }) => status === "passed")).toBe(true);
  });

  it("passes where a finding rests on assumed parts, and tells it beside the test", async () => {
    const suite = { options: "", bugs: ["none-is-null"], isAssumed: true };

    expect(failedOf(await testsOf(suite))).toEqual([]);
    expect(await outputOf({ ...suite, argv: ["--reporter=verbose"] })).toMatch(
      /information[^]*INFO library: GET \/books/,
    );
    expect(failedOf(await testsOf({ ...suite, options: "includeAssumed: true" }))).toHaveLength(1);
  });

  it("starts its target with the first test that is run, once, and closes it at the end", async () => {
    const none = await outputOf({ options: "", argv: ["-t", "no such test"] });
    const some = await outputOf({ options: "", argv: ["-t", "GET /books"] });

    expect(none).not.toContain("STARTED");
    expect(some.match(/^STARTED/gm)).toHaveLength(1);
    expect(some.match(/^CLOSED/gm)).toHaveLength(1);
  });

  it("ends with an error where the target refuses its token everywhere", async () => {
    const output = await outputOf({ options: `phases: ["coverage"]`, token: "nobody-knows-me" });

    expect(output).toContain("every request was refused with 401; is the token right?");
    expect(output).not.toContain("nobody-knows-me");
  });

  it("refuses what it cannot try before any test runs", async () => {
    const contracts = [join(root, "fixtures/conformance/notes.yaml")];
    const target = "http://127.0.0.1:1";

    await expect(conformanceSuite({ target, contracts, apis: ["books"] })).rejects.toMatchObject({
      code: "nothing-to-try",
      message: 'Cannot test "books": no operation is left to try',
    });
    await expect(conformanceSuite({ target, contracts, phases: ["promise"] })).rejects.toMatchObject({
      code: "unknown-property",
    });
  });

  it("runs as README shows it", async () => {
    const example = blocks(readFileSync(join(root, "README.md"), "utf8"), "ts").find((block) =>
      block.includes("conformanceSuite"),
    ) as string;
    const file = join(scratch.folder, "example.json");
    await vitest({ "example.test.ts": local(example) }, ["-t", "GET /v1/entity/schemas", ...reportingTo(file)]);
    const tests = read(file);

    expect(tests.filter(({ status }) => status === "passed").length).toBeGreaterThan(3);
    expect(tests.filter(({ status }) => status === "failed")).toEqual([]);
  });
});

function containing(text: string): string {
  return expect.stringContaining(text) as string;
}

function failedOf(tests: readonly TestResult[]): readonly TestResult[] {
  return tests.filter(({ status }) => status === "failed");
}

interface Suite {
  /** What the suite is given beside target, contracts and token. */
  readonly options: string;
  readonly bugs?: readonly string[];
  readonly isAssumed?: boolean;
  readonly token?: string;
  readonly argv?: readonly string[];
}

interface TestResult {
  readonly group: string;
  readonly name: string;
  readonly status: string;
  readonly messages: readonly string[];
}

async function testsOf(suite: Suite): Promise<readonly TestResult[]> {
  const file = join(scratch.folder, "results.json");
  await outputOf({ ...suite, argv: [...(suite.argv ?? []), ...reportingTo(file)] });
  return read(file);
}

function reportingTo(file: string): readonly string[] {
  return ["--reporter=json", `--outputFile=${file}`];
}

async function outputOf({
  options,
  bugs = [],
  isAssumed = false,
  token = "org_acme",
  argv = [],
}: Suite): Promise<string> {
  const whole = readFileSync(library.document, "utf8");
  const document = isAssumed
    ? `x-spec: "1"\n${whole.replace("description: A page", `x-assumed: Nobody says\n          $&`)}`
    : whole;
  const text = `
    import { conformanceSuite } from "concord-toolkit/conformance/vitest";
    import { library } from "${root}fixtures/providers/library/library.ts";
    await conformanceSuite({
      target: async () => {
        console.warn("STARTED");
        const { url, close } = await library.start({ bugs: ${JSON.stringify(bugs)} });
        return { url, close: () => (console.warn("CLOSED"), close()) };
      },
      contracts: [import.meta.dirname + "/library.yaml"],
      token: "${token}",
      runs: 5,
      ${options}
    });`;
  const { stdout, stderr } = await vitest({ "library.test.ts": local(text), "library.yaml": document }, argv);
  return stdout + stderr;
}

/** The package by its place here. */
function local(text: string): string {
  return text
    .replaceAll("concord-toolkit/conformance/vitest", `${root}conformance/vitest.ts`)
    .replaceAll("concord-toolkit/mock", `${root}mock/index.ts`);
}

/** Runs Vitest on files of a folder of their own. */
function vitest(
  files: Parameters<typeof scratch.write>[0],
  argv: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const folder = dirname(scratch.write(files));
  const command = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", folder, "--no-color", ...argv];
  // What this Vitest has put into the environment is not for another one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name)));
  return run(process.execPath, command, { cwd: root, env, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
}

function read(file: string): readonly TestResult[] {
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly {
        readonly ancestorTitles: readonly string[];
        readonly title: string;
        readonly status: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      group: ancestorTitles.join(" "),
      name: title,
      status,
      messages: failureMessages,
    })),
  );
}
