import {
  type Contract,
  type Field,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Parameter,
  directionNames,
  folded,
  isObject,
  isPagingName,
  joinPointer,
  orderNames,
  partsOf,
  propertyNamesOf,
  schemasAt,
  stepped,
  typesOf,
  valueAt,
} from "../../../contracts/index.ts";
import type { Listing } from "./listing.ts";

/** What a list can be narrowed by: the value of a property of its items. */
export interface Filter {
  readonly name: string;
  /** Those that the contract counts, and that an item can have. */
  readonly values: readonly Json[];
  /** Whether it takes whole values only; what takes free text may mean a part of one. */
  readonly isExact: boolean;
  /** How a value is sent: some take a list. */
  sent(value: Json): Json;
  /** The values that an item has there. */
  of(item: JsonObject): readonly Json[];
}

const viewNames = /^(fields|select|include|exclude|expand|embed|view|format|lang|language|locale)$/i;
/** Names and descriptions of what is no equality. */
const boundNames = /before|after|from|until|since|min|max|gte?$|lte?$/i;
const vague =
  /contain|prefix|begin|start|partial|part of|substring|fuzzy|like|similar|search|includ|since|until|before|after|\bfrom\b|at least|at most|minimum|maximum|case|exclud|not\b|except|convert/i;

const memberNames = /^(tag|label|keyword|role|scope)$/i;

/** "tags" of "tag", "categories" of "category". */
function isPluralOf(many: string, one: string): boolean {
  return many === `${one}s` || many === `${one}es` || (one.endsWith("y") && many === `${one.slice(0, -1)}ies`);
}

/** The filters of a list whose meaning is plain: called as a property of its items, or noted as one. */
export function filtersOf(contract: Contract, { operation, role, fields, item }: Listing): readonly Filter[] {
  const properties = propertyNamesOf(contract, item);
  return fields.flatMap((field): readonly Filter[] => {
    const { name, schema } = field;
    const noted = role.filters?.[name];
    if (isPagingName(name) || orderNames.test(name) || directionNames.test(name) || viewNames.test(name)) return [];
    const listed = properties.has(name) ? undefined : [...properties].find((each) => isPluralOf(each, name));
    if (noted === undefined ? !properties.has(name) && listed === undefined : boundNames.test(name)) return [];
    const parameter = operation.parameters.find((each) => each.name === name && each.in === "query");
    if (vague.test(wordsOf(contract, field, parameter))) return [];
    const place = noted?.split(".") ?? [listed ?? name];
    const owned: JsonSchema = { allOf: schemasAt(contract, item, place) };
    const takesList = typesOf(contract, schema).includes("array");
    const asked: JsonSchema = takesList ? { allOf: schemasAt(contract, schema, ["items"]) } : schema;
    const isList = isPlain(contract, listedBy(contract, owned));
    if (!isPlain(contract, asked) || !(isList || (listed === undefined && isPlain(contract, owned)))) return [];
    const possible = choicesOf(contract, owned) ?? choicesOf(contract, listedBy(contract, owned));
    const choices = choicesOf(contract, asked)?.filter((value) => value !== null);
    return [
      {
        name,
        values: possible && choices ? choices.filter((value) => possible.includes(value)) : [],
        // One of a list is meant, and no part of one; of what has kinds below it, one may stand for those, too.
        isExact: (listed !== undefined && memberNames.test(name)) || isExact(contract, asked, name),
        sent: (value) => (takesList ? [value] : value),
        of: (each) => [stepped(each, place) ?? []].flat().filter((value) => value !== null && !isObject(value)),
      },
    ];
  });
}

/** What is documented of a parameter, or of the member of a body. */
function wordsOf(contract: Contract, { schema }: Field, parameter: Parameter | undefined): string {
  const own = parameter && valueAt(contract.document, joinPointer(parameter.pointer, "description"));
  const inner = partsOf(contract, schema).map(({ description }) => description);
  return [own, ...inner].filter((text) => typeof text === "string").join(" ");
}

function listedBy(contract: Contract, schema: JsonSchema): JsonSchema {
  return { allOf: schemasAt(contract, schema, ["items"]) };
}

function isPlain(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema);
  const plain = ["string", "number", "integer", "boolean", "null"];
  return types.length > 0 && types.every((type) => plain.includes(type));
}

/** All values that a schema has, where it counts them. */
function choicesOf(contract: Contract, schema: JsonSchema): readonly Json[] | undefined {
  const types = typesOf(contract, schema).filter((type) => type !== "null");
  if (types.length === 1 && types[0] === "boolean") return [true, false];
  return partsOf(contract, schema).find((part) => Array.isArray(part["enum"]))?.["enum"] as readonly Json[] | undefined;
}

/** Whether a filter takes no part of a value: what is counted, numbers, ids, and texts whose form is given from end to end. */
function isExact(contract: Contract, schema: JsonSchema, name: string): boolean {
  const types = typesOf(contract, schema);
  return (
    !types.includes("string") ||
    choicesOf(contract, schema) !== undefined ||
    /(^|_)id$|Id$/.test(name) ||
    partsOf(contract, schema).some(
      ({ format, pattern, const: only }) =>
        only !== undefined ||
        ["uuid", "date", "email"].includes(String(format)) ||
        (typeof pattern === "string" && /^\^[^|]*\$$/.test(pattern)),
    )
  );
}

/** Whether an item may be among those of a value: where free text is taken, a word of it is enough. */
export function fits({ isExact: isWhole, of }: Filter, item: JsonObject, value: Json): boolean {
  const own = of(item);
  // A list may show less of an item than there is.
  if (own.length === 0) return true;
  const wanted = folded(String(value));
  const words = String(value)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return own.some((each) => {
    const text = String(each).toLowerCase();
    if (isWhole) return text.trim().normalize() === String(value).toLowerCase().trim().normalize();
    return folded(text).includes(wanted) || wanted.includes(folded(text)) || words.some((word) => text.includes(word));
  });
}
