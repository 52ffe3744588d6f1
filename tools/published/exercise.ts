import fc from "fast-check";
import type { Contract, Json, JsonObject, Operation } from "../../contracts/index.ts";
import { isObject } from "../../contracts/index.ts";
import type { MockResponse, Platform } from "../../mock/index.ts";
import { type Step, stepsOf } from "../../testing/mock/exchanges.ts";
import { type Ids, holdsItem, idIn, itemPath, jsonIn, knownParameters, send, unwrapped } from "./client.ts";
import type { Judge } from "./judge.ts";

/** What became of one operation, or of one step of a resource's life. */
export interface Outcome {
  readonly operation: string;
  readonly result: "valid" | "invalid" | "unjudged" | "refused" | "error" | "streamed" | "not sent";
  readonly detail?: string;
}

export interface LifeCycle {
  readonly collection: string;
  /** Of create, read, list, change and delete, those that the document has; false where it went wrong. */
  readonly steps: Readonly<Record<string, boolean>>;
  readonly detail: readonly string[];
}

export interface Exercised {
  readonly outcomes: readonly Outcome[];
  readonly lives: readonly LifeCycle[];
}

/** Sends a valid request to every GET and POST, and creates, reads, lists, changes and deletes what can be created. */
export async function exercise(
  contract: Contract,
  platform: Pick<Platform, "handle">,
  judge: Judge,
  seed: number,
): Promise<Exercised> {
  const ids: Ids = new Map();
  const steps = createSteps(contract, seed);
  const outcomes: Outcome[] = [];
  const ordered = contract.operations
    .filter(({ method }) => method === "GET" || method === "POST")
    .toSorted((a, b) => rank(a) - rank(b));
  for (const operation of ordered) {
    const step = steps(operation);
    if (typeof step === "string") {
      outcomes.push({ operation: operation.name, result: "not sent", detail: step });
      continue;
    }
    const response = await send(platform, step.request(knownParameters(operation.path, ids)));
    outcomes.push(outcomeOf(operation, response, judge));
    const item = contract.operations.find((each) => itemPath(each)?.collection === collectionOf(operation));
    if (operation.method !== "POST" || response.status >= 300 || !item) continue;
    const id = idIn(response, itemPath(item)?.parameter as string);
    if (id !== undefined) ids.set(collectionOf(operation), id);
  }
  const lives: LifeCycle[] = [];
  for (const operation of ordered) {
    const life = await lifeOf(contract, operation, platform, ids, steps);
    if (life) lives.push(life);
  }
  return { outcomes, lives };
}

/** POST before GET, short paths first: so that what a path names exists when it is read. */
function rank({ method, path }: Operation): number {
  return path.split("/").length + (method === "GET" ? 1000 : 0);
}

function collectionOf({ path }: Operation): string {
  return path.replace(/\.json$/, "").replace(/\/$/, "");
}

function outcomeOf({ name, path, method }: Operation, response: MockResponse, judge: Judge): Outcome {
  const { status, body } = response;
  const text = Buffer.from(body).toString();
  if (status === 501) return { operation: name, result: "streamed", detail: text.slice(0, 200) };
  if (status >= 500) return { operation: name, result: "error", detail: `${status} ${text.slice(0, 300)}` };
  if (status >= 400) return { operation: name, result: "refused", detail: `${status} ${text.slice(0, 300)}` };
  const judged = judge(path, method, status, text);
  if (judged.kind === "invalid") return { operation: name, result: "invalid", detail: `${status} ${judged.why}` };
  if (judged.kind === "undocumented")
    return { operation: name, result: "invalid", detail: `${status} is not documented` };
  return { operation: name, result: judged.kind };
}

/** Valid requests by operation, each another one; a text where none can be generated. */
function createSteps(contract: Contract, seed: number): (operation: Operation) => Step | string {
  const counts = new Map<Operation, number>();
  return (operation) => {
    const count = counts.get(operation) ?? 0;
    counts.set(operation, count + 1);
    try {
      return fc.sample(stepsOf(contract, operation).valid, { numRuns: 1, seed: seed + count })[0] as Step;
    } catch (error) {
      return (error as Error).message.split("\n")[0] ?? "";
    }
  };
}

