import fc from "fast-check";
import type { Contract, Json, JsonObject, Operation } from "../../contracts/index.ts";
import { isObject } from "../../contracts/index.ts";
import type { MockResponse, Platform } from "../../mock/index.ts";
import { type Step, stepsOf } from "../../test/support/mock/exchanges.ts";
import {
  type Ids,
  holdsItem,
  createdId,
  itemPath,
  jsonIn,
  knownParameters,
  namedItems,
  send,
  sentParameters,
  unwrapBody,
} from "./client.ts";
import type { Judge } from "./judge.ts";

/** Result of calling one operation, or of one step in the life cycle of an item. */
interface OperationResult {
  readonly operation: string;
  readonly result: "valid" | "invalid" | "unjudged" | "refused" | "error" | "streamed" | "not sent";
  readonly detail?: string;
}

interface LifeCycle {
  readonly collection: string;
  /** Results of create, read, list, change and delete, as far as the document has them; false for a failure. */
  readonly steps: Readonly<Record<string, boolean>>;
  readonly detail: readonly string[];
}

export interface ExerciseResult {
  readonly outcomes: readonly OperationResult[];
  readonly lives: readonly LifeCycle[];
}

interface RequestToSend {
  readonly response: MockResponse;
  /** JSON object of the request body; empty for other bodies. */
  readonly body: JsonObject;
}

/** A client with the ids that it has received. */
interface Session {
  readonly contract: Contract;
  readonly platform: Pick<Platform, "handle">;
  readonly ids: Ids;
  /** Sends a valid request to the item with this id, or to a known item. Returns a text if no request can be generated. */
  ask(operation: Operation, id?: string): Promise<RequestToSend | string>;
}

/** Sends a valid request to every GET and POST, and runs the life cycle of every item that can be created. */
export async function exercise(
  contract: Contract,
  platform: Pick<Platform, "handle">,
  judge: Judge,
  seed: number,
): Promise<ExerciseResult> {
  const session = createSession(contract, platform, seed);
  const outcomes: OperationResult[] = [];
  const ordered = contract.operations
    .filter(({ method }) => method === "GET" || method === "POST")
    .toSorted((a, b) => rank(a) - rank(b));
  for (const operation of ordered) {
    const sent = await session.ask(operation);
    outcomes.push(
      typeof sent === "string"
        ? { operation: operation.name, result: "not sent", detail: sent }
        : operationResult(operation, sent.response, judge),
    );
  }
  const lives: LifeCycle[] = [];
  for (const operation of ordered) {
    const life = await runLifeCycle(session, operation);
    if (life) lives.push(life);
  }
  return { outcomes, lives };
}

function createSession(contract: Contract, platform: Pick<Platform, "handle">, seed: number): Session {
  const ids: Ids = new Map();
  const steps = createRequestGenerator(contract, seed);
  const creators = new Map(
    contract.operations.flatMap((operation) => {
      const item = contract.operations.find((each) => itemPath(each)?.collection === collectionOf(operation));
      const { parameter } = (item && itemPath(item)) ?? {};
      return operation.method === "POST" && parameter !== undefined
        ? [[collectionOf(operation), { operation, parameter }] as const]
        : [];
    }),
  );
  const tried = new Set<string>();
  return { contract, platform, ids, ask };

  async function ask(operation: Operation, id?: string): Promise<RequestToSend | string> {
    const last = itemPath(operation)?.parameter;
    await createParents(operation, id === undefined ? undefined : last);
    const step = steps(operation);
    if (typeof step === "string") return step;
    const known = knownParameters(operation.path, ids);
    const request = step.request(id === undefined || last === undefined ? known : { ...known, [last]: id });
    const response = await send(platform, request);
    learn(operation, request.url, response);
    const body = jsonIn({ status: 0, headers: {}, body: request.body ?? Buffer.from("") });
    return { response, body: isObject(body) ? body : {} };
  }

  /** Creates missing items of the path's collections, once for each collection. */
  async function createParents({ path }: Operation, given: string | undefined): Promise<void> {
    for (const { parameter, collection } of namedItems(path)) {
      const creator = creators.get(collection);
      if (parameter === given || ids.has(collection) || !creator || tried.has(collection)) continue;
      tried.add(collection);
      await ask(creator.operation);
      tried.delete(collection);
    }
  }

  /** Remembers ids of created items, and generated ids of parents that no operation creates. */
  function learn(operation: Operation, url: string, response: MockResponse): void {
    const sent = sentParameters(operation.path, url);
    for (const { parameter, collection } of namedItems(operation.path))
      if (!creators.has(collection) && !ids.has(collection)) ids.set(collection, sent[parameter] as string);
    const creator = creators.get(collectionOf(operation));
    if (creator?.operation !== operation || response.status >= 300) return;
    const id = createdId(response, creator.parameter);
    if (id !== undefined) ids.set(collectionOf(operation), id);
  }
}

