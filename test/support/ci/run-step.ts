import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { serve } from "../conformance/things.ts";
import { root } from "../imports.ts";

/** A composite action with one step. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly [{ readonly run: string; readonly env: Readonly<Record<string, string>> }];
  };
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

interface StepOptions {
  /** Folder of the checkout. */
  readonly home: string;
  /** Folder of the action. */
  readonly place: string;
  /** URL of the API of GitHub. */
  readonly github: string;
  /** Further variables of the job. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the step of an action as GitHub's runner does. */
export function runStep(
  action: Action,
  inputs: Readonly<Record<string, string>>,
  { home, place, github, env = {} }: StepOptions,
) {
  const unknown = Object.keys(inputs).find((name) => !Object.hasOwn(action.inputs, name));
  if (unknown !== undefined) throw new Error(`the action has no input "${unknown}"`);
  const [step] = action.runs.steps;
  const values = Object.entries(step.env).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] as string;
    return [name, inputs[input] ?? action.inputs[input]?.default ?? ""] as const;
  });
  return runShell(step.run, home, {
    ...env,
    ...Object.fromEntries(values),
    RUNNER_TEMP: home,
    GITHUB_STEP_SUMMARY: join(home, "summary.md"),
    GITHUB_ACTION_PATH: join(root, place),
    GITHUB_API_URL: github,
    GITHUB_REPOSITORY: "own/shop",
    GITHUB_EVENT_PATH: join(home, "event.json"),
  });
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

/** Fake API of GitHub that keeps one list of comments. */
export async function startGithub(status = 200) {
  const requests: string[] = [];
  const comments: { id: number; body: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(`${request.method} ${request.url}`);
    const sent = await text(request);
    const isAllowed = request.headers.authorization === "Bearer gh-secret" && status === 200;
    if (isAllowed && request.method === "POST") comments.push({ id: 42, ...(JSON.parse(sent) as { body: string }) });
    if (isAllowed && request.method === "PATCH") Object.assign(comments[0] ?? {}, JSON.parse(sent));
    response.writeHead(isAllowed ? 200 : 403).end(JSON.stringify(isAllowed ? comments : {}));
  };
  const server = await serve(createServer((request, response) => void answer(request, response)));
  return Object.assign(server, { requests, comments: () => comments.map(({ body }) => body) });
}
