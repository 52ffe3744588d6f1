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
  /** Property with the key of the item, which changes whatever its type. */
  readonly key?: string | undefined;
}

/** Body with different texts and key, and the same schema violations. Undefined if nothing can change. */
export function freshened(
  body: JsonObject,
  { contract, operation, name, kept, key }: Freshening,
): JsonObject | undefined {
  const schema = requestMedia(operation)?.schema;
  if (!schema) return undefined;
  const other = createValues(contract, "request").sample(schema, {
    name: `${operation.name} ${name}`,
    examples: false,
    optional: true,
  });
  const days = 1 + (Math.abs(seededNumber(name)) % MAX_DAYS);
  const texts = Object.entries(body).flatMap(([each, value]): [string, Json][] => {
    if (kept.has(each) || (typeof value !== "string" && each !== key)) return [];
    const made = isObject(other) ? other[each] : undefined;
    const changed = typeof value === "string" ? (moveByDays(value, days) ?? made) : seedKeyNumber(name);
    if (changed !== undefined && typeof changed === typeof value && changed !== value) return [[each, changed]];
    return [];
  });
  const freshBody = { ...body, ...(Object.fromEntries(texts) as JsonObject) };
  const faults = (value: Json): string => describeBodyViolations(value, contract, schema.pointer);
  if (texts.length > 0 && faults(freshBody) === faults(body)) return freshBody;
  return undefined;
}

/** Number that a key may have. */
function seedKeyNumber(name: string): number {
  return 1 + (Math.abs(seededNumber(`${name} key`)) % MAX_KEY);
}

/** Largest generated key, which fits into any integer type of a database but the smallest. */
const MAX_KEY = 32_767;
/** Maximum number of days by which all times of a body move. The same shift keeps their order and distance. */
const MAX_DAYS = 4000;
const DAY_MS = 86_400_000;

/** Date or time moved by some days. Undefined for any other text. */
function moveByDays(text: string, days: number): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/i.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  const moved = new Date(Date.parse(text) + days * DAY_MS).toISOString();
  if (text.length === 10) return moved.slice(0, 10);
  return moved;
}

function describeBodyViolations(value: Json, contract: Contract, pointer: string): string {
  return validatorOf(
    contract,
    pointer,
    "request",
  )(value)
    .map((violation) => `${violation.pointer} ${violation.keyword}`)
    .join("\n");
}
