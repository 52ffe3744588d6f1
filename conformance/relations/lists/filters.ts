import { isDeepStrictEqual } from "node:util";
import {
  type Contract,
  directionNames,
  foldedName,
  isObject,
  findPageFields,
  isPagingName,
  joinPointer,
  type Json,
  type JsonObject,
  type JsonSchema,
  orderNames,
  type Parameter,
  listSchemaParts,
  listPropertyNames,
  type RequestField,
  schemasAtPath,
  listJsonTypes,
  valueAt,
  valueAtPath,
} from "../../../contracts/index.ts";
import type { ListShape } from "./list-shape.ts";

/** A parameter that selects items by the value of one property. */
export interface Filter {
  readonly name: string;
  /** Enum values that both the parameter and the property allow. */
  readonly values: readonly Json[];
  /** True if the filter compares whole values. A filter for free text may match a part of a value. */
  readonly isExact: boolean;
  /** True if the parameter is a list, and an item has one value. The list then means any of its values. */
  readonly takesAnyOf: boolean;
  /** The value as a parameter: in a list if the parameter is a list. */
  parameterValue(value: Json): Json;
  /** Values of the property in an item. */
  of(item: JsonObject): readonly Json[];
}

const viewNames = /^(fields|select|include|exclude|expand|embed|view|format|lang|language|locale)$/i;
/** Names and descriptions of parameters that do not compare for equality. */
const boundNames = /before|after|from|until|since|min|max|gte?$|lte?$/i;
const vague =
  /contain|prefix|begin|start|partial|part of|substring|fuzzy|like|similar|search|includ|since|until|before|after|\bfrom\b|at least|at most|minimum|maximum|case|exclud|not\b|except|convert/i;

const memberNames = /^(tag|label|keyword|role|scope)$/i;

/** True for regular plurals, such as "tags" of "tag" and "categories" of "category". */
function isPluralForm(many: string, one: string): boolean {
  return many === `${one}s` || many === `${one}es` || (one.endsWith("y") && many === `${one.slice(0, -1)}ies`);
}

/** Filters of a list with a clear meaning: the parameter has the name of a property, or the contract notes the property. */
export function findFilters(contract: Contract, { operation, role, fields, item }: ListShape): readonly Filter[] {
  const properties = listPropertyNames(contract, item);
  const { limits } = findPageFields(contract, fields);
  return fields.flatMap((field): readonly Filter[] => {
    const { name: sentName, schema, member: name = sentName } = field;
    const noted = role.filters?.[name];
    if (limits.includes(field) || isPagingName(name) || orderNames.test(name) || directionNames.test(name)) return [];
    const pluralName = properties.has(name) ? undefined : [...properties].find((each) => isPluralForm(each, name));
    if (noted === undefined ? !properties.has(name) && pluralName === undefined : boundNames.test(name)) return [];
    const parameter = operation.parameters.find((each) => each.name === sentName && each.in === "query");
    if (vague.test(joinDescriptions(contract, field, parameter))) return [];
    const place = noted?.split(".") ?? [pluralName ?? name];
    const owned: JsonSchema = { allOf: schemasAtPath(contract, item, place) };
    const types = listJsonTypes(contract, schema);
    const takesList = types.includes("array") && !types.includes("string");
    const filterSchema: JsonSchema = takesList ? { allOf: schemasAtPath(contract, schema, ["items"]) } : schema;
    const isList = hasPlainTypes(contract, listedBy(contract, owned));
    if (
      !takesPlain(contract, filterSchema) ||
      !(isList || (pluralName === undefined && hasPlainTypes(contract, owned)))
    )
      return [];
    const possible = listClosedValues(contract, owned) ?? listClosedValues(contract, listedBy(contract, owned));
    const choices = listClosedValues(contract, filterSchema)?.filter((value) => value !== null);
    // A parameter for the form of the response has other values than a member of its name.
    if (viewNames.test(name) && !(possible && choices && isDeepStrictEqual(new Set(possible), new Set(choices))))
      return [];
    return [
      {
        name: sentName,
        values: possible && choices ? choices.filter((value) => possible.includes(value)) : [],
        // Tags match whole values. Categories and the like may include their subcategories.
        isExact: (pluralName !== undefined && memberNames.test(name)) || isExact(contract, filterSchema, name),
        takesAnyOf: takesList && !isList,
        parameterValue: (value) => (takesList ? [value] : value),
        of: (each) => [valueAtPath(each, place) ?? []].flat().filter((value) => value !== null && !isObject(value)),
      },
    ];
  });
}

/** Descriptions of a parameter or of a body member. */
function joinDescriptions(contract: Contract, { schema }: RequestField, parameter: Parameter | undefined): string {
  const own = parameter && valueAt(contract.document, joinPointer(parameter.pointer, "description"));
  const inner = listSchemaParts(contract, schema).map(({ description }) => description);
  return [own, ...inner].filter((text) => typeof text === "string").join(" ");
}

function listedBy(contract: Contract, schema: JsonSchema): JsonSchema {
  return { allOf: schemasAtPath(contract, schema, ["items"]) };
}

/** True for a schema that restricts types, and allows plain values. Beside them, a filter may take objects with operators. */
function takesPlain(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema);
  return types.some((type) => plainTypes.includes(type)) && !(types.includes("array") && types.includes("object"));
}

const plainTypes: readonly string[] = ["string", "number", "integer", "boolean"];

function hasPlainTypes(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema);
  return types.length > 0 && types.every((type) => type === "null" || plainTypes.includes(type));
}

/** Values of an enum or a boolean. Returns undefined for other schemas. */
function listClosedValues(contract: Contract, schema: JsonSchema): readonly Json[] | undefined {
  const types = listJsonTypes(contract, schema).filter((type) => type !== "null");
  if (types.length === 1 && types[0] === "boolean") return [true, false];
  return listSchemaParts(contract, schema).find((part) => Array.isArray(part["enum"]))?.["enum"] as
    | readonly Json[]
    | undefined;
}

/** True for filters that match whole values only: enums, numbers, ids, and texts with an anchored pattern or a format. */
function isExact(contract: Contract, schema: JsonSchema, name: string): boolean {
  const types = listJsonTypes(contract, schema);
  return (
    !types.includes("string") ||
    listClosedValues(contract, schema) !== undefined ||
    /(^|_)id$|Id$/.test(name) ||
    listSchemaParts(contract, schema).some(
      ({ format, pattern, const: only }) =>
        only !== undefined ||
        ["uuid", "date", "email"].includes(String(format)) ||
        (typeof pattern === "string" && /^\^[^|]*\$$/.test(pattern)),
    )
  );
}

/** True where an item may match a filter value. For free text, one common word is enough. */
export function fitsFilter({ isExact: isWhole, of }: Filter, item: JsonObject, value: Json): boolean {
  const own = of(item);
  // A list may omit members of its items.
  if (own.length === 0) return true;
  const wanted = foldedName(String(value));
  const words = String(value)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return own.some((each) => {
    const text = String(each).toLowerCase();
    if (isWhole) return text.trim().normalize() === String(value).toLowerCase().trim().normalize();
    return (
      foldedName(text).includes(wanted) ||
      wanted.includes(foldedName(text)) ||
      words.some((word) => text.includes(word))
    );
  });
}
