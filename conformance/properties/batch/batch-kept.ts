import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isObject,
  isPagingName,
  validatorOf,
  isJson,
} from "../../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../../model/exchange.ts";
import { readListItems } from "../../items/items.ts";
import { requestMedia } from "../../requests/wire.ts";
import { rolesFor } from "../../model/roles.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Finding } from "../../checks/finding.ts";
import { type Property, hasPlain } from "../../scope/property.ts";
import fc from "fast-check";
import { Unsatisfiable, canonicalJson, createValues } from "../../../contracts/generate/index.ts";
import { getContentType } from "../../model/response-media.ts";
import { firstAlteration } from "../../items/alterations.ts";

const SAMPLES = 60;
const MAX_BATCHES = 3;

/** Batches of several distinct parts, those with a null first. */
function listBatches({ contract, operation, coverage }: Scope): readonly WireRequest[] {
  const schema = requestMedia(operation)?.schema;
  if (!schema || !coverage || !isJson(getContentType(coverage.plain))) return [];
  try {
    const bodies = fc
      .sample(fc.noBias(createValues(contract, "request").valid(schema)), { seed: 1, numRuns: SAMPLES })
      .filter((body) => areDistinct(sentParts(body) ?? []));
    const nullsFirst = bodies.toSorted((one, other) => Number(hasNull(other)) - Number(hasNull(one)));
    return nullsFirst.slice(0, MAX_BATCHES).map((body) => ({ ...coverage.plain, body: JSON.stringify(body) }));
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** True for two or more parts without a common text, which could identify one as the other. */
function areDistinct(parts: readonly JsonObject[]): boolean {
  const texts = parts.flatMap((part) => Object.entries(part).filter(([, value]) => typeof value === "string"));
  return parts.length > 1 && new Set(texts.map((text) => canonicalJson(text as Json))).size === texts.length;
}

function hasNull(body: Json): boolean {
  return sentParts(body)?.some((part) => Object.values(part).includes(null)) ?? false;
}

/** Time in milliseconds that a list may lag behind a write. */
const LAG_MS = 300;

/**
 * In a batch with a status per part (207, RFC 4918), each accepted part is listed with its sent values, and a refused
 * part changes nothing.
 */
export const batchKept: Property = {
  id: "batch-kept",
  claim: "Accepted parts of a batch are listed, and refused parts change nothing",
  cause: "trace",
  phase: "sequences",
  writes: true,
  applies: ({ contract, operation }) => isBatch(operation) && findBatchList(contract, operation) !== undefined,
  lacks: ({ operation }) =>
    isBatch(operation) ? "the contract has no list of the items that this is about" : undefined,
  hasRequests: hasPlain,
  given: (scope) => [{ label: "", requests: listBatches(scope), runs: 0 }],
  async holds(request, scope) {
    const { exchange } = scope;
    const result = await exchange(request);
    const flaws = scope.judge(result);
    const parts = flaws.length > 0 ? undefined : readBatchParts(result);
    if (!parts) return flaws;
    const acceptedParts = parts.filter(({ status }) => status < 300).map(({ sent }) => sent);
    const missing = (listed: readonly Json[]): readonly JsonObject[] =>
      acceptedParts.filter((each) => !listed.some((other) => showsSentMembers(each, other)));
    const nameOf = createNaming(result);
    const isListedByName = (each: JsonObject, listed: readonly Json[]): boolean =>
      listed.some((other) => isObject(other) && nameOf(each).some((name) => other[name] === each[name]));
    const lossInList = await confirmed(scope, (listed) => {
      const found = missing(listed).find((each) => !isListedByName(each, listed));
      return found && `was accepted (207), and is not listed: ${JSON.stringify(found)}`;
    });
    const altered = await confirmed(scope, (listed) => {
      const found = missing(listed).find((each) => isListedByName(each, listed));
      return found && `was accepted (207), and is not listed as it was sent: ${JSON.stringify(found)}`;
    });
    return [
      ...(lossInList ? [createBatchFinding("lost", lossInList, scope, [result])] : []),
      ...(altered ? [createBatchFinding("altered", altered, scope, [result])] : []),
      ...(await traceOfRefused(acceptedParts, result, scope)),
    ];
  },
};

/** Sends the parts again with the same names and other values. Parts that are refused now must stay unchanged in the list. */
async function traceOfRefused(
  acceptedParts: readonly JsonObject[],
  first: Exchange,
  scope: Scope,
): Promise<readonly Finding[]> {
  const changed = acceptedParts.map((each) => changePart(each, first, scope)).filter((each) => each !== undefined);
  const body = changed.length === acceptedParts.length ? withParts(jsonIn(first.request), changed) : undefined;
  if (acceptedParts.length === 0 || body === undefined || !isValidBatchBody(body, scope)) return [];
  const second = await scope.exchange({ ...first.request, body: JSON.stringify(body) });
  const refused = readBatchParts(second)?.flatMap(({ status }, index) =>
    status >= 400 ? [acceptedParts[index] as JsonObject] : [],
  );
  if (!refused || refused.length === 0) return [];
  const trace = await confirmed(scope, (listed) => {
    // Parts of the second batch that are in the list.
    const stored = changed.filter((each) => listed.some((other) => showsSentMembers(each, other)));
    const nameOf = createNaming(first);
    const changedPart = refused.find(
      (each) =>
        !listed.some((other) => showsSentMembers(each, other)) &&
        stored.some((other) => nameOf(each).every((name) => other[name] === each[name])),
    );
    return (
      changedPart &&
      `was refused a second time (207), and took the place of what was there: ${JSON.stringify(changedPart)}`
    );
  });
  if (trace) return [createBatchFinding("refused", trace, scope, [first, second])];
  return [];
}

interface Violation {
  readonly exchange: Exchange;
  readonly message: string;
}

/** A violation in the list that stays after a pause. */
async function confirmed(
  scope: Scope,
  judgeOf: (listed: readonly Json[]) => string | undefined,
): Promise<Violation | undefined> {
  const list = findBatchList(scope.contract, scope.operation) as Operation;
  const readList = async (): Promise<Violation | undefined> => {
    const exchange = await scope.exchange({ ...startPlainRequest(list), path: scopedPath(list, scope) }, list);
    const items = readListItems(jsonIn(exchange.response), rolesFor(scope.contract).get(list) ?? {});
    const message = exchange.response.status === 200 && items ? judgeOf(items) : undefined;
    if (message === undefined) return undefined;
    return { exchange, message };
  };
  if (!(await readList())) return undefined;
  if (!scope.target.isMock) await scope.pause(LAG_MS);
  return readList();
}

function createBatchFinding(
  key: string,
  { exchange, message }: Violation,
  scope: Scope,
  steps: readonly Exchange[],
): Finding {
  const operation = findBatchList(scope.contract, scope.operation) as Operation;
  return {
    check: "batch-kept",
    key,
    message: `A part of a batch ${message}`,
    basis: [scope.operation.basis, operation.basis].includes("assumed") ? "assumed" : "stated",
    operation,
    exchange,
    steps,
  };
}

/** The operation that lists the items of the batches without required parameters or paging. */
function findBatchList(contract: Contract, { path }: Operation): Operation | undefined {
  return contract.operations.find(
    (each) =>
      each.method === "GET" &&
      each.path === path &&
      rolesFor(contract).get(each)?.kind === "list" &&
      each.parameters.every(({ in: place, required, name }) => place === "path" || (!required && !isPagingName(name))),
  );
}

function startPlainRequest({ method }: Operation): Omit<WireRequest, "path"> {
  return { method, headers: { accept: "application/json, */*" } };
}

function scopedPath({ path }: Operation, { coverage }: Scope): string {
  return coverage?.plain.path.split("?", 1)[0] ?? path;
}

/** The part with other values, except in the members that identify it in the response. Undefined if no member identifies it. */
function changePart(part: JsonObject, exchange: Exchange, scope: Scope): JsonObject | undefined {
  const names = createNaming(exchange)(part);
  const otherBatches = listBatches(scope)
    .filter((batch) => batch.body !== exchange.request.body)
    .flatMap((batch) => sentParts(jsonIn(batch)) ?? []);
  if (names.length === 0) return undefined;
  const kept = Object.fromEntries(names.map((name) => [name, part[name] as Json]));
  return otherBatches.map((other) => ({ ...other, ...kept })).find((other) => !showsSentMembers(other, part));
}

function isValidBatchBody(body: Json, { contract, operation }: Scope): boolean {
  const schema = requestMedia(operation)?.schema;
  return schema !== undefined && validatorOf(contract, schema.pointer, "request")(body).length === 0;
}

function isBatch({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "207");
}

/** Finds the members by which a response identifies a part of a batch. */
function createNaming({ response }: Exchange): (part: JsonObject) => readonly string[] {
  const results = sentParts(jsonIn(response)) ?? [];
  return (part) =>
    Object.keys(part).filter(
      (name) =>
        part[name] !== null && results.some((result) => Object.hasOwn(result, name) && result[name] === part[name]),
    );
}

/** The parts of a batch: the body itself, or its only list of objects. */
function sentParts(body: Json | undefined): readonly JsonObject[] | undefined {
  const lists = [body, ...(isObject(body) ? Object.values(body) : [])].filter(
    (value): value is readonly JsonObject[] => Array.isArray(value) && value.every((each) => isObject(each as Json)),
  );
  return lists.length === 1 ? lists[0] : undefined;
}

interface Part {
  readonly sent: JsonObject;
  readonly status: number;
}

/** Each part with its status code. Returns undefined unless the response has one status per part, in the order of the parts. */
function readBatchParts({ request, response }: Exchange): readonly Part[] | undefined {
  const sent = response.status === 207 ? sentParts(jsonIn(request)) : undefined;
  const results = sent && sentParts(jsonIn(response));
  if (!sent || results?.length !== sent.length) return undefined;
  const statuses = results.map((result) =>
    Number(Object.entries(result).find(([name]) => /^(http_?)?status(_?code)?$|^code$/i.test(name))?.[1]),
  );
  if (statuses.every((status) => status >= 200 && status < 600))
    return sent.map((part, index) => ({ sent: part, status: statuses[index] as number }));
  return undefined;
}

function withParts(body: Json | undefined, parts: readonly JsonObject[]): Json | undefined {
  if (!isObject(body)) return Array.isArray(body) ? parts : undefined;
  const members = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? parts : (value as Json)]);
  return Object.fromEntries(members) as JsonObject;
}

/** True where the shown item has the sent values in all common members. */
function showsSentMembers(sent: JsonObject, shown: Json): boolean {
  return (
    isObject(shown) && Object.keys(sent).some((name) => Object.hasOwn(shown, name)) && !firstAlteration(sent, shown)
  );
}
