import type { ResponseWriter } from "../calls/response-writer.ts";
import type { OperationRole } from "../resources/resource-context.ts";
import type { Stored } from "../state/stored.ts";
import { type Operation, canonicalPath, findResponse, singular, omitUndefined } from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import { compileAddress, itemAnswer } from "../resources/resource.ts";
import type { Address, Store } from "../state/store.ts";
import { type TagCondition, matchesTag, parseTagCondition, entityTagOf } from "./etag.ts";

/** Operation with its handler and its response writer. */
export interface HandledOperation extends OperationRole {
  readonly handler: Handler;
  readonly writer: ResponseWriter;
}

/** True if an operation documents preconditions (RFC 9110, section 13; RFC 6585, section 3). */
function documentsPreconditions(operation: Operation): boolean {
  return documentsTags(operation) || operation.responses.some(({ status }) => /^(304|412|428)$/.test(status));
}

/** True if an operation documents If-Match, If-None-Match or ETag. */
function documentsTags({ parameters, responses }: Operation): boolean {
  return (
    parameters.some(({ in: place, name }) => place === "header" && /^if-(none-)?match$/i.test(name)) ||
    responses.some(({ headers }) => headers.some(({ name }) => name === "etag"))
  );
}

/**
 * True if an operation requires a precondition: it documents 428, and clients know of entity tags by a documented
 * If-Match or ETag. Some documents use 428 for other reasons.
 */
function requiresPrecondition(write: Operation, read: Operation | undefined): boolean {
  const required = write.responses.find(({ status }) => status === "428");
  if (!required) return false;
  if (/\b(if-match|etag|entity tag)\b/i.test(required.description)) return true;
  return [write, ...(read ? [read] : [])].some(({ parameters, responses }) => {
    const sent = parameters.some(({ in: place, name }) => place === "header" && /^if-match$/i.test(name));
    return sent || responses.some(({ headers }) => headers.some(({ name }) => name === "etag"));
  });
}

/** True if an operation, or another one with the same path, documents preconditions. */
export function isConditional(operation: Operation, siblings: readonly OperationRole[]): boolean {
  const path = canonicalPath(operation.path);
  const others = siblings.filter((sibling) => canonicalPath(sibling.operation.path) === path);
  return documentsPreconditions(operation) || others.some((sibling) => documentsPreconditions(sibling.operation));
}

/** True if the documented ETag header, if any, accepts the entity tags of the mock. */
export function canBeTagged(writer: ResponseWriter): boolean {
  const etag = entityTagOf(noBody);
  return writer.bare(200, { etag }).headers["etag"] === etag;
}

/**
 * Adds the entity tag to a response. Responds with 304 if If-None-Match matches and the contract documents 304
 * (RFC 9110, section 13.1.2).
 */
export function withEntityTag(
  response: MockResponse,
  { headers }: MockRequest,
  { operation, writer }: Pick<HandledOperation, "operation" | "writer">,
): MockResponse {
  if (response.status !== 200 || response.body.length === 0) return response;
  const etag = entityTagOf(response.body);
  const ifNoneMatch = headers["if-none-match"];
  // A 304 repeats Cache-Control (RFC 9110, section 15.4.5).
  const caching = response.headers["cache-control"];
  if (
    ifNoneMatch !== undefined &&
    matchesTag(etag, parseTagCondition(ifNoneMatch), "weak") &&
    findResponse(operation, 304)
  )
    return writer.bare(304, omitUndefined({ etag, "cache-control": caching }));
  return { ...response, headers: { ...response.headers, etag } };
}

/**
 * Carries out a write only if the stored resource meets the preconditions of the request. The check and the change are
 * one atomic step, so that exactly one of many concurrent updates succeeds. Other reasons to refuse the request come
 * first (RFC 9110, section 13.2.1).
 */
export function withPreconditions(writeOperation: HandledOperation, itemReader: HandledOperation | undefined): Handler {
  const { operation, role, handler } = writeOperation;
  const { role: readRole, writer } = itemReader ?? writeOperation;
  const addressed = compileAddress(role);
  // A resource that is created does not exist before, so it cannot have preconditions.
  const hasResource = role.kind !== "create";
  const isRequired = hasResource && requiresPrecondition(operation, itemReader?.operation);
  const name = singular(role.collection);

  return async (call) => {
    const condition = hasResource ? readCondition(call.request) : undefined;
    const answer = await handler(condition || isRequired ? await conditionalCall(call, condition) : call);
    if ("refused" in answer) return answer;
    return withTag(answer);
  };

  function withTag(answer: Answer): Answer {
    if (answer.stored) return { ...answer, headers: { ...answer.headers, etag: tagOfStored(answer.stored) } };
    return answer;
  }

  function tagOfStored(stored: Stored): string {
    return entityTagOf(writer.answer(itemAnswer(stored, readRole)).body);
  }

  async function conditionalCall(call: Call, condition: Condition): Promise<Call> {
    const exampleTag = await tagOfExample(call);
    return { ...call, store: conditionalStore(call.store, addressed(call), checkCondition) };

    function checkCondition(stored: Stored | undefined, { id }: Address): Refusal | undefined {
      const tag = stored ? tagOfStored(stored) : exampleTag;
      const what = `The ${name}${id === "" ? "" : ` "${id}"`}`;
      const state = tag === undefined ? "does not exist" : `has the ETag ${tag}`;
      if (condition?.match && !matchesTag(tag, condition.match, "strong"))
        return { refused: `${what} ${state}, which If-Match does not contain`, status: 412 };
      if (condition?.noneMatch && matchesTag(tag, condition.noneMatch, "weak"))
        return { refused: `${what} ${state}, which If-None-Match excludes`, status: 412 };
      if (condition) return undefined;
      return { refused: `${what} can only be changed with If-Match: it ${state}`, status: 428 };
    }
  }

  /** Entity tag of a resource that is not stored but shown as an example. */
  async function tagOfExample(call: Call): Promise<string | undefined> {
    const answer = itemReader && (await itemReader.handler(call));
    if (!answer || "refused" in answer || answer.stored) return undefined;
    return entityTagOf(writer.answer(answer).body);
  }
}

type Condition = { readonly match: TagCondition | undefined; readonly noneMatch: TagCondition | undefined } | undefined;

function readCondition({ headers }: MockRequest): Condition {
  const [match, noneMatch] = [headers["if-match"], headers["if-none-match"]].map((header) =>
    header === undefined ? undefined : parseTagCondition(header),
  );
  if (match === undefined && noneMatch === undefined) return undefined;
  return { match, noneMatch };
}

/** Store that checks a resource before its first change. A refusal by the change itself comes first. */
function conditionalStore(
  store: Store,
  { organization, collection, id }: Address,
  check: (stored: Stored | undefined, address: Address) => Refusal | undefined,
): Store {
  let isChecked = false;
  return {
    ...store,
    change(address, step) {
      const isTarget = address.organization === organization && address.collection === collection && address.id === id;
      if (isChecked || !isTarget) return store.change(address, step);
      isChecked = true;
      return store.change(address, (current) => {
        const next = step(current);
        if (next !== null && "refused" in next) return next;
        return check(current, address) ?? next;
      });
    },
  };
}
