import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Json, type JsonObject, isObject, splitPointer } from "../contracts/index.ts";
import { type Mock, startMock } from "../mock/index.ts";

const help = `Runs journeys against mocks: what a customer does with an API, as data.

Usage: npm run journeys -- FOLDER --documents FOLDER [--verbose]

FOLDER      journeys: files DOCUMENT.json with {document, auth, prefix, vars, journeys: [{name, steps}]}
--documents folder of the documents that the journeys name
--verbose   also names each step that failed, and why

Exit codes: 0 all steps were right, 1 some were not, or there are none, 2 wrong usage.
`;

/** One request of a journey, and what its response must be. */
interface Step {
  readonly do: string;
  readonly method: string;
  readonly path: string;
  readonly query?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly type?: string;
  readonly form?: boolean;
  readonly multipart?: boolean;
  /** Accepted statuses. Default: 200, 201, 202 and 204. */
  readonly status?: readonly number[];
  /** Variables by name, each with the pointer of its value in the body, or "header:NAME". */
  readonly save?: Readonly<Record<string, string>>;
  /** Values that the body must have, by pointer. */
  readonly same?: JsonObject;
  readonly contains?: ListCheck;
  readonly lacks?: ListCheck;
}

/** An item that a list in a body has, or has not. */
interface ListCheck {
  readonly at: string;
  readonly where: JsonObject;
}

interface Journeys {
  readonly document: string;
  readonly prefix?: string;
  readonly auth?: { readonly headers?: Readonly<Record<string, string>>; readonly query?: JsonObject };
  readonly vars?: JsonObject;
  readonly journeys: readonly { readonly name: string; readonly vars?: JsonObject; readonly steps: readonly Step[] }[];
}

type Variables = Record<string, Json>;

/** How many of several were right. */
interface Count {
  right: number;
  all: number;
}

const { values, positionals } = readArguments();
const [folder] = positionals;
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
if (folder === undefined || values.documents === undefined) {
  process.stderr.write(help);
  process.exit(2);
}

const byKind = new Map<string, Count>();
const [steps, whole]: [Count, Count] = [
  { right: 0, all: 0 },
  { right: 0, all: 0 },
];
for (const file of globSync("*.json", { cwd: folder }).toSorted()) {
  const journeys = JSON.parse(readFileSync(join(folder, file), "utf8")) as Journeys;
  await runDocument(journeys, resolve(values.documents, journeys.document));
}
for (const [kind, count] of byKind) process.stdout.write(`${kind}: ${countText(count)}\n`);
process.stdout.write(`steps ${countText(steps)}, whole journeys ${countText(whole)}\n`);
if (steps.all === 0) process.stderr.write(`There are no journeys in ${folder}\n`);
process.exitCode = steps.all > 0 && steps.right === steps.all ? 0 : 1;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        documents: { type: "string" },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (cause) {
    process.stderr.write(`${(cause as Error).message}\n\n${help}`);
    process.exit(2);
  }
}

/** Runs the journeys of one document against a mock of it. Without a mock, every step has failed. */
async function runDocument(journeys: Journeys, document: string): Promise<void> {
  const started = await startMock({ contracts: [document], port: 0 }).catch((error: Error) => error);
  if (started instanceof Error) {
    steps.all += journeys.journeys.flatMap((journey) => journey.steps).length;
    whole.all += journeys.journeys.length;
    process.stdout.write(`${journeys.document}: no mock: ${started.message}\n`);
    return;
  }
  await using mock = started;
  const before = { steps: { ...steps }, whole: { ...whole } };
  const failures: string[] = [];
  for (const { name, vars = {}, steps: wanted } of journeys.journeys) {
    const found = await runJourney(journeys, mock, { ...journeys.vars, ...vars }, wanted);
    failures.push(...found.map((failure) => `    ${name} · ${failure}`));
    whole.all++;
    if (found.length === 0) whole.right++;
  }
  const ofDocument = (total: Count, earlier: Count): string =>
    `${total.right - earlier.right}/${total.all - earlier.all}`;
  process.stdout.write(
    `${journeys.document}: steps ${ofDocument(steps, before.steps)}, whole journeys ${ofDocument(whole, before.whole)}\n`,
  );
  if (values.verbose && failures.length > 0) process.stdout.write(`${failures.join("\n")}\n`);
}

/** Runs a journey. Returns its failures. */
async function runJourney(
  journeys: Journeys,
  mock: Mock,
  variables: Variables,
  wanted: readonly Step[],
): Promise<string[]> {
  const failures: string[] = [];
  let isStopped = false;
  for (const step of wanted) {
    const count = byKind.get(step.do) ?? { right: 0, all: 0 };
    byKind.set(step.do, count);
    count.all++;
    steps.all++;
    const failure = isStopped
      ? "an earlier step gave nothing to go on with"
      : await runStep(journeys, mock, variables, step).catch((error: Error) => error.message);
    if (failure === undefined) {
      count.right++;
      steps.right++;
      continue;
    }
    failures.push(`${step.do} ${step.method} ${step.path}: ${failure}`);
    isStopped ||= Object.keys(step.save ?? {}).some((name) => variables[name] === undefined);
  }
  return failures;
}

