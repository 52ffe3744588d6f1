import type { WireRequest } from "../model/wire-message.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isJson,
  isObject,
  tokensOf,
  validatorOf,
} from "../../contracts/index.ts";
import { createValues, seededNumber } from "../../contracts/generate/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import type { Scope } from "../run/scope.ts";
import type { Coverage, Covering } from "./coverage.ts";
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
  const body = jsonIn(request);
  if (!isObject(body) || !isJson(request.headers["content-type"] ?? "")) return undefined;
  const [, own] = /^body\/([^/]*)/.exec(place) ?? [];
  const kept = new Set([...tokensOf(`/${own ?? ""}`), ...Object.keys(coverage?.references ?? {})]);
  const fresh = freshened(body, { contract, operation, kept, name: `${seed} ${turn}` });
  return fresh && { ...request, body: JSON.stringify(fresh) };
}

interface Freshening {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Another name gives other texts. */
  readonly name: string;
  /** The members that stay as they are. */
  readonly kept: ReadonlySet<string>;
}

/** A body with other texts, as valid or as wrong as it is; nothing where it has no other ones. */
export function freshened(body: JsonObject, { contract, operation, name, kept }: Freshening): JsonObject | undefined {
  const schema = requestMedia(operation)?.schema;
  if (!schema) return undefined;
  const other = createValues(contract, "request").sample(schema, {
    name: `${operation.name} ${name}`,
    examples: false,
    optional: true,
  });
  const days = 1 + (Math.abs(seededNumber(name)) % MOST_DAYS);
  const texts = Object.entries(body).flatMap(([each, value]): [string, Json][] => {
    if (typeof value !== "string" || kept.has(each)) return [];
    const text = later(value, days) ?? (isObject(other) ? other[each] : undefined);
    return typeof text === "string" && text !== value ? [[each, text]] : [];
  });
  const fresh = { ...body, ...(Object.fromEntries(texts) as JsonObject) };
  const faults = (value: Json): string => faultsOf(value, contract, schema.pointer);
  return texts.length > 0 && faults(fresh) === faults(body) ? fresh : undefined;
}

/** So many days later what has a time takes place, all of it: in order, and as long. */
const MOST_DAYS = 4000;
const DAY_MS = 86_400_000;

/** Nothing for what is no time. */
function later(text: string, days: number): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/i.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  const moved = new Date(Date.parse(text) + days * DAY_MS).toISOString();
  return text.length === 10 ? moved.slice(0, 10) : moved;
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
