import {
  type Contract,
  type Json,
  type Operation,
  isJson,
  findJsonMedia,
  findResponse,
  splitPointer,
} from "../../../contracts/index.ts";
import { withValueAt } from "../../../contracts/generate/index.ts";
import type { MockResponse } from "../../model/exchange.ts";
import { parseJsonBody } from "../../model/parse-json-body.ts";

/** A value of JSON, and the schema that a contract documents for it. */
export interface DocumentedValue {
  readonly contract: Contract;
  /** JSON pointer of the schema into `contract.document`. */
  readonly pointer: string;
  readonly value: Json;
}

/** The body of a response, if the contract documents its schema. */
export function documentedBody(
  contract: Contract,
  operation: Operation,
  { status, headers, body }: MockResponse,
): DocumentedValue | undefined {
  if (body.length === 0 || !isJson(headers["content-type"] ?? "")) return undefined;
  const schema = findJsonMedia(findResponse(operation, status)?.content ?? [])?.schema;
  const value = schema && parseJsonBody(body);
  if (schema === undefined || value === undefined) return undefined;
  return { contract, pointer: schema.pointer, value };
}

/** The response with another body. Undefined without a value. */
export function withBody(response: MockResponse, value: Json | undefined): MockResponse | undefined {
  if (value === undefined) return undefined;
  return { ...response, body: Buffer.from(JSON.stringify(value)) };
}

/** Replacements for a place of a value, the preferred one first. */
export interface Insertion {
  readonly pointer: string;
  readonly choices: readonly ((value: Json) => Json)[];
}

/**
 * Applies as many insertions as the schema accepts: all first choices at once, otherwise each one that is accepted.
 * Undefined if none is.
 */
export function withInsertions(
  value: Json,
  insertions: readonly Insertion[],
  accepts: (changed: Json) => boolean,
): Json | undefined {
  const whole = insertions.reduce(
    (candidate, { pointer, choices }) =>
      withValueAt(candidate, splitPointer(pointer), choices[0] as (before: Json) => Json),
    value,
  );
  if (accepts(whole)) return whole === value ? undefined : whole;
  const changed = insertions.reduce((candidate, { pointer, choices }) => {
    const path = splitPointer(pointer);
    for (const choice of choices) {
      const next = withValueAt(candidate, path, choice);
      if (accepts(next)) return next;
    }
    return candidate;
  }, value);
  return changed === value ? undefined : changed;
}
