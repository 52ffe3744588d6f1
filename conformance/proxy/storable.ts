import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Role,
  isObject,
  findJsonMedia,
  findResponse,
  valueAtPath,
  splitPointer,
  validatorOf,
  closingKeywords,
} from "../../contracts/index.ts";
import { maskValue } from "../../contracts/secrets/index.ts";
import { findListSteps } from "../items/items.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";

/** Item in a response, and the part of it that can be kept. Undefined if it violates the contract. */
export interface ShownItem {
  readonly raw: JsonObject;
  readonly item: JsonObject | undefined;
}

interface ExchangeContext {
  readonly operation: Operation;
  readonly contract: Contract;
  /** Masks credentials of the exchange in a text. */
  hide(text: string): string;
}

/** Keywords whose violations are harmless: unlisted or missing members. */
const harmless = new Set(["required", ...closingKeywords]);

/** Items of a successful response, without secrets and without members that violate the contract. */
export function shownItems(
  exchange: Exchange,
  role: Role,
  { operation, contract, hide }: ExchangeContext,
): readonly ShownItem[] {
  const schema = findJsonMedia(findResponse(operation, exchange.response.status)?.content ?? [])?.schema;
  const body = jsonIn(exchange.response);
  if (!schema || body === undefined) return [];
  const { kind, wrapper, entryProperty } = role;
  const steps = kind === "list" ? findListSteps(body, role) : (wrapper?.split(".") ?? []);
  const faults = validatorOf(
    contract,
    schema.pointer,
    "response",
  )(body)
    .filter(({ keyword }) => !harmless.has(keyword))
    .map(({ pointer }) => splitPointer(pointer));
  const hidden = jsonIn({ body: hide(exchange.response.body) }) ?? null;
  const known = removeMasked(body, maskValue(hidden, contract, schema.value));
  const [raw, kept] = [valueAtPath(body, steps), valueAtPath(known, steps)];
  const splitShownItems = (
    one: Json | undefined,
    other: Json | undefined,
    at: readonly string[],
  ): readonly ShownItem[] => {
    if (!isObject(one) || !isObject(other)) return [];
    const itemFaults = faults.filter((tokens) => at.every((step, index) => tokens[index] === step));
    const wrong = new Set(itemFaults.map((tokens) => tokens[at.length]));
    // A violation of the whole, or of an ancestor, concerns each part.
    const isWrong = wrong.has(undefined) || faults.some((tokens) => tokens.length < at.length);
    const members = Object.entries(other).filter(([name]) => !wrong.has(name));
    return [{ raw: one, item: isWrong ? undefined : (Object.fromEntries(members) as JsonObject) }];
  };
  if (kind !== "list") return splitShownItems(raw, kept, steps);
  const list = Array.isArray(raw) ? (raw as readonly Json[]) : [];
  const entry = entryProperty?.split(".") ?? [];
  return list.flatMap((one, index) => {
    const other = (kept as readonly Json[])[index];
    return splitShownItems(valueAtPath(one, entry), valueAtPath(other, entry), [...steps, String(index), ...entry]);
  });
}

/**
 * Value without its secrets. They are removed rather than masked, because a mask may violate the schema; the mock
 * generates missing values.
 */
export function removeSecrets<T extends Json>(value: T, contract: Contract, schema: JsonSchema): T {
  return removeMasked(value, maskValue(value, contract, schema)) as T;
}

function removeMasked(value: Json, masked: Json | undefined): Json {
  if (Array.isArray(value))
    return value.map((item: Json, index) => removeMasked(item, (masked as Json[] | undefined)?.[index]));
  if (!isObject(value) || !isObject(masked)) return masked ?? value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const shown = masked[name];
    const isHidden = shown !== member && typeof shown === "string" && shown.includes("***");
    if (isHidden) return [];
    return [[name, removeMasked(member, shown)] as const];
  });
  return Object.fromEntries(members);
}
