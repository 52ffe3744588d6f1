import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isObject,
  validatorOf,
} from "../../contracts/index.ts";
import { createValues, seededNumber } from "../../contracts/generate/index.ts";
import { requestMedia } from "./wire.ts";

interface Freshening {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Seed of the texts. Different names give different texts. */
  readonly name: string;
  /** Properties that do not change. */
  readonly kept: ReadonlySet<string>;
}

/** Body with different texts and the same schema violations. Undefined if no text can change. */
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
  const freshBody = { ...body, ...(Object.fromEntries(texts) as JsonObject) };
  const faults = (value: Json): string => faultsOf(value, contract, schema.pointer);
  return texts.length > 0 && faults(freshBody) === faults(body) ? freshBody : undefined;
}

/** Maximum number of days by which all times of a body move. The same shift keeps their order and distance. */
const MOST_DAYS = 4000;
const DAY_MS = 86_400_000;

/** Date or time moved by some days. Undefined for any other text. */
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
