import { type Json, readQuery } from "../../contracts/index.ts";
import { type Exchange, type OperationExchange, jsonIn } from "../model/exchange.ts";

/** Counts the aspects of exchanges that a trial has exercised, so that requests that add nothing can end. */
export interface NoveltyLog {
  record(record: Pick<OperationExchange, "exchange" | "operation">): void;
  /** Number of different aspects so far. */
  aspects(): number;
}

/** Maximum number of parts of one message that are read. */
const MAX_PARTS = 40;

/**
 * Log of aspects. An aspect is a pair of request parts with the kinds of their values, a part with the status that
 * answered it, or a part of the response.
 */
export function createNoveltyLog(): NoveltyLog {
  const known = new Set<string>();
  return {
    record({ exchange, operation }) {
      for (const aspect of listAspects(exchange)) known.add(`${operation.name} ${aspect}`);
    },
    aspects: () => known.size,
  };
}

function listAspects({ request, response }: Exchange): readonly string[] {
  const { status } = response;
  const [, query = ""] = request.path.split("?", 2);
  const sent = [
    ...readQuery(query).map(([name, value]) => `?${name} ${classifyValue(value ?? "")}`),
    ...listValueParts(request.body === undefined ? undefined : (jsonIn(request) ?? request.body)),
  ];
  const pairs = sent.flatMap((one, index) => sent.slice(index + 1).map((other) => `${one} & ${other}`));
  return [
    `${status}`,
    ...sent.map((part) => `${status} for ${part}`),
    ...pairs,
    ...listValueParts(jsonIn(response)).map((part) => `${status} with ${part}`),
  ];
}

/** Parts of a value, each with the kind of its value. Items of a list count as one part. */
function listValueParts(value: Json | undefined): readonly string[] {
  const parts = new Set<string>();
  collectValueParts(value, "", parts);
  return [...parts];
}

function collectValueParts(value: Json | undefined, place: string, parts: Set<string>): void {
  if (value === undefined || parts.size >= MAX_PARTS) return;
  parts.add(`${place} ${classifyValue(value)}`);
  if (Array.isArray(value)) for (const item of value) collectValueParts(item, `${place}/*`, parts);
  else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) collectValueParts(member as Json, `${place}/${name}`, parts);
}

/** Kind of a value: its type, and what is often treated in another way, such as an empty text or a negative number. */
function classifyValue(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return `${Math.sign(value)}${Number.isInteger(value) ? "" : " with fraction"}`;
  if (typeof value === "string")
    return `text of ${describeLength(value.length)}${/^[ -~]*$/.test(value) ? "" : ", not ASCII"}`;
  if (Array.isArray(value)) return `list of ${describeLength(value.length)}`;
  return "object";
}

function describeLength(length: number): string {
  return length > 1 ? "many" : String(length);
}
