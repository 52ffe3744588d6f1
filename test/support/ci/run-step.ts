import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { serve } from "../conformance/things.ts";
import { root } from "../imports.ts";

/** A composite action: a step that runs Concord, and one that writes a comment. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A job of GitLab. */
export interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: Readonly<Record<string, string>> };
}

/** Reads an action. */
export function actionIn(file: string): Action {
  return parse(readFileSync(join(root, file), "utf8")) as Action;
}

/** Reads the job of a file for GitLab. */
export function jobIn(file: string): Job {
  return Object.values(parse(readFileSync(join(root, file), "utf8")) as Record<string, Job>)[0] as Job;
}

/** Script of a job without the installation of Concord. */
export function commandOf({ script }: Job): string {
  const commands = script.filter((part) => !part.includes("npm ci"));
  if (commands.length !== script.length - 1) throw new Error("the job has no installation");
  return commands.join("\n");
}

/** Installs this checkout as a package of a project, as npm would. */
export function installCheckout(home: string): void {
  const modules = join(home, "node_modules");
  mkdirSync(join(modules, "concord-toolkit"), { recursive: true });
  mkdirSync(join(modules, ".bin"));
  const manifest = { name: "concord-toolkit", version: "0.1.0", bin: { "concord-toolkit": "bin" } };
  writeFileSync(join(modules, "concord-toolkit/package.json"), JSON.stringify(manifest));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "cli/concord.ts")}" "$@"\n`;
  for (const file of ["concord-toolkit/bin", ".bin/concord-toolkit"])
    writeFileSync(join(modules, file), program, { mode: 0o755 });
  writeFileSync(join(home, "package.json"), "{}");
}

interface ActionOptions {
  /** Folder of the checkout. */
  readonly home: string;
  /** Folder of the action. */
  readonly place: string;
  /** Folder that the place is relative to. Defaults to this checkout. */
  readonly source?: string;
  /** URL of the API of GitHub. */
  readonly github?: string;
  /** Further variables of the job. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the steps of an action as GitHub's runner does. The code is that of the first step that fails. */
export async function runAction(
  action: Action,
  inputs: Readonly<Record<string, string>>,
  { home, place, source = root, github = "http://127.0.0.1:1", env = {} }: ActionOptions,
): Promise<{ code: number; out: string; outputs: Readonly<Record<string, string>> }> {
  const unknown = Object.keys(inputs).find((name) => !Object.hasOwn(action.inputs, name));
  if (unknown !== undefined) throw new Error(`the action has no input "${unknown}"`);
  const files = ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH"].map((name) => [name, join(home, name)] as const);
  const [[, outputFile]] = files as unknown as [readonly [string, string]];
  let [code, out] = [0, ""];
  let outputs: Readonly<Record<string, string>> = {};
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !isTrue(step.if)) continue;
    for (const [, file] of files) writeFileSync(file, "");
    const variables = Object.entries(step.env).map(([name, expression]) => [name, valueOf(expression)] as const);
    const ended = await runShell(step.run, home, {
      ...env,
      ...Object.fromEntries(variables),
      ...Object.fromEntries(files),
      RUNNER_TEMP: home,
      GITHUB_STEP_SUMMARY: join(home, "summary.md"),
      GITHUB_ACTION_PATH: join(source, place),
      GITHUB_API_URL: github,
      GITHUB_GRAPHQL_URL: `${github}/graphql`,
      GITHUB_REPOSITORY: "own/shop",
      GITHUB_EVENT_PATH: join(home, "event.json"),
    });
    code ||= ended.code;
    out += ended.out;
    if (step.id === "concord") outputs = outputsIn(readFileSync(outputFile, "utf8"));
  }
  return { code, out, outputs };

  /** Value of an expression that names an input or an output. */
  function valueOf(expression: string): string {
    const [, input, output] =
      /^\$\{\{ (?:inputs\.([\w-]+)|steps\.concord\.outputs\.([\w-]+)) \}\}$/.exec(expression) ?? [];
    if (output !== undefined) return outputs[output] ?? "";
    if (input === undefined) throw new Error(`the expression ${expression} is not understood`);
    return inputs[input] ?? action.inputs[input]?.default ?? "";
  }

  function isTrue(condition: string): boolean {
    const [, input] = /^\$\{\{ !cancelled\(\) && inputs\.([\w-]+) != '' \}\}$/.exec(condition) ?? [];
    if (input === undefined) throw new Error(`the condition ${condition} is not understood`);
    return valueOf(`\${{ inputs.${input} }}`) !== "";
  }
}

/** Outputs in the file of a step. The last value of a name counts. */
function outputsIn(written: string): Readonly<Record<string, string>> {
  const lines = written.split("\n").filter((line) => line.includes("="));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** Runs a script as the runners of GitHub and GitLab do, with the Node of the tests. */
export async function runShell(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; out: string }> {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd,
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      // Prefers packages that are in the cache of npm.
      npm_config_prefer_offline: "true",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number>((resolve) => void child.once("close", (code) => resolve(code ?? -1)));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out: out + err };
}

/** Comment as GitHub lists it. */
interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string };
}

interface GithubOptions {
  readonly status?: number;
  /** Login that the token belongs to. Undefined if GitHub does not tell it. */
  readonly viewer?: string;
  readonly comments?: readonly Comment[];
}

/** Fake API of GitHub that keeps one list of comments. */
export async function startGithub({ status = 200, viewer, comments: earlier = [] }: GithubOptions = {}) {
  const requests: string[] = [];
  const comments: Comment[] = [...earlier];
  const user = { login: viewer ?? "github-actions[bot]" };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "" } = request;
    requests.push(`${method} ${url}`);
    const sent = await text(request);
    const isAllowed = request.headers.authorization === "Bearer gh-secret" && status === 200;
    const isQuery = url === "/graphql";
    if (isAllowed && !isQuery && method === "POST")
      comments.push({ id: 42, user, ...(JSON.parse(sent) as { body: string }) });
    const named = comments.find(({ id }) => url.endsWith(`/comments/${id}`));
    if (isAllowed && method === "PATCH") Object.assign(named ?? {}, JSON.parse(sent));
    const result = isQuery ? { data: viewer === undefined ? null : { viewer: user } } : comments;
    response.writeHead(isAllowed ? 200 : 403).end(JSON.stringify(isAllowed ? result : {}));
  };
  const server = await serve(createServer((request, response) => void answer(request, response)));
  return Object.assign(server, { requests, comments: () => comments.map(({ body }) => body) });
}
