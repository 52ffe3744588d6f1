import type { ResponseWriter } from "../calls/response-writer.ts";
import type { Part } from "../resources/resource-context.ts";
import type { Stored } from "../state/stored.ts";
import { type Operation, canonical, responseFor } from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import { singular } from "../resources/nouns.ts";
import { addressOf, shown } from "../resources/resource.ts";
import type { Address, Store } from "../state/store.ts";
import { type Named, isNamed, readTags, tagOf } from "./etag.ts";

/** The operation that shows a resource, and how it does. */
export interface Shower extends Part {
  readonly handler: Handler;
  readonly writer: ResponseWriter;
}

/** Whether an operation documents anything of preconditions (RFC 9110, section 13; RFC 6585, section 3). */
function documents({ parameters, responses }: Operation): boolean {
  return (
    parameters.some(({ in: place, name }) => place === "header" && /^if-(none-)?match$/i.test(name)) ||
    responses.some(
      ({ status, headers }) => /^(304|412|428)$/.test(status) || headers.some(({ name }) => name === "etag"),
    )
  );
}

/** Whether preconditions hold for an operation: it documents them, or another one of the same address does. */
export function isConditional(operation: Operation, siblings: readonly Part[]): boolean {
  const path = canonical(operation.path);
  const others = siblings.filter((sibling) => canonical(sibling.operation.path) === path);
  return documents(operation) || others.some((sibling) => documents(sibling.operation));
}

/** Whether a response may name an entity tag of the form that tags have here, whatever its contract says of the header. */
export function canBeTagged(writer: ResponseWriter): boolean {
  const etag = tagOf(noBody);
  return writer.bare(200, { etag }).headers["etag"] === etag;
}

/**
 * A response that names its entity tag. Where the consumer has that one, and the contract documents 304, it is told no
 * more than that (RFC 9110, section 13.1.2).
 */
export function tagged(
  response: MockResponse,
  { headers }: MockRequest,
  { operation, writer }: Pick<Shower, "operation" | "writer">,
): MockResponse {
  if (response.status !== 200 || response.body.length === 0) return response;
  const etag = tagOf(response.body);
  const known = headers["if-none-match"];
  // RFC 9110, section 15.4.5: what says for how long the kept one is good is sent again.
  const caching = response.headers["cache-control"];
  if (known !== undefined && isNamed(etag, readTags(known), "weak") && responseFor(operation, 304))
    return writer.bare(304, { etag, ...(caching !== undefined && { "cache-control": caching }) });
  return { ...response, headers: { ...response.headers, etag } };
}

/**
 * Carries out a write only if what the request asks for holds of the resource as it is stored: judged in the same
 * atomic step that changes it, so that of many updates of one representation exactly one is carried out. What would
 * be refused anyway is refused for that reason (RFC 9110, section 13.2.1).
 */
export function guarded(writing: Shower, shower: Shower | undefined): Handler {
  const { operation, role, handler } = writing;
  const { role: shownAs, writer } = shower ?? writing;
  const addressed = addressOf(role);
  // What is made has no address before, so nothing can be asked of it.
  const isThere = role.kind !== "create";
  const isRequired = isThere && operation.responses.some(({ status }) => status === "428");
  const name = singular(role.collection);

  return async (call) => {
    const condition = isThere ? conditionOf(call.request) : undefined;
    const answer = await handler(condition || isRequired ? await guardedCall(call, condition) : call);
    return "refused" in answer ? answer : withTag(answer);
  };

  function withTag(answer: Answer): Answer {
    return answer.stored ? { ...answer, headers: { ...answer.headers, etag: tagOfStored(answer.stored) } } : answer;
  }

  function tagOfStored(stored: Stored): string {
    return tagOf(writer.answer(shown(stored, shownAs)).body);
  }

  async function guardedCall(call: Call, condition: Condition): Promise<Call> {
    const unwritten = await tagOfExample(call);
    return { ...call, store: guardedStore(call.store, addressed(call), judge) };

    function judge(stored: Stored | undefined, { id }: Address): Refusal | undefined {
      const tag = stored ? tagOfStored(stored) : unwritten;
      const what = `The ${name}${id === "" ? "" : ` "${id}"`}`;
      const state = tag === undefined ? "does not exist" : `has the ETag ${tag}`;
      if (condition?.match && !isNamed(tag, condition.match, "strong"))
        return { refused: `${what} ${state}, which If-Match does not name`, status: 412 };
      if (condition?.noneMatch && isNamed(tag, condition.noneMatch, "weak"))
        return { refused: `${what} ${state}, which If-None-Match excludes`, status: 412 };
      if (condition) return undefined;
      return { refused: `${what} is changed only with If-Match: it ${state}`, status: 428 };
    }
  }

  /** What is shown of a resource that nobody has written, if anything is. */
  async function tagOfExample(call: Call): Promise<string | undefined> {
    const answer = shower && (await shower.handler(call));
    return !answer || "refused" in answer || answer.stored ? undefined : tagOf(writer.answer(answer).body);
  }
}

type Condition = { readonly match: Named | undefined; readonly noneMatch: Named | undefined } | undefined;

function conditionOf({ headers }: MockRequest): Condition {
  const [match, noneMatch] = [headers["if-match"], headers["if-none-match"]].map((header) =>
    header === undefined ? undefined : readTags(header),
  );
  return match === undefined && noneMatch === undefined ? undefined : { match, noneMatch };
}

/** A store that judges a resource before its first change; the step itself may refuse it before. */
function guardedStore(
  store: Store,
  { organization, collection, id }: Address,
  judge: (stored: Stored | undefined, address: Address) => Refusal | undefined,
): Store {
  let isOver = false;
  return {
    ...store,
    change(address, step) {
      const isMeant = address.organization === organization && address.collection === collection && address.id === id;
      if (isOver || !isMeant) return store.change(address, step);
      isOver = true;
      return store.change(address, (current) => {
        const next = step(current);
        return next !== null && "refused" in next ? next : (judge(current, address) ?? next);
      });
    },
  };
}
