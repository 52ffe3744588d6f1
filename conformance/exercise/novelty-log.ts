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
      for (const aspect of aspectsOf(exchange)) known.add(`${operation.name} ${aspect}`);
    },
    aspects: () => known.size,
  };
}

function aspectsOf({ request, response }: Exchange): readonly string[] {
  const { status } = response;
  const [, query = ""] = request.path.split("?", 2);
  const sent = [
    ...readQuery(query).map(([name, value]) => `?${name} ${kindOf(value ?? "")}`),
    ...partsOf(request.body === undefined ? undefined : (jsonIn(request) ?? request.body)),
  ];
  const pairs = sent.flatMap((one, index) => sent.slice(index + 1).map((other) => `${one} & ${other}`));
  return [
    `${status}`,
    ...sent.map((part) => `${status} for ${part}`),
    ...pairs,
    ...partsOf(jsonIn(response)).map((part) => `${status} with ${part}`),
  ];
}

/** Parts of a value, each with the kind of its value. Items of a list count as one part. */
function partsOf(value: Json | undefined): readonly string[] {
  const parts = new Set<string>();
  collect(value, "", parts);
  return [...parts];
}

function collect(value: Json | undefined, place: string, parts: Set<string>): void {
  if (value === undefined || parts.size >= MAX_PARTS) return;
  parts.add(`${place} ${kindOf(value)}`);
  if (Array.isArray(value)) for (const item of value) collect(item, `${place}/*`, parts);
  else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) collect(member as Json, `${place}/${name}`, parts);
}

/** Kind of a value: its type, and what is often treated in another way, such as an empty text or a negative number. */
function kindOf(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return `${Math.sign(value)}${Number.isInteger(value) ? "" : " with fraction"}`;
  if (typeof value === "string") return `text of ${sizeOf(value.length)}${/^[ -~]*$/.test(value) ? "" : ", not ASCII"}`;
  if (Array.isArray(value)) return `list of ${sizeOf(value.length)}`;
  return "object";
}

function sizeOf(length: number): string {
  return length > 1 ? "many" : String(length);
}
