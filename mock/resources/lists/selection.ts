import { membersIn } from "../members/members.ts";
import type { CriterionCondition, Matcher } from "./criterion.ts";
import type { Stored } from "../../state/stored.ts";
import {
  type Contract,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type RequestField,
  type Role,
  membersOf,
  propertyNamesOf,
  schemasAtPath,
  propertyPathOf,
  fieldsOf,
  fieldValuesOf,
  filterMapNames,
  isPagingName,
} from "../../../contracts/index.ts";
import type { Input } from "../../calls/input.ts";
import type { Condition, Measure } from "../../state/query.ts";
import { matcherOf, viewNames, searchTextOf, textsAt } from "./matching.ts";
import { valuesAt } from "../members/member-paths.ts";
import { measuresAt, timeFormatOf } from "./ranges.ts";
import type { Representations } from "../representation.ts";
import { type SortKeys, compareBy, createSorting } from "./sorting.ts";

/** Filter and order of a list, as a request selects them. */
export interface RequestedSelection {
  /** Applies the selection to items in the default order. */
  readonly from: (items: readonly Stored[]) => readonly Stored[];
  /** The same filter as conditions of a query. */
  readonly conditions: readonly Condition[];
  /** Sort keys. Undefined for the default order. */
  readonly keys: SortKeys | undefined;
}

/** Filters of a list, and the form of its items that they apply to. */
export interface Selection {
  read(input: Input): RequestedSelection | undefined;
  /** Returns an item in the form of the list. */
  viewOf(stored: Stored): JsonObject;
  /** Names of the filters of a request that are not understood. The list is not filtered by them. */
  unreadFilters(input: Input): readonly string[];
}

/** Words of the description of a filter. */
const filterWords = /\b(filter|only (return|list|show|include)|matching|restrict|narrow)/i;

/**
 * Compiles the filters and orders of a list: parameters that are named like a property of the items or like a bound of
 * one, full-text search, and sorting. They apply to the shown form of an item, so that hidden members cannot be
 * discovered. Undefined if requests can only select the whole list in the default order.
 */
export function createSelection(
  contract: Contract,
  operation: Operation,
  { collection, itemsProperty, filters = {} }: Role,
  representations: Representations,
): Selection {
  const schema = representations.shapeOf(operation);
  const lists = schemasAtPath(contract, schema, propertyPathOf(contract, schema, itemsProperty));
  const item: JsonSchema = { allOf: lists.flatMap((list) => membersOf(contract, list, "items")) };
  const properties = propertyNamesOf(contract, item);
  // A path parameter filters as well if the collection does not contain it, such as a thread in a path of messages.
  const pathFields = operation.parameters
    .filter(({ in: place, name }) => place === "path" && !collection.includes(`{${name}}`) && properties.has(name))
    .map(({ name, schema: { value } }): RequestField => ({ name, schema: value }));
  // A time such as "from" is no offset.
  const isForPaging = ({ name, schema: of }: RequestField): boolean =>
    isPagingName(name) && timeFormatOf(contract, of) === undefined;
  const fields = [...fieldsOf(contract, operation).filter((field) => !isForPaging(field)), ...pathFields];
  const sorting = createSorting(contract, fields, properties);
  const matchers = fields.flatMap((field): [string, Matcher][] => {
    const matcher = sorting.names.has(field.name) ? undefined : matcherOf(contract, item, field, filters[field.name]);
    return matcher ? [[field.name, matcher]] : [];
  });
  const views = new WeakMap<Stored, JsonObject>();
  const readsBody = operation.body !== undefined;

  const conditionOf = createConditionOf(viewOf);
  const known = new Map(matchers);
  const filterNames = fields
    .filter(({ name }) => !sorting.names.has(name) && !viewNames.test(name))
    .filter(({ name, description = "" }) => filterMapNames.test(name) || filterWords.test(description))
    .map(({ name }) => name);
  return {
    viewOf,
    unreadFilters({ parameters }) {
      const values = filterNames.length === 0 ? {} : fieldValuesOf(fields, parameters);
      return filterNames.filter((name) => values[name] !== undefined && !known.get(name)?.(values[name]));
    },
    read({ parameters, body }) {
      if (matchers.length === 0 && sorting.names.size === 0) return undefined;
      const own = fieldValuesOf(fields, parameters);
      const values = readsBody ? { ...membersIn(body), ...own } : own;
      const criteria = matchers.flatMap(([name, matcher]) => {
        const sent = values[name];
        return (sent === undefined ? undefined : matcher(sent)) ?? [];
      });
      const keys = sorting.read(values);
      if (criteria.length === 0 && !keys) return undefined;
      return {
        from(items) {
          const meetsCriteria = (each: Stored): boolean => criteria.every(({ test }) => test(viewOf(each)));
          const kept = criteria.length === 0 ? items : items.filter(meetsCriteria);
          return keys ? kept.toSorted((one, other) => compareBy(keys, viewOf(one), viewOf(other))) : kept;
        },
        conditions: criteria.flatMap(({ conditions }) => conditions.map(conditionOf)),
        keys,
      };
    },
  };

  /** Returns an item in the form of the list. */
  function viewOf(stored: Stored): JsonObject {
    let view = views.get(stored);
    if (!view) views.set(stored, (view = membersIn(representations.asListed(operation, stored.value))));
    return view;
  }
}

/** Maximum number of places that are cached. Requests can name any place in a map of filters. */
const MAX_PLACES = 64;

/** Caches one function for each place, because the function identifies an index. */
function createConditionOf(viewOf: (stored: Stored) => JsonObject): (condition: CriterionCondition) => Condition {
  type PartReader<T> = (stored: Stored) => T;
  const keys = new Map<string, PartReader<readonly string[]>>();
  const measures = new Map<string, PartReader<readonly Measure[]>>();
  const texts = new Map<string, PartReader<string>>();
  return (condition) => {
    if (condition.kind === "containing") {
      const { path: place, words } = condition;
      const textOf = cachedFunction(texts, JSON.stringify(place ?? []), () => (stored) => {
        const view = viewOf(stored);
        return searchTextOf(place ? valuesAt(view, place) : view);
      });
      return { kind: "containing", textOf, words };
    }
    const { path } = condition;
    if (condition.kind === "among") {
      const keysOf = cachedFunction(keys, JSON.stringify(path), () => (stored) => textsAt(viewOf(stored), path));
      return { kind: "among", keysOf, wanted: condition.wanted };
    }
    const { isDay, relation, bound } = condition;
    const name = JSON.stringify([isDay, ...path]);
    const measuresOf = cachedFunction(measures, name, () => (stored) => measuresAt(viewOf(stored), path, isDay));
    return { kind: "within", measuresOf, relation, bound };
  };
}

function cachedFunction<T>(known: Map<string, T>, name: string, make: () => T): T {
  let found = known.get(name);
  if (found === undefined) {
    if (known.size >= MAX_PLACES) known.clear();
    known.set(name, (found = make()));
  }
  return found;
}
