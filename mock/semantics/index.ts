import type { Contract } from "../../contracts/index.ts";
import type { CarryOut } from "../calls/carry-out.ts";
import type { OperationRole } from "../resources/resource-context.ts";
import { withNegotiation, documents406 } from "./accept.ts";
import { withIdempotencyKeys, createKeyReader } from "./idempotency.ts";
import { documentsMinimalReturn, withMinimalReturn } from "./minimal-return.ts";
import { documentsStream, withStreamRefusal } from "./streaming.ts";
import {
  type HandledOperation,
  canBeTagged,
  withPreconditions,
  isConditional,
  withEntityTag,
} from "./preconditions.ts";

export type { HandledOperation } from "./preconditions.ts";

/** An operation with all that its HTTP semantics depend on. */
export interface SemanticsContext extends HandledOperation {
  readonly contract: Contract;
  /** True if a behaviour answers the operation. It reads the body, and a key in it, by its own rules. */
  readonly isCustom: boolean;
  /** Operations of the same collection, this one included. */
  readonly siblings: readonly OperationRole[];
  /** The operation that reads one item of the collection. */
  readonly itemReader: () => HandledOperation | undefined;
}

/**
 * Wraps an operation in the HTTP semantics that its contract documents: entity tags and preconditions, idempotency
 * keys, preferences, negotiation. Undefined if the contract documents none.
 */
export function createSemantics(context: SemanticsContext): CarryOut | undefined {
  const { contract, isCustom, operation, role, siblings, writer, itemReader } = context;
  const hasConditions = isConditional(operation, siblings);
  const isItem = role.kind !== "action" && role.kind !== "list";
  const readKey = createKeyReader(contract, operation, !isCustom);
  const isMinimal = documentsMinimalReturn(operation);
  const isNegotiated = documents406(operation);
  const isStream = documentsStream(operation);
  if (!hasConditions && !readKey && !isMinimal && !isNegotiated && !isStream) return undefined;

  const isRead = operation.method === "GET";
  const isTagged = hasConditions && isRead && canBeTagged(writer);
  const handler = hasConditions && !isRead && isItem ? withPreconditions(context, itemReader()) : context.handler;
  let runCall: CarryOut = async (call) => {
    const answer = await handler(call);
    if ("refused" in answer) return answer;
    const response = writer.answer(answer, call.request.headers["accept"]);
    if (isTagged) return withEntityTag(response, call.request, context);
    return response;
  };
  if (isMinimal) runCall = withMinimalReturn(writer, runCall);
  if (readKey) runCall = withIdempotencyKeys(operation, readKey, runCall);
  if (isStream) runCall = withStreamRefusal(operation, runCall);
  if (isNegotiated) return withNegotiation(operation, runCall);
  return runCall;
}
