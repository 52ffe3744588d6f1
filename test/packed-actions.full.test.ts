import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { command as compatCommand } from "../cli/compat.ts";
import { command as conformCommand } from "../cli/conform.ts";
import { actionIn, jobIn, runAction, runShell, startGithub } from "./support/ci/run-step.ts";
import { serve } from "./support/conformance/things.ts";
import { documentOf } from "./support/contracts/scratch.ts";

// Runs the files for CI with a tarball of the package, as `npm pack` makes it, and a fake API of GitHub.

const root = join(import.meta.dirname, "..");
const minutes = 60_000;
const conformAction = actionIn("ci/conform/action.yml");
const compatAction = actionIn("action.yml");
const conformJob = jobIn("ci/gitlab-conform.yml");
const compatJob = jobIn("ci/gitlab.yml");

let folder: string;
let tarball: string;
let source: string;
let home: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "concord-packed-actions-"));
  await promisify(execFile)("npm", ["pack", "--pack-destination", folder], { cwd: root });
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) as string);
  // The package as a checkout: its Action installs the dependencies that are missing.
  await promisify(execFile)("npm", ["install", "--ignore-scripts", "--no-audit", "--prefix", folder, tarball]);
  source = join(folder, "node_modules/concord-toolkit");
}, 8 * minutes);
afterAll(() => rmSync(folder, { recursive: true, force: true }), minutes);

beforeEach(() => {
  home = mkdtempSync(join(folder, "home-"));
  const content = { "application/json": { schema: { type: "string" } } };
  const get = { security: [{ key: [] }], responses: { 200: { description: "It.", content } } };
  const document = documentOf({
    info: { title: "Shop", version: "1" },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: { "/a": { get }, "/b": { get }, "/admin/c": { get } },
  });
  writeFileSync(join(home, "openapi.json"), JSON.stringify(document, null, 2));
  writeFileSync(join(home, "event.json"), JSON.stringify({ pull_request: { number: 7 } }));
  for (const name of ["base.yaml", "revision.yaml"])
    copyFileSync(join(root, "fixtures/changelog", name), join(home, name));
  git("init", "--quiet", "--initial-branch", "main");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "--message", "One");
  git("remote", "add", "origin", home);
}, minutes);

describe("ci/conform/action.yml with a tarball", () => {
  const inputs = (target: string) => ({
    target,
    contracts: "openapi.json\n",
    exclude: "/admin/**\n",
    credential: "key=env:SHOP_KEY\n",
    header: "X-Tenant: acme\nX-Trace: 1 2",
    "min-tested": "50",
    seed: "7",
    runs: "3",
    "max-requests": "400",
    mode: "read-only",
    profile: "default",
    markdown: "comment.md",
    html: "page.html",
    junit: "junit.xml",
    json: "report.json",
    har: "run.har",
    "github-token": "gh-secret",
  });

  it(
    "tests an API with the inputs, comments on the pull request, and knows a baseline",
    { timeout: 4 * minutes },
    async () => {
      const seen: string[] = [];
      await using api = await startApi(seen);
      await using github = await startGithub();
      const options = { home, source, place: "ci/conform", github: github.url, env: { SHOP_KEY: "shop-secret-1" } };
      const found = await runAction(conformAction, inputs(api.url), options);

      expect([found.code, found.out]).toEqual([
        1,
        expect.stringMatching(/^::error file=openapi\.json,line=\d+/m) as string,
      ]);
      expect(seen.some((line) => line.startsWith("/admin"))).toBe(false);
      expect(seen).toContain("/a shop-secret-1 acme 1 2");
      for (const file of ["comment.md", "page.html", "junit.xml", "report.json", "run.har", "concord-conform.sarif"])
        expect([file, existsSync(join(home, file))]).toEqual([file, true]);
      expect(readFileSync(join(home, "summary.md"), "utf8")).toContain("## concord conform:");
      expect(JSON.parse(readFileSync(join(home, "report.json"), "utf8"))).toMatchObject({
        seed: 7,
        options: { runs: 3, minTested: 50 },
      });

      const { causes } = JSON.parse(readFileSync(join(home, "report.json"), "utf8")) as { causes: { cause: string }[] };
      const entries = causes.map(({ cause }) => ({ cause, reason: "Ticket 7", expires: "2999-01-01" }));
      writeFileSync(join(home, "known.json"), JSON.stringify(entries));
      const known = await runAction(conformAction, { ...inputs(api.url), baseline: "known.json" }, options);

      expect(known.code).toBe(0);
      expect(github.requests.map((line) => line.split(" ")[0])).toEqual([
        "POST",
        "GET",
        "POST",
        "POST",
        "GET",
        "PATCH",
      ]);
      expect(github.comments()).toEqual([expect.stringContaining("no failures") as string]);
      expect(found.out + known.out).not.toMatch(/gh-secret|shop-secret-1/);
    },
  );

  it("reports with an error that the API could not be judged", { timeout: 2 * minutes }, async () => {
    await using github = await startGithub();
    const options = { home, source, place: "ci/conform", github: github.url };
    const { code, out } = await runAction(conformAction, { ...inputs("http://127.0.0.1:1"), credential: "" }, options);

    expect([code, out]).toEqual([2, expect.stringContaining("::error title=Concord::concord conform") as string]);
  });
});

