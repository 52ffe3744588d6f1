import type { Criterion, Matcher } from "./criterion.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
  foldedName,
} from "../../../contracts/index.ts";
import { type MemberPath, schemaAt, valuesAt } from "../members/member-paths.ts";
import { relations } from "../../state/indexes/index-kinds.ts";
import type { Measure, Relation } from "../../state/query.ts";

/** Forms of names of bounds: "placed_after", "price_min", "minPrice". */
const bounds: readonly (readonly [form: RegExp, relation: Relation])[] = [
  [/^(?<of>.*?)_?(after|gt)$/i, ">"],
  [/^(?<of>.*?)_?(before|lt)$/i, "<"],
  [/^(?<of>.*?)_?(from|since|min|gte|ge)$/i, ">="],
  [/^(?<of>.*?)_?(to|until|till|max|lte|le)$/i, "<="],
  [/^min(imum)?_?(?<of>.+)$/i, ">="],
  [/^max(imum)?_?(?<of>.+)$/i, "<="],
];

const dayForm = /^\d{4}-\d\d-\d\d$/;

/** Compiles the filter of a field that is named like a bound of a time or number. Undefined if it is not. */
export function rangeOf(
  contract: Contract,
  item: JsonSchema,
  name: string,
  declared?: MemberPath,
): Matcher | undefined {
  for (const [form, relation] of bounds) {
    const propertyName = form.exec(name)?.groups?.["of"];
    // "since" alone names no property.
    const path =
      propertyName === undefined
        ? undefined
        : (declared ?? (propertyName === "" ? undefined : boundedProperty(contract, item, propertyName)));
    if (path && isOrdered(contract, schemaAt(contract, item, path)))
      return (sent) => boundCriterion(path, relation, sent);
  }
  return undefined;
}

/** Compares names of properties: "placed_at" with "placed", "price" with "Price". */
function boundedProperty(contract: Contract, item: JsonSchema, propertyName: string): MemberPath | undefined {
  const wanted = ["", "at", "on", "date", "time"].map((ending) => foldedName(propertyName) + ending);
  const properties = [...propertyNamesOf(contract, item)].filter((name) =>
    isOrdered(contract, { allOf: membersOf(contract, item, name) }),
  );
  const found = wanted
    .map((each) => properties.find((name) => foldedName(name) === each))
    .find((name) => name !== undefined);
  return found === undefined ? undefined : [found];
}

function isOrdered(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema).filter((type) => type !== "null");
  const isTime = partsOf(contract, schema).some(({ format }) => format === "date-time" || format === "date");
  return isTime || (types.length > 0 && types.every((type) => type === "number" || type === "integer"));
}

function boundCriterion(path: MemberPath, relation: Relation, sent: Json): Criterion | undefined {
  const isDay = dayForm.test(String(sent));
  const bound = measureOf(sent, isDay);
  if (bound === undefined) return undefined;
  return {
    test: (item) =>
      valuesAt(item, path).some((each) => {
        const value = measureOf(each, isDay);
        return typeof value === typeof bound && relations[relation](value as Measure, bound);
      }),
    conditions: [{ kind: "within", path, isDay, relation, bound }],
  };
}

/** Values at a place that are comparable with a bound. A bound can be a day. */
export function measuresAt(item: JsonObject, path: MemberPath, isDay: boolean): readonly Measure[] {
  const type = isDay ? "string" : "number";
  return valuesAt(item, path).flatMap((each) => {
    const value = measureOf(each, isDay);
    return value !== undefined && typeof value === type ? [value] : [];
  });
}

/** Comparable form of a value: a number, the moment of a time, or its day if the bound is a day. */
function measureOf(value: Json, isDay: boolean): Measure | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value === "") return undefined;
  const number = Number(value);
  if (!Number.isNaN(number)) return number;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return undefined;
  return isDay ? new Date(time).toISOString().slice(0, 10) : time;
}