/** Sort rank: POST before GET, short paths first, so that parents exist before they are read. */
function rank({ method, path }: Operation): number {
  return path.split("/").length + (method === "GET" ? 1000 : 0);
}

function collectionOf({ path }: Operation): string {
  return path.replace(/\.json$/, "").replace(/\/$/, "");
}

function operationResult({ name, path, method }: Operation, response: MockResponse, judge: Judge): OperationResult {
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

/** Generates a different valid request at each call. Returns a text if none can be generated. */
function createRequestGenerator(contract: Contract, seed: number): (operation: Operation) => Step | string {
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

async function runLifeCycle(
  { contract, platform, ids, ask }: Session,
  create: Operation,
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
  const asked = async (operation: Operation, given?: string): Promise<RequestToSend> => {
    const sent = await ask(operation, given);
    return typeof sent === "string"
      ? { response: { status: 0, headers: {}, body: Buffer.from(sent) }, body: {} }
      : sent;
  };
  const shown = ({ status, body }: MockResponse): string => `${status} ${Buffer.from(body).toString().slice(0, 160)}`;

  const { response: created } = await asked(create);
  const id = isSuccess(created) ? createdId(created, parameter) : undefined;
  note("create", id !== undefined, shown(created));
  if (id === undefined) return { collection, steps: results, detail };
  const { response: found } = await asked(read, id);
  note("read", found.status === 200, `${id}: ${shown(found)}`);
  const list = contract.operations.find((each) => each.method === "GET" && collectionOf(each) === collection);
  if (list && !list.parameters.some(({ in: place, required }) => place !== "path" && required)) {
    const listed = await requestList(platform, list, ids);
    note("list", holdsItem(jsonIn(listed), parameter, id), `${id}: ${shown(listed)}`);
  }
  const change = ["PATCH", "PUT", "POST"].flatMap((method) => items.filter((each) => each.method === method))[0];
  if (change) {
    const { response: changed, body } = await asked(change, id);
    const { response: after } = await asked(read, id);
    const now = jsonIn(after);
    const kept = isObject(now) ? changedMembers(body, unwrapBody(now)) : [];
    const isRight = isSuccess(changed) && after.status === 200 && kept.length === 0;
    note("change", isRight, `${shown(changed)}, then ${after.status} ${kept.join()}`);
  }
  const remove = items.find(({ method }) => method === "DELETE");
  if (remove) {
    const { response: removed } = await asked(remove, id);
    const { response: gone } = await asked(read, id);
    const isGone = gone.status === 404 || gone.status === 410;
    note("delete", isSuccess(removed) && isGone, `${shown(removed)}, then ${gone.status}`);
    ids.delete(collection);
  }
  return { collection, steps: results, detail };
}

function isSuccess({ status }: MockResponse): boolean {
  return status >= 200 && status < 300;
}

/** Requests a list without filters. */
async function requestList(platform: Pick<Platform, "handle">, list: Operation, ids: Ids): Promise<MockResponse> {
  const known = knownParameters(list.path, ids);
  const path = list.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? "x"));
  const headers: Record<string, string> = {};
  let query = "";
  for (const { type, scheme, in: place, parameter = "" } of list.security[0] ?? []) {
    if (type !== "apiKey")
      headers["authorization"] = scheme === "basic" ? `Basic ${btoa("mock-acme:")}` : "Bearer mock-acme";
    else if (place === "query") query = `?${parameter}=mock-acme`;
    else
      headers[place === "cookie" ? "cookie" : parameter.toLowerCase()] =
        place === "cookie" ? `${parameter}=mock-acme` : "mock-acme";
  }
  return send(platform, { method: "GET", url: `${path}${query}`, headers });
}

/** Scalar members whose value in the item differs from the request. */
function changedMembers(sent: JsonObject, now: JsonObject): string[] {
  const isScalar = (value: Json | undefined): boolean => typeof value === "string" || typeof value === "boolean";
  return Object.keys(sent).filter(
    (name) =>
      isScalar(sent[name]) && isScalar(now[name]) && typeof sent[name] === typeof now[name] && sent[name] !== now[name],
  );
}