/** Sends a request and checks its response. Returns what is wrong with it. */
async function runStep(
  journeys: Journeys,
  { url }: Mock,
  variables: Variables,
  step: Step,
): Promise<string | undefined> {
  const path = step.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (variables[name] === undefined) throw new Error(`no value of ${name}`);
    return encodeURIComponent(String(variables[name]));
  });
  const query = queryOf({ ...journeys.auth?.query, ...(filled(step.query ?? {}, variables) as JsonObject) });
  const body = step.body === undefined ? undefined : filled(step.body, variables);
  const sent = body === undefined ? undefined : writtenBody(step, body);
  const type = step.type ?? (step.form ? "application/x-www-form-urlencoded" : "application/json");
  const response = await fetch(`${url}${journeys.prefix ?? ""}${path}${query === "" ? "" : `?${query}`}`, {
    method: step.method,
    redirect: "manual",
    headers: {
      ...journeys.auth?.headers,
      ...(typeof sent === "string" && { "content-type": type }),
      ...step.headers,
    },
    ...(sent !== undefined && { body: sent }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  const accepted = step.status ?? [200, 201, 202, 204];
  if (!accepted.includes(response.status))
    return `${response.status} (want ${accepted.join("/")}) ${text.slice(0, 160)}`;
  return checkedBody(step, variables, { value: parsed(text), text, headers: response.headers });
}

interface Shown {
  readonly value: Json | undefined;
  readonly text: string;
  readonly headers: Headers;
}

/** Saves the values that a step names, and checks those that it knows. Returns what is wrong. */
function checkedBody(step: Step, variables: Variables, { value, text, headers }: Shown): string | undefined {
  let failure: string | undefined;
  for (const [name, place] of Object.entries(step.save ?? {})) {
    const found = place.startsWith("header:") ? headers.get(place.slice("header:".length)) : at(value, place);
    if (found === undefined || found === null) failure ??= `nothing at ${place}: ${text.slice(0, 120)}`;
    else variables[name] = found;
  }
  for (const [pointer, wanted] of Object.entries(step.same ?? {})) {
    const [shown, expected] = [at(value, pointer), filled(wanted, variables)];
    if (!isSame(shown, expected))
      failure ??= `${pointer} is ${JSON.stringify(shown) ?? "missing"}, not ${JSON.stringify(expected)}`;
  }
  for (const check of [step.contains, step.lacks]) {
    if (!check) continue;
    const list = at(value, check.at);
    if (!Array.isArray(list)) {
      failure ??= `no list at ${check.at}: ${text.slice(0, 100)}`;
      continue;
    }
    const isListed = list.some((item: Json) =>
      Object.entries(check.where).every(([pointer, wanted]) => isSame(at(item, pointer), filled(wanted, variables))),
    );
    if (isListed !== (check === step.contains))
      failure ??= isListed ? "the list still has it" : `the list lacks it: ${text.slice(0, 120)}`;
  }
  return failure;
}

function writtenBody({ form, multipart }: Step, body: Json): string | FormData {
  if (multipart && isObject(body)) {
    const parts = new FormData();
    for (const [name, value] of Object.entries(body))
      parts.append(name, typeof value === "string" ? value : JSON.stringify(value));
    return parts;
  }
  return form && isObject(body) ? queryOf(body) : JSON.stringify(body);
}

function queryOf(members: JsonObject): string {
  const pairs = Object.entries(members).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((each: Json): [string, string] => [name, typeof each === "string" ? each : JSON.stringify(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** A value with the variables that its texts name: "{id}" becomes the value itself. */
function filled(value: Json, variables: Variables): Json {
  if (Array.isArray(value)) return value.map((each: Json) => filled(each, variables));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, variables)]));
  if (typeof value !== "string") return value;
  const only = /^\{(\w+)\}$/.exec(value)?.[1];
  if (only !== undefined && variables[only] !== undefined) return variables[only];
  return value.replaceAll(/\{(\w+)\}/g, (text, name: string) =>
    variables[name] === undefined ? text : String(variables[name]),
  );
}

function at(value: Json | undefined, pointer: string): Json | undefined {
  return splitPointer(pointer).reduce<Json | undefined>((inner, token) => {
    if (Array.isArray(inner)) return inner[Number(token)] as Json | undefined;
    return isObject(inner) ? inner[token] : undefined;
  }, value);
}

/** Ids may be a number in one place and a text in another. */
function isSame(one: Json | undefined, other: Json): boolean {
  if (typeof one !== typeof other) return String(one) === String(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function countText({ right, all }: Count): string {
  return `${right}/${all} = ${(right / Math.max(1, all)).toFixed(3)}`;
}
