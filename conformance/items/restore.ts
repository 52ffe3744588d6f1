import fc from "fast-check";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isObject,
  itemInRequest,
  joinPointer,
  listMemberSchemas,
  listPropertyNames,
  listJsonTypes,
  unwrapSentSchema,
  listSentSteps,
  withValueAtPath,
  omitUndefined,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { createRequests } from "../requests/requests.ts";
import { requestMedia, writeRequest } from "../requests/wire.ts";
import { readResponseItem } from "./items.ts";
import { findOppositeActions } from "./effects.ts";
import { type OperationRequest, routerFor, resolveWrites } from "./places.ts";
import type { RemovalTools } from "./removal.ts";

/** Item of others before a run changed it. */
export interface Original {
  readonly contract: Contract;
  readonly reading: OperationRequest;
  /** Response to the read before the first change. */
  readonly response: Exchange["response"];
}

/** Maximum number of opposite actions that are tried on an item. */
const MAX_OPPOSITES = 3;
/** Maximum number of members that are written one at a time, after a write of all was refused. */
const MAX_MEMBERS = 5;
/**
 * Requests to change one item back: a read before and after each of three writes, one at the end, and a read after each
 * member that is written alone and after each opposite action.
 */
export const MAX_RESTORING_REQUESTS = 8 + 2 * MAX_MEMBERS + 2 * MAX_OPPOSITES;
/** Number of differences that a reason names. */
const MAX_NAMED = 3;

/**
 * Changes an item back, by writes and by the opposites of the actions that were done to it. Returns the reason if it still
 * differs from before.
 */
export async function restore(
  original: Original,
  tools: RemovalTools,
  done: ReadonlySet<string>,
): Promise<string | undefined> {
  const { contract, reading } = original;
  try {
    let now = await readOriginal(original, tools);
    const sendRestoring = async (request: WireRequest, operation: Operation): Promise<boolean> => {
      const { response } = await tools.send(request, operation);
      now = await readOriginal(original, tools);
      return response.status < 400;
    };
    for (const write of resolveWrites(contract, reading.request.path)) {
      if (explainDifferences(original, now) === undefined || now.response.status > 299) break;
      const values = differingValues(write, original, now);
      const names = Object.keys(values);
      const isDone =
        names.length === 0 || (await sendRestoring(writeValues(write, original, { values, now }), write.operation));
      if (isDone || write.operation.method !== "PATCH") continue;
      // One member that the server refuses, such as a link of its own, must not keep the others.
      const shown = readOriginalItem(original, now);
      for (const name of names.slice(0, MAX_MEMBERS)) {
        const part = { [name]: differingPart(values[name] as Json, shown?.[name]) };
        await sendRestoring(writeValues(write, original, { values: part, now }), write.operation);
      }
    }
    for (const action of findOppositeActions(contract, reading, done).slice(0, MAX_OPPOSITES)) {
      if (explainDifferences(original, now) === undefined) break;
      await sendRestoring(sampleAction(action, original), action.operation);
    }
    return explainDifferences(original, now);
  } catch (error) {
    return `it could not be changed back: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Members that a request writes and that the read before it did not show, so that nothing can change them back. */
export function listUnshownMembers({ request, operation }: OperationRequest, original: Original): readonly string[] {
  const { contract } = original;
  const shown = readOriginalItem(original, original);
  const role = rolesFor(contract).get(operation);
  const body = jsonIn(request);
  const sent = role ? itemInRequest(body, role) : body;
  if (!shown || !isObject(sent) || request.method !== operation.method) return [];
  const writable = writableNames({ contract, operation });
  return Object.keys(sent).filter((name) => writable.has(name) && !Object.hasOwn(shown, name));
}

/** Difference of an item from before, as a reason. */
export async function differenceNow(original: Original, tools: RemovalTools): Promise<string | undefined> {
  try {
    return explainDifferences(original, await readOriginal(original, tools));
  } catch (error) {
    return `it could not be read again: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function readOriginal({ reading }: Original, { send }: RemovalTools): Promise<Exchange> {
  return send(reading.request, reading.operation);
}

/** Differences between an item before the run and now, as a reason. Undefined if there are none. */
function explainDifferences({ response: before }: Original, { response: now }: Exchange): string | undefined {
  if (now.status === 404 || now.status === 410) return "it is gone";
  if (now.status !== before.status) return `it was answered ${now.status} when it was read again`;
  if (now.body === before.body) return undefined;
  const [one, other] = [jsonIn(before), jsonIn(now)];
  if (one === undefined || other === undefined) return "its content differs from before";
  const pointers = differingPointers(one, other);
  if (pointers.length === 0) return undefined;
  const more = pointers.length > MAX_NAMED ? ` and ${pointers.length - MAX_NAMED} more` : "";
  return `it differs from before at ${pointers.slice(0, MAX_NAMED).join(", ")}${more}`;
}

function differingPointers(one: Json, other: Json, at = ""): readonly string[] {
  if (!isObject(one) || !isObject(other)) {
    if (canonicalJson(one) === canonicalJson(other)) return [];
    return [at || "/"];
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => {
    const [left, right] = [one[name], other[name]];
    if (left === undefined || right === undefined) {
      if (left === right) return [];
      return [joinPointer(at, name)];
    }
    return differingPointers(left, right, joinPointer(at, name));
  });
}

/** Returns the members of an item as they were read before the first change. */
export function shownBefore(original: Original): JsonObject | undefined {
  return readOriginalItem(original, original);
}

/** The item in a response to the read of an original. */
function readOriginalItem(
  { contract, reading }: Original,
  { response }: Pick<Exchange, "response">,
): JsonObject | undefined {
  const role = rolesFor(contract).get(reading.operation);
  const item = role ? readResponseItem({ request: reading.request, response }, role) : jsonIn(response);
  return isObject(item) ? item : undefined;
}

/** The earlier values of the members that an operation can write and that differ now. A replacement writes them all. */
function differingValues({ operation }: OperationRequest, original: Original, now: Exchange): JsonObject {
  const { contract } = original;
  const earlier = readOriginalItem(original, original);
  const present = readOriginalItem(original, now);
  if (!earlier || !present) return {};
  const isReplacement = operation.method !== "PATCH";
  const writable = writableNames({ contract, operation });
  const values: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(earlier), ...Object.keys(present)])) {
    const value = earlier[name];
    const isSame = value !== undefined && canonicalJson(value) === canonicalJson(present[name] ?? null);
    if (!writable.has(name) || (isSame && !isReplacement)) continue;
    if (value !== undefined) values[name] = value;
    else if (!isReplacement && writable.toNull(name)) values[name] = null;
  }
  return values;
}

