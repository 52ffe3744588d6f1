import {
  type Contract,
  type Json,
  type JsonObject,
  isJson,
  isObject,
  tokensOf,
  validatorOf,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/values/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../exchange.ts";
import type { Scope } from "../scope.ts";
import type { Coverage, Covering } from "./coverage.ts";
import { ordered } from "./ordered.ts";
import { requestMedia } from "./wire.ts";

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
  const schema = requestMedia(operation)?.schema;
  const body = jsonIn(request);
  if (!schema || !isObject(body) || !isJson(request.headers["content-type"] ?? "")) return undefined;
  const other = createValues(contract, "request").sample(schema, {
    name: `${operation.name} ${seed} ${turn}`,
    examples: false,
    optional: true,
  });
  const [, own] = /^body\/([^/]*)/.exec(place) ?? [];
  const isFree = (name: string): boolean =>
    name !== tokensOf(`/${own ?? ""}`)[0] && !Object.hasOwn(coverage?.references ?? {}, name);
  const names = isObject(other) ? textsIn(body, other).filter(isFree) : [];
  const texts = names.map((name) => [name, (other as JsonObject)[name]]);
  const fresh = ordered({ ...body, ...(Object.fromEntries(texts) as JsonObject) });
  const faults = (value: Json): string => faultsOf(value, contract, schema.pointer);
  return names.length > 0 && faults(fresh) === faults(body) ? { ...request, body: JSON.stringify(fresh) } : undefined;
}

/** The members that are texts in both, and differ. */
function textsIn(body: JsonObject, other: JsonObject): readonly string[] {
  return Object.keys(body).filter(
    (name) => typeof body[name] === "string" && typeof other[name] === "string" && body[name] !== other[name],
  );
}

function faultsOf(value: Json, contract: Contract, pointer: string): string {
  return validatorOf(
    contract,
    pointer,
    "request",
  )(value)
    .map((violation) => `${violation.pointer} ${violation.keyword}`)
    .join("\n");
}
