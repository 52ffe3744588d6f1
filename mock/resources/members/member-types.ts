import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  listMemberSchemas,
  listPropertyNames,
  listJsonTypes,
} from "../../../contracts/index.ts";

type Cast = (value: Json) => Json;

const castToText: Cast = (value) => (typeof value === "number" ? String(value) : value);
const castToNumber: Cast = (value) => {
  if (typeof value === "string" && /^-?(0|[1-9]\d{0,14})$/.test(value)) return Number(value);
  return value;
};

/**
 * Compiles the types of an item's members in a body, where other bodies of the same item have them as numbers and not as
 * texts, or the other way round: `"7"` for `7`. Undefined if all bodies agree.
 */
export function createMemberTypes(
  contract: Contract,
  { shown, others }: Readonly<Record<"shown" | "others", readonly JsonSchema[]>>,
): ((item: Json) => Json) | undefined {
  const casts = new Map<string, Cast>();
  for (const name of new Set(shown.flatMap((each) => [...listPropertyNames(contract, each)]))) {
    const [own, ...rest] = [shown, ...others.map((each) => [each])].map((schemas) => findCast(contract, schemas, name));
    if (own && rest.some((other) => other && other !== own)) casts.set(name, own);
  }
  if (casts.size === 0) return undefined;
  return (item) => (isObject(item) ? withTypes(item, casts) : item);
}

function withTypes(item: JsonObject, casts: ReadonlyMap<string, Cast>): JsonObject {
  const changed: Record<string, Json> = { ...item };
  for (const [name, cast] of casts) {
    const value = item[name];
    if (value !== undefined) changed[name] = cast(value);
  }
  return changed;
}

/** The cast to the only type of a member. Undefined if it has another type, or several. */
function findCast(contract: Contract, schemas: readonly JsonSchema[], name: string): Cast | undefined {
  const members = schemas.flatMap((schema) => listMemberSchemas(contract, schema, name));
  if (members.length === 0) return undefined;
  const types = listJsonTypes(contract, { allOf: members }).filter((type) => type !== "null");
  if (types.join() === "string") return castToText;
  if (types.length > 0 && types.every((type) => type === "integer" || type === "number")) return castToNumber;
  return undefined;
}