/** The members of a value that differ now, if it is an object. */
function differingPart(earlier: Json, now: Json | undefined): Json {
  if (!isObject(earlier) || !isObject(now)) return earlier;
  return Object.fromEntries(
    Object.entries(earlier).filter(([name, value]) => canonicalJson(value) !== canonicalJson(now[name] ?? null)),
  );
}

/** Request that writes values. */
function writeValues(
  { operation, request: target }: OperationRequest,
  { contract }: Original,
  { values, now }: { readonly values: JsonObject; readonly now: Exchange },
): WireRequest {
  const frame = sampleRequest({ contract, operation });
  const body = buildRestoreBody({ contract, operation }, values, frame);
  const { headers, body: text } = writeRequest(contract, operation, { parameters: {}, body });
  const etag = now.response.headers["etag"];
  const usesMatch = operation.parameters.some(({ in: place, name }) => place === "header" && /^if-match$/i.test(name));
  const query = frame?.path.split("?", 2)[1];
  return omitUndefined({
    method: operation.method,
    path: query === undefined ? target.path : `${target.path}?${query}`,
    headers: { ...frame?.headers, ...headers, ...(usesMatch && etag !== undefined && { "if-match": etag }) },
    body: text,
  });
}

type OperationOf = Pick<Original, "contract"> & { readonly operation: Operation };

/** Members that the body of an operation can set, and those that it can remove with null. */
interface WritableNames {
  has(name: string): boolean;
  toNull(name: string): boolean;
}

function writableNames({ contract, operation }: OperationOf): WritableNames {
  const schema = requestMedia(operation)?.schema?.value ?? true;
  const inner = unwrapSentSchema(contract, schema, rolesFor(contract).get(operation));
  const names = listPropertyNames(contract, inner);
  const isMergePatch = requestMedia(operation)?.mediaType === "application/merge-patch+json";
  return {
    has(name) {
      const members = listMemberSchemas(contract, inner, name);
      if (members.some((member) => isObject(member) && member["readOnly"] === true)) return false;
      return names.has(name) || (names.size === 0 && members.length > 0);
    },
    toNull: (name) =>
      isMergePatch || listJsonTypes(contract, { allOf: listMemberSchemas(contract, inner, name) }).includes("null"),
  };
}

/** Body with values, in the form of the operation: wrapped, or as a JSON Patch (RFC 6902). */
function buildRestoreBody(
  { contract, operation }: OperationOf,
  values: JsonObject,
  frame: WireRequest | undefined,
): Json {
  if (requestMedia(operation)?.mediaType === "application/json-patch+json")
    return Object.entries(values).map(([name, value]) => ({ op: "add", path: joinPointer("", name), value }));
  const role = rolesFor(contract).get(operation);
  const steps = role && frame ? listSentSteps(jsonIn(frame), role) : [];
  return withValueAtPath({}, steps, values);
}

/** Valid request of an action on an item. */
function sampleAction({ operation, request }: OperationRequest, { contract }: Original): WireRequest {
  const frame = sampleRequest({ contract, operation });
  const query = frame?.path.split("?", 2)[1];
  return { ...request, ...frame, path: query === undefined ? request.path : `${request.path}?${query}` };
}

/** Any valid request of an operation, for its required headers and query. */
function sampleRequest({ contract, operation }: OperationOf): WireRequest | undefined {
  try {
    const { bare } = createRequests(contract, operation, routerFor(contract), {});
    return fc.sample(bare, { seed: 1, numRuns: 1 })[0];
  } catch {
    return undefined;
  }
}
