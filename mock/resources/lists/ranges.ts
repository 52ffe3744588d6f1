import type { Criterion, Matcher } from "./criterion.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type RequestField,
  isOrdered,
  readBound,
} from "../../../contracts/index.ts";
import { type MemberPath, locateSchema, locateValues } from "../members/member-paths.ts";
import { relations } from "../../state/indexes/index-kinds.ts";
import type { Measure, Relation } from "../../state/query.ts";

const dayForm = /^\d{4}-\d\d-\d\d$/;

/**
 * Compiles the filter of a field that is named like a bound of a time or number. Undefined if it is not, or if it is
 * unclear which time it bounds.
 */
export function compileRange(
  contract: Contract,
  item: JsonSchema,
  field: RequestField,
  declared?: MemberPath,
): Matcher | undefined {
  const bound = readBound(contract, item, field);
  const [property] = bound?.properties ?? [];
  const path = declared ?? (property === undefined ? undefined : [property]);
  if (!bound || !path || !isOrdered(contract, locateSchema(contract, item, path))) return undefined;
  return (sent) => boundCriterion(path, bound.relation, sent);
}

/** The filter of values that are above or below a bound. Undefined for a bound that is neither a number nor a time. */
export function boundCriterion(path: MemberPath, relation: Relation, sent: Json): Criterion | undefined {
  const isDay = dayForm.test(String(sent));
  const bound = toMeasure(sent, isDay);
  if (bound === undefined) return undefined;
  return {
    test: (item) =>
      locateValues(item, path).some((each) => {
        const value = toMeasure(each, isDay);
        return typeof value === typeof bound && relations[relation](value as Measure, bound);
      }),
    conditions: [{ kind: "within", path, isDay, relation, bound }],
  };
}

/** Values at a place that are comparable with a bound. A bound can be a day. */
export function readMeasures(item: JsonObject, path: MemberPath, isDay: boolean): readonly Measure[] {
  const type = isDay ? "string" : "number";
  return locateValues(item, path).flatMap((each) => {
    const value = toMeasure(each, isDay);
    if (value !== undefined && typeof value === type) return [value];
    return [];
  });
}

/** Comparable form of a value: a number, the moment of a time, or its day if the bound is a day. */
function toMeasure(value: Json, isDay: boolean): Measure | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value === "") return undefined;
  const number = Number(value);
  if (!Number.isNaN(number)) return number;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return undefined;
  if (isDay) return new Date(time).toISOString().slice(0, 10);
  return time;
}
