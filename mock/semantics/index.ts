import type { CarryOut } from "../calls/carry-out.ts";
import type { Part } from "../resources/resource-context.ts";
import { acceptable, refusesUnacceptable } from "./accept.ts";
import { idempotent, keyHeaderOf } from "./idempotency.ts";
import { mayBeMinimal, minimal } from "./minimal.ts";
import { mayStream, streaming } from "./streaming.ts";
import { type Shower, canBeTagged, guarded, isConditional, tagged } from "./preconditions.ts";

export type { Shower } from "./preconditions.ts";

export interface SemanticsContext extends Shower {
  /** The operations of the same resources, this one among them. */
  readonly siblings: readonly Part[];
  /** The operation that shows one of them, if there is one. */
  readonly shower: () => Shower | undefined;
}

/**
 * What the contract of an operation documents of HTTP's own semantics: entity tags and preconditions, idempotency
 * keys, preferences, negotiation. Nothing where it documents none, which then costs nothing.
 */
export function semanticsOf(context: SemanticsContext): CarryOut | undefined {
  const { operation, role, siblings, writer, shower } = context;
  const isCovered = isConditional(operation, siblings);
  const isItem = role.kind !== "action" && role.kind !== "list";
  const keyHeader = keyHeaderOf(operation);
  const isMinimal = mayBeMinimal(operation);
  const isNegotiated = refusesUnacceptable(operation);
  const isStream = mayStream(operation);
  if (!isCovered && keyHeader === undefined && !isMinimal && !isNegotiated && !isStream) return undefined;

  const isRead = operation.method === "GET";
  const isTagged = isCovered && isRead && canBeTagged(writer);
  const handler = isCovered && !isRead && isItem ? guarded(context, shower()) : context.handler;
  let carryOut: CarryOut = async (call) => {
    const answer = await handler(call);
    if ("refused" in answer) return answer;
    const response = writer.answer(answer);
    return isTagged ? tagged(response, call.request, context) : response;
  };
  if (isMinimal) carryOut = minimal(writer, carryOut);
  if (keyHeader !== undefined) carryOut = idempotent(operation, keyHeader, carryOut);
  if (isStream) carryOut = streaming(operation, carryOut);
  return isNegotiated ? acceptable(operation, carryOut) : carryOut;
}