async function lifeOf(
  contract: Contract,
  create: Operation,
  platform: Pick<Platform, "handle">,
  ids: Ids,
  steps: (operation: Operation) => Step | string,
): Promise<LifeCycle | undefined> {
  const collection = collectionOf(create);
  const items = contract.operations.filter((each) => itemPath(each)?.collection === collection);
  const read = items.find(({ method }) => method === "GET");
  if (create.method !== "POST" || !read) return undefined;
  const { parameter } = itemPath(read) as { parameter: string };
  const results: Record<string, boolean> = {};
  const detail: string[] = [];
  const note = (step: string, isRight: boolean, text: string): void => {
    results[step] = isRight;
    if (!isRight) detail.push(`${step}: ${text}`);
  };
  const ask = async (operation: Operation, id?: string): Promise<[MockResponse, JsonObject]> => {
    const step = steps(operation);
    if (typeof step === "string") return [{ status: 0, headers: {}, body: Buffer.from(step) }, {}];
    const known = { ...knownParameters(operation.path, ids), ...(id !== undefined && { [parameter]: id }) };
    const request = step.request(known);
    const sent = jsonIn({ status: 0, headers: {}, body: request.body ?? Buffer.from("") });
    return [await send(platform, request), isObject(sent) ? sent : {}];
  };
  const shown = ({ status, body }: MockResponse): string => `${status} ${Buffer.from(body).toString().slice(0, 160)}`;

  const [created] = await ask(create);
  const id = created.status >= 200 && created.status < 300 ? idIn(created, parameter) : undefined;
  note("create", id !== undefined, shown(created));
  if (id === undefined) return { collection, steps: results, detail };
  ids.set(collection, id);
  const [found] = await ask(read, id);
  note("read", found.status === 200, `${id}: ${shown(found)}`);
  const list = contract.operations.find((each) => each.method === "GET" && collectionOf(each) === collection);
  if (list && !list.parameters.some(({ in: place, required }) => place !== "path" && required)) {
    const listed = await sendPlain(platform, list, ids);
    note("list", holdsItem(jsonIn(listed), parameter, id), `${id}: ${shown(listed)}`);
  }
  const change = ["PATCH", "PUT", "POST"].flatMap((method) => items.filter((each) => each.method === method))[0];
  if (change) {
    const [changed, sent] = await ask(change, id);
    const [after] = await ask(read, id);
    const now = jsonIn(after);
    const kept = isObject(now) ? differing(sent, unwrapped(now)) : [];
    note(
      "change",
      changed.status < 300 && after.status === 200 && kept.length === 0,
      `${shown(changed)} ${kept.join()}`,
    );
  }
  const remove = items.find(({ method }) => method === "DELETE");
  if (remove) {
    const [removed] = await ask(remove, id);
    const [gone] = await ask(read, id);
    const isGone = gone.status === 404 || gone.status === 410;
    note("delete", removed.status < 300 && isGone, `${shown(removed)}, then ${gone.status}`);
  }
  return { collection, steps: results, detail };
}

/** Asks for a list without filters. */
async function sendPlain(platform: Pick<Platform, "handle">, list: Operation, ids: Ids): Promise<MockResponse> {
  const known = knownParameters(list.path, ids);
  const path = list.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? "x"));
  const headers: Record<string, string> = {};
  let query = "";
  for (const { type, scheme, in: place, parameter = "" } of list.security[0] ?? []) {
    if (type !== "apiKey")
      headers["authorization"] = scheme === "basic" ? `Basic ${btoa("org_acme:")}` : "Bearer org_acme";
    else if (place === "query") query = `?${parameter}=org_acme`;
    else
      headers[place === "cookie" ? "cookie" : parameter.toLowerCase()] =
        place === "cookie" ? `${parameter}=org_acme` : "org_acme";
  }
  return send(platform, { method: "GET", url: `${path}${query}`, headers });
}

/** Scalar members that were sent, that the item has, and that have another value there. */
function differing(sent: JsonObject, now: JsonObject): string[] {
  const isScalar = (value: Json | undefined): boolean => typeof value === "string" || typeof value === "boolean";
  return Object.keys(sent).filter(
    (name) =>
      isScalar(sent[name]) && isScalar(now[name]) && typeof sent[name] === typeof now[name] && sent[name] !== now[name],
  );
}
