import { isJson, isObject, tokensOf } from "../../contracts/index.ts";
import type { WireRequest } from "../model/wire-message.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import type { Scope } from "../scope/scope.ts";
import type { Covering } from "../requests/covering.ts";
import { freshened } from "../requests/freshened.ts";

/** Maximum number of retries after a conflict. */
const MAX_RETRIES = 3;

/**
 * Sends a coverage request. On a 409, such as a name that exists, it retries with other texts and the same tested value,
 * because a conflict says nothing about that value.
 */
export async function sentAfresh(request: WireRequest, scope: Scope): Promise<Exchange> {
  const { coverage, exchange } = scope;
  const covering = [...(coverage?.valid ?? []), ...(coverage?.invalid ?? [])].find((each) => each.request === request);
  if (!coverage || !covering) return exchange(request);
  let answered = coverage.variants > 0 ? undefined : await exchange(request);
  for (let retry = 0; retry < MAX_RETRIES && (!answered || answered.response.status === 409); retry++) {
    const variant = coverage.variants + 1;
    const other = withOtherTexts(covering, variant, scope);
    if (!other) break;
    coverage.variants = variant;
    answered = await exchange(other);
  }
  return answered ?? exchange(request);
}

/** The request with other texts and the same validity. Returns undefined if it has no free texts. */
function withOtherTexts(
  { request, place }: Covering,
  variant: number,
  { contract, operation, coverage, seed }: Scope,
): WireRequest | undefined {
  const body = jsonIn(request);
  if (!isObject(body) || !isJson(request.headers["content-type"] ?? "")) return undefined;
  const [, own] = /^body\/([^/]*)/.exec(place) ?? [];
  const kept = new Set([...tokensOf(`/${own ?? ""}`), ...Object.keys(coverage?.references ?? {})]);
  const fresh = freshened(body, { contract, operation, kept, name: `${seed} ${variant}` });
  return fresh && { ...request, body: JSON.stringify(fresh) };
}
