import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Action,
  actionIn,
  commandOf,
  installCheckout,
  jobIn,
  runAction,
  runShell,
  startGithub,
} from "./support/ci/run-step.ts";
import { serve } from "./support/conformance/things.ts";
import { documentOf } from "./support/contracts/scratch.ts";

// Runs the steps of ci/conform/action.yml and ci/gitlab-conform.yml as a shell does, with a fake API of GitHub.

const action = actionIn("ci/conform/action.yml");
const gitlab = jobIn("ci/gitlab-conform.yml");

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "concord-conform-action-"));
  installCheckout(home);
  const content = { "application/json": { schema: { type: "string" } } };
  const get = { responses: { 200: { description: "It.", content } } };
  writeFileSync(join(home, "openapi.json"), JSON.stringify(documentOf({ paths: { "/a": { get } } }), null, 2));
  writeFileSync(join(home, "event.json"), JSON.stringify({ pull_request: { number: 7 } }));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("ci/conform/action.yml", () => {
  it("writes annotations and reports, one comment that it updates, and accepts a baseline", async () => {
    await using api = await startApi("1");
    await using github = await startGithub();
    const inputs = { target: api.url, contracts: "openapi.json\n", "github-token": "gh-secret", html: "page.html" };
    const found = await act(inputs, github.url);

    expect(found.code).toBe(1);
    expect(found.out).toMatch(/^::error file=openapi\.json,line=\d+,title=\S+ body-conforms::/m);
    expect(read("summary.md")).toContain("## concord conform: 1 failure");
    expect(JSON.parse(read("concord-conform.sarif"))).toMatchObject({ runs: [{ results: { length: 1 } }] });
    expect(existsSync(join(home, "page.html"))).toBe(true);
    const [, id] = /#([0-9a-f]{12})/.exec(found.out) ?? [];
    writeFileSync(join(home, "known.yaml"), `- {finding: "${id}", reason: Ticket 7, expires: 2999-01-01}\n`);
    const known = await act({ ...inputs, baseline: "known.yaml" }, github.url);

    expect(known.code).toBe(0);
    expect(github.requests).toEqual([
      "POST /graphql",
      "GET /repos/own/shop/issues/7/comments?per_page=100&page=1",
      "POST /repos/own/shop/issues/7/comments",
      "POST /graphql",
      "GET /repos/own/shop/issues/7/comments?per_page=100&page=1",
      "PATCH /repos/own/shop/issues/comments/42",
    ]);
    expect(github.comments()).toHaveLength(1);
    expect(github.comments()[0]).toContain("no failures, 1 warning");
    expect(found.out + known.out).not.toContain("gh-secret");
  });

  it("reports with an error that nothing could be judged, and that a comment could not be written", async () => {
    await using github = await startGithub({ status: 403 });
    const unread = await act({ target: "http://127.0.0.1:1", contracts: "none.json" }, github.url);
    expect(unread.code).toBe(2);
    expect(unread.out).toContain("::error title=Concord::");
    expect(github.requests).toEqual([]);

    await using api = await startApi('"x"');
    const inputs = { target: api.url, contracts: "openapi.json", "github-token": "gh-secret" };
    const forbidden = await act(inputs, github.url);
    expect(forbidden.code).toBe(0);
    expect(forbidden.out).toContain("::warning title=Concord::The comment could not be written: GET");
  });

  it("updates the comment of its own author only", async () => {
    await using api = await startApi("1");
    const marked = { body: "<!-- concord: conform -->\nMine", user: { login: "stranger" } };
    const inputs = { target: api.url, contracts: "openapi.json", "github-token": "gh-secret" };
    for (const viewer of [undefined, "ann", "app[bot]"]) {
      const own = { id: 8, body: marked.body, user: { login: viewer ?? "github-actions[bot]" } };
      await using strange = await startGithub({ ...(viewer && { viewer }), comments: [{ id: 7, ...marked }] });
      await act(inputs, strange.url);
      expect([viewer, strange.comments()]).toEqual([
        viewer,
        [marked.body, expect.stringContaining("1 failure") as string],
      ]);

      await using both = await startGithub({ ...(viewer && { viewer }), comments: [{ id: 7, ...marked }, own] });
      await act(inputs, both.url);
      expect([viewer, both.comments()]).toEqual([
        viewer,
        [marked.body, expect.stringContaining("1 failure") as string],
      ]);
    }
  });

  it("gives the token of GitHub to no process that loads a configuration, nor to a comment", async () => {
    await using api = await startApi("1");
    await using github = await startGithub();
    // A configuration that reads its environment, that of its parents, and plants variables and a link.
    const file = join(home, "seen.txt");
    writeFileSync(
      join(home, "concord.config.mjs"),
      `import { appendFileSync, readFileSync, rmSync, symlinkSync } from "node:fs";
let id = process.pid;
while (id > 1) {
  appendFileSync(${JSON.stringify(file)}, readFileSync("/proc/" + id + "/environ"));
  id = Number(/^PPid:\\s+(\\d+)/m.exec(readFileSync("/proc/" + id + "/status", "utf8"))[1]);
  if (id === ${process.pid}) break;
}
appendFileSync(process.env.GITHUB_ENV, "LD_PRELOAD=/tmp/evil.so\\n");
appendFileSync(process.env.GITHUB_PATH, "/tmp/evil\\n");
appendFileSync(process.env.GITHUB_OUTPUT, "markdown=link.md\\nexit-code=0\\n");
rmSync("link.md", { force: true });
symlinkSync("/proc/self/environ", "link.md");
export default {};
`,
    );
    const inputs = { target: api.url, contracts: "openapi.json", "github-token": "gh-secret", markdown: "comment.md" };
    const { outputs } = await act(inputs, github.url);

    expect(read("seen.txt")).toContain("CONCORD_TARGET");
    expect(read("seen.txt")).not.toContain("gh-secret");
    expect([read("GITHUB_ENV"), read("GITHUB_PATH")]).toEqual(["", ""]);
    expect(outputs).toEqual({ "exit-code": "1", markdown: "comment.md", sarif: "concord-conform.sarif" });
    expect(Object.keys(action.outputs).toSorted()).toEqual(Object.keys(outputs).toSorted());
    expect(github.comments()).toEqual([expect.stringContaining("1 failure") as string]);
  });

  it("refuses to write a comment from a link", async () => {
    await using github = await startGithub();
    symlinkSync("/proc/self/environ", join(home, "link.md"));
    const [, comment] = action.runs.steps;
    const only = {
      ...action,
      runs: { steps: [{ ...comment, env: { ...comment?.env, CONCORD_MARKDOWN: "${{ inputs.markdown }}" } }] },
    };
    const inputs = { "github-token": "gh-secret", markdown: "link.md" };
    const { out } = await runAction(only as Action, inputs, { home, place: "ci/conform", github: github.url });

    expect(out).toContain(
      "::warning title=Concord::The comment could not be written: the report is not a file of the job",
    );
    expect(github.requests).toEqual([]);
  });

  it("executes no shell code in its inputs", async () => {
    const names = Object.keys(action.inputs).filter((name) => name !== "github-token");
    for (const evil of ["$(touch hit)", "`touch hit`", "; touch hit"])
      await act(Object.fromEntries(names.map((name) => [name, evil])), "http://127.0.0.1:1");

    expect(existsSync(join(home, "hit"))).toBe(false);
    expect(action.runs.steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  });
});

describe("ci/gitlab-conform.yml", () => {
  it("writes its declared artifacts, and fails for a finding", async () => {
    await using api = await startApi("1");
    const variables = {
      ...gitlab.variables,
      CONCORD_TARGET: api.url,
      CONCORD_CONTRACTS: "openapi.json",
    };

    expect((await runShell(commandOf(gitlab), home, variables)).code).toBe(1);
    for (const file of [...gitlab.artifacts.paths, ...Object.values(gitlab.artifacts.reports)])
      expect(read(file).length).toBeGreaterThan(100);
  });
});

function act(inputs: Readonly<Record<string, string>>, github: string) {
  return runAction(action, inputs, { home, place: "ci/conform", github });
}

function startApi(body: string) {
  return serve(
    createServer((_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(body)),
  );
}

function read(name: string): string {
  return readFileSync(join(home, name), "utf8");
}
