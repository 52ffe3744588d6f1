import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  meantBranches,
  listSchemaParts,
  schemas,
  resolveTarget,
  unionKeywords,
} from "../../../contracts/index.ts";

type Mark = "read-only" | "writable";

/**
 * True if a member of an item is readOnly. Of the branches of a union, those count that declare the member and that the
 * item can mean: all of them have to mark it. Without an item, all branches count.
 */
export function isReadOnlyMember(contract: Contract, schema: JsonSchema, name: string, item?: Json): boolean {
  return findMark(schema, []) === "read-only";

  function findMark(part: JsonSchema, entered: readonly JsonObject[]): Mark | undefined {
    if (typeof part === "boolean" || entered.includes(part)) return undefined;
    const inside = [...entered, part];
    const together = [
      ownMark(part),
      ...(typeof part["$ref"] === "string" ? [findMark(resolveTarget(contract, part["$ref"]), inside)] : []),
      ...schemas(part["allOf"]).map((each) => findMark(each, inside)),
      ...unionKeywords.map((keyword) => markInUnion(part, keyword, inside)),
    ];
    if (together.includes("read-only")) return "read-only";
    return together.find((mark) => mark !== undefined);
  }

  function markInUnion(
    union: JsonObject,
    keyword: (typeof unionKeywords)[number],
    entered: readonly JsonObject[],
  ): Mark | undefined {
    const all = schemas(union[keyword]);
    if (all.length === 0) return undefined;
    const meant = item === undefined ? [...all.keys()] : meantBranches(contract, union, keyword, item);
    const marks = meant
      .map((index) => findMark(all[index] as JsonSchema, entered))
      .filter((mark) => mark !== undefined);
    return marks.find((mark) => mark === "writable") ?? marks[0];
  }

  function ownMark({ properties }: JsonObject): Mark | undefined {
    if (!isObject(properties) || !Object.hasOwn(properties, name)) return undefined;
    const isMarked = listSchemaParts(contract, properties[name] as JsonSchema).some(
      (part) => part["readOnly"] === true,
    );
    return isMarked ? "read-only" : "writable";
  }
}
