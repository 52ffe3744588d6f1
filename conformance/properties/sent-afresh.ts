import { isJson, isObject, tokensOf } from "../../contracts/index.ts";
import type { WireRequest } from "../model/wire-message.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import type { Scope } from "../scope/scope.ts";
import type { Coverage, Covering } from "../requests/coverage.ts";
import { freshened } from "../requests/freshened.ts";

/** So often something else is said where a request is refused for what there is. */
const MOST_AGAIN = 3;

/** How often requests were made afresh: each time is another. */
const turns = new WeakMap<Coverage, number>();

/**
 * Sends a covering request; where 409 tells that there is something of its name, or at its time, the same with other
 * texts beside the value that it is about: that refusal tells nothing of it.
 */
export async function sentAfresh(request: WireRequest, scope: Scope): Promise<Exchange> {
  const { coverage, exchange } = scope;
  const covering = [...(coverage?.valid ?? []), ...(coverage?.invalid ?? [])].find((each) => each.request === request);
  if (!coverage || !covering) return exchange(request);
  const isKnown = turns.has(coverage);
  let answered = isKnown ? undefined : await exchange(request);
  for (let again = 0; again < MOST_AGAIN && (!answered || answered.response.status === 409); again++) {
    const turn = (turns.get(coverage) ?? 0) + 1;
    const other = withOtherTexts(covering, turn, scope);
    if (!other) break;
    turns.set(coverage, turn);
    answered = await exchange(other);
  }
  return answered ?? exchange(request);
}

/** The same request with other texts, as valid or as wrong as it is; nothing where it has no other ones. */
function withOtherTexts(
  { request, place }: Covering,
  turn: number,
  { contract, operation, coverage, seed }: Scope,
): WireRequest | undefined {
  const body = jsonIn(request);
  if (!isObject(body) || !isJson(request.headers["content-type"] ?? "")) return undefined;
  const [, own] = /^body\/([^/]*)/.exec(place) ?? [];
  const kept = new Set([...tokensOf(`/${own ?? ""}`), ...Object.keys(coverage?.references ?? {})]);
  const fresh = freshened(body, { contract, operation, kept, name: `${seed} ${turn}` });
  return fresh && { ...request, body: JSON.stringify(fresh) };
}