describe("action.yml with a tarball", () => {
  it("compares documents with the inputs, and comments on the pull request", { timeout: 4 * minutes }, async () => {
    await using github = await startGithub();
    const options = { home, source, place: ".", github: github.url };
    const inputs = {
      base: "git:HEAD:base.yaml",
      revision: "revision.yaml",
      profile: "default",
      only: "blocking\nbreaking\n",
      markdown: "comment.md",
      html: "page.html",
      junit: "junit.xml",
      json: "compat.json",
      today: "2026-01-31",
      api: "shop",
      "github-token": "gh-secret",
    };
    const blocked = await runAction(compatAction, inputs, options);

    expect([blocked.code, blocked.out]).toEqual([1, expect.stringMatching(/^::error file=revision\.yaml/m) as string]);
    const { changes } = JSON.parse(readFileSync(join(home, "compat.json"), "utf8")) as {
      changes: { id: string; verdict: string; blocked?: unknown }[];
    };
    const blocking = changes.filter((change) => change.blocked);
    expect(blocking.length).toBeGreaterThan(0);
    for (const file of ["comment.md", "page.html", "junit.xml", "concord.sarif"])
      expect([file, existsSync(join(home, file))]).toEqual([file, true]);
    expect(github.comments()).toEqual([expect.stringContaining("## Compatibility:") as string]);

    const waivers = blocking.map(({ id }) => ({
      change: id,
      reason: "agreed",
      by: "ann",
      expires: "2026-03-01",
      note: "n",
    }));
    writeFileSync(join(home, "waivers.json"), JSON.stringify(waivers));
    const waived = await runAction(compatAction, { ...inputs, waivers: "waivers.json" }, options);
    expect([waived.code, waived.out]).toEqual([0, expect.any(String) as string]);
    const wrong = await runAction(compatAction, { ...inputs, policy: "none.yaml" }, options);
    expect([wrong.code, wrong.out]).toEqual([2, expect.stringContaining("::error title=Concord::") as string]);
  });
});

describe("the jobs for GitLab with a tarball", () => {
  it("test an API, and compare documents", { timeout: 4 * minutes }, async () => {
    const seen: string[] = [];
    await using api = await startApi(seen);
    const { code } = await runShell(conformJob.script.join("\n"), home, {
      ...conformJob.variables,
      CONCORD_PACKAGE: tarball,
      CONCORD_TARGET: api.url,
      CONCORD_CONTRACTS: "openapi.json",
      CONCORD_EXCLUDE: "/admin/**",
      CONCORD_HEADER: "X-Tenant: acme\nX-Trace: 1 2",
      CONCORD_CREDENTIAL: "key=env:SHOP_KEY",
      SHOP_KEY: "shop-secret-1",
    });
    expect(code).toBe(1);
    expect(seen).toContain("/a shop-secret-1 acme 1 2");
    expect(seen.some((line) => line.startsWith("/admin"))).toBe(false);

    copyFileSync(join(home, "revision.yaml"), join(home, "base.yaml"));
    const compared = await runShell(compatJob.script.join("\n"), home, {
      ...compatJob.variables,
      CONCORD_PACKAGE: tarball,
      CONCORD_FILE: "base.yaml",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: "HEAD",
    });
    expect([compared.code, compared.out]).toEqual([1, expect.any(String) as string]);
    for (const job of [conformJob, compatJob])
      for (const file of [...job.artifacts.paths, ...Object.values(job.artifacts.reports)])
        expect(readFileSync(join(home, file), "utf8").length).toBeGreaterThan(100);
  });
});

describe("inputs and variables", () => {
  /** Options that need a place beyond the run, or that an action sets itself. */
  const conformOthers = (
    "format help report path shard update-baseline proxy ca insecure receiver-port receiver-url " +
    "receiver-wait token-env expired-token-env read-only-token-env other-token-env client-secret-env"
  ).split(" ");
  const compatOthers = ["format", "help", "report", "out"];
  const tokens = ["token", "expired-token", "read-only-token", "other-token", "user", "token-command", "client-id"];

  it.each([
    ["ci/conform/action.yml", conformCommand.help, Object.keys(conformAction.inputs), conformOthers],
    ["action.yml", compatCommand.help, Object.keys(compatAction.inputs), compatOthers],
    // Credentials are variables of CI, and have the names that the command line reads.
    ["ci/gitlab-conform.yml", conformCommand.help, optionsIn(conformJob), [...conformOthers, ...tokens]],
    ["ci/gitlab.yml", compatCommand.help, optionsIn(compatJob), compatOthers],
  ])("%s has each option of the command line", (_, help, names, others) => {
    const options = [...help.matchAll(/^ {2}--([a-z0-9-]+)/gm)].map(([, name]) => name as string);

    expect(options.length).toBeGreaterThan(15);
    expect(options.filter((name) => !names.includes(name) && !others.includes(name))).toEqual([]);
  });

  function optionsIn({ variables }: { readonly variables: Readonly<Record<string, string>> }): readonly string[] {
    return Object.keys(variables).map((name) => name.replace("CONCORD_", "").toLowerCase().replaceAll("_", "-"));
  }
});

/** A server that is wrong about one operation, and records path, key and two headers of each request. */
function startApi(seen: string[]) {
  return serve(
    createServer(({ url = "", headers }, response) => {
      seen.push(`${url} ${headers["x-key"]} ${headers["x-tenant"]} ${headers["x-trace"]}`);
      const isAllowed = headers["x-key"] === "shop-secret-1";
      response.writeHead(isAllowed ? 200 : 401, { "content-type": "application/json" }).end(url === "/b" ? "1" : '"x"');
    }),
  );
}

function git(...argv: readonly string[]): void {
  execFileSync("git", argv, { cwd: home });
}
