import type { Contract, Operation } from "../../model/contract.ts";
import { join, valueAt } from "../../model/pointer.ts";

/** Limit of requests that a description states. */
export interface DocumentedRate {
  readonly limit: number;
  readonly milliseconds: number;
  /** Words of the description, such as "60 in a second". */
  readonly words: string;
}

/** A number of requests and a period, such as "100 requests per minute" or "60 in a second". */
const rateWords =
  /\b(\d{1,6})\s*(?:[a-z]+\s+){0,2}?(?:in|per|a|an|each|every|within)\s+(?:(?:a|an|one|each|any)\s+)?(second|minute)\b/gi;

const periods: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000 };

/** The limit that an operation, or its response 429, states in words. Undefined for none, and for several. */
export function documentedRate({ document }: Contract, operation: Operation): DocumentedRate | undefined {
  const texts = [["description"], ["summary"], ["responses", "429", "description"]].map((tokens) =>
    valueAt(document, join(operation.pointer, ...tokens)),
  );
  const found = texts.flatMap((text) => (typeof text === "string" ? [...text.matchAll(rateWords)] : []));
  const [[words = "", limit = "", period = ""] = []] = found;
  if (found.length !== 1) return undefined;
  return { limit: Number(limit), milliseconds: periods[period.toLowerCase()] as number, words };
}
