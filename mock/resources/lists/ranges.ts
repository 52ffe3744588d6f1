import type { Criterion, Matcher } from "./criterion.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  membersOf,
  partsOf,
  propertyNamesOf,
  type RequestField,
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
  [/^(from|since)_?(?<of>.+)$/i, ">="],
  [/^(to|until|till)_?(?<of>.+)$/i, "<="],
  [/^min(imum)?_?(?<of>.+)$/i, ">="],
  [/^max(imum)?_?(?<of>.+)$/i, "<="],
];

const dayForm = /^\d{4}-\d\d-\d\d$/;

/** Compiles the filter of a field that is named like a bound of a time or number. Undefined if it is not. */
export function rangeOf(
  contract: Contract,
  item: JsonSchema,
  field: RequestField,
  declared?: MemberPath,
): Matcher | undefined {
  for (const [form, relation] of bounds) {
    const propertyName = form.exec(field.name)?.groups?.["of"];
    if (propertyName === undefined) continue;
    const path =
      declared ?? boundedProperty(contract, item, propertyName) ?? boundedTime(contract, item, field, propertyName);
    if (path && isOrdered(contract, schemaAt(contract, item, path)))
      return (sent) => boundCriterion(path, relation, sent);
  }
  return undefined;
}

/** Compares names of properties: "placed_at" with "placed", "price" with "Price". */
function boundedProperty(contract: Contract, item: JsonSchema, propertyName: string): MemberPath | undefined {
  if (propertyName === "") return undefined;
  const wanted = ["", "at", "on", "date", "time"].map((ending) => foldedName(propertyName) + ending);
  const properties = [...propertyNamesOf(contract, item)].filter((name) =>
    isOrdered(contract, { allOf: membersOf(contract, item, name) }),
  );
  const found = wanted
    .map((each) => properties.find((name) => foldedName(name) === each))
    .find((name) => name !== undefined);
  return found === undefined ? undefined : [found];
}

/**
 * The time that a bound without the name of a property is about, such as "from" or "date_to": the one that the
 * description names, otherwise the only one. Undefined if it is unclear.
 */
function boundedTime(
  contract: Contract,
  item: JsonSchema,
  { name, schema, description = "" }: RequestField,
  propertyName: string,
): MemberPath | undefined {
  const isTimeBound = timeFormatOf(contract, schema) !== undefined;
  if (!isTimeBound || !/^(date|time|date_?time|timestamp|day)?$/i.test(propertyName)) return undefined;
  const times = [...propertyNamesOf(contract, item)].filter(
    (each) => timeFormatOf(contract, { allOf: membersOf(contract, item, each) }) !== undefined,
  );
  const named = times.filter((each) => isNamedIn(description, each));
  // "since" often means the latest change, and a description can be about a time that the item does not show.
  const isUnclear = /since/i.test(name) || deeds.test(description);
  const [only, ...others] = named.length > 0 || isUnclear ? named : times;
  return only === undefined || others.length > 0 ? undefined : [only];
}

const deeds =
  /\b(creat|updat|modif|chang|publish|expir|complet|finish|start|end|sent|receiv|paid|deliver|due|schedul)/i;

/** True if a text names a property or what happens at its time: "start at or after" names "startsAt". */
function isNamedIn(text: string, property: string): boolean {
  const [word = ""] = property
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const stem = word.length > 4 ? word.replace(/(ed|es|s|e)$/, "") : word.replace(/s$/, "");
  return stem.length > 2 && new RegExp(`\\b${stem}`, "i").test(text);
}

/** The format of a schema of times. Undefined for another schema. */
export function timeFormatOf(contract: Contract, schema: JsonSchema): string | undefined {
  const formats = partsOf(contract, schema).map(({ format }) => format);
  return ["date-time", "date"].find((format) => formats.includes(format));
}

function isOrdered(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema).filter((type) => type !== "null");
  const isTime = timeFormatOf(contract, schema) !== undefined;
  return isTime || (types.length > 0 && types.every((type) => type === "number" || type === "integer"));
}

/** The filter of values that are above or below a bound. Undefined for a bound that is neither a number nor a time. */
export function boundCriterion(path: MemberPath, relation: Relation, sent: Json): Criterion | undefined {
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
