import { toMembers, pickMembers } from "../members/members.ts";
import { type CriterionCondition, type Matcher, conditionsOfAll, readTexts } from "./criterion.ts";
import type { Stored } from "../../state/stored.ts";
import {
  type JsonObject,
  type JsonSchema,
  type RequestField,
  bodyWithItem,
  itemInBody,
  itemInEntry,
  findListedSchema,
  findJsonMedia,
  listMemberSchemas,
  listPropertyNames,
  listRequestFields,
  foldedName,
  expandFieldValues,
  findPageFields,
  isPageObject,
  isPagingName,
  isTimeField,
  unwrapSentSchema,
  singular,
} from "../../../contracts/index.ts";
import { isSecretName, isWriteOnly } from "../../../contracts/secrets/index.ts";
import type { Input } from "../../calls/input.ts";
import type { Condition, Measure } from "../../state/query.ts";
import { resolveMember } from "./named-member.ts";
import { everyWord, compileMatcher, viewNames } from "./matching.ts";
import { readMeasures } from "./ranges.ts";
import type { ResourceContext } from "../resource-context.ts";
import { type SortKeys, compareBy, createSorting } from "./sorting.ts";

/** Filter and order of a list, as a request selects them. */
export interface RequestedSelection {
  /** Applies the selection to items in the default order. */
  readonly from: (items: readonly Stored[]) => readonly Stored[];
  /** The same filter as conditions of a query. Undefined if there are no such conditions. */
  readonly conditions: readonly Condition[] | undefined;
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

/** Names of parameters that say who asks, or how the response is written. */
const otherNames =
  /^(access_?token|api_?key|auth|key|sig(nature)?|timestamp|nonce|prefer|accept|accept_language|paginate|sort_?type)$/i;
/** Descriptions of parameters that say what the response shows, not which items. */
const viewWords =
  /\b(response|output|result)s? (format|should be|will be|is) |\b(whether|if) to (show|return|include|add|expand)|\binclude[sd]? .*\b(in|with) (the|each) (response|result|output)|\b(format|encoding|pretty|verbose|callback)\b/i;

/**
 * Compiles the filters and orders of a list: parameters that are named like a property of the items or like a bound of
 * one, full-text search, and sorting. They apply to the items as the list and the operation that reads one of them show
 * them, so that hidden members cannot be discovered.
 */
export function createSelection(context: ResourceContext): Selection {
  const { contract, operation, representations } = context;
  const { role } = context;
  const { collection, filters = {} } = role;
  const schema = representations.shapeOf(operation);
  const listed = findListedSchema(contract, schema, role);
  const properties = listPropertyNames(contract, listed);
  const { hidden, valuesOf } = membersOfReader(context, properties);
  const sentOnly = membersOfCreator(context, new Set([...properties, ...Object.keys(hidden)]));
  const sentNames = Object.keys(sentOnly);
  const item: JsonSchema = { allOf: [listed, { properties: hidden }] };
  // A path parameter filters as well if the collection does not contain it, such as a thread in a path of messages. The
  // {id} of "/racks/{id}/crates" is not that of a crate.
  const ownKey = role.idProperty;
  const isFilter = (name: string): boolean =>
    name !== ownKey && !collection.includes(`{${name}}`) && properties.has(name);
  const pathFields = operation.parameters
    .filter(({ in: place, name }) => place === "path" && isFilter(name))
    .map(({ name, schema: { value } }): RequestField => ({ name, schema: value }));
  // A time such as "from" is no offset.
  const asked = listRequestFields(contract, operation);
  const { limits, cursor } = findPageFields(contract, asked, schema);
  const isForPaging = (field: RequestField): boolean =>
    field === cursor ||
    limits.includes(field) ||
    isPageObject(contract, field) ||
    (isPagingName(field.name) && !isTimeField(contract, field.schema));
  const fields = [...asked.filter((field) => !isForPaging(field)), ...pathFields];
  const isOpen = properties.size === 0;
  const sorting = createSorting(contract, fields, { properties, isOpen });
  const items = { contract, item, noun: singular(collection), listed: properties, key: ownKey };
  const sentItems = { ...items, item: { properties: sentOnly } };
  const matchers = fields.flatMap((field): [string, Matcher][] => {
    if (sorting.names.has(field.name)) return [];
    const isSent = sentNames.length > 0 && resolveMember(sentItems, field.name) !== undefined;
    const matcher =
      compileMatcher(items, field, filters[field.name]) ?? (isSent ? compileMatcher(sentItems, field) : undefined);
    return matcher ? [[field.name, matcher]] : [];
  });
  const views = new WeakMap<Stored, JsonObject>();
  const readsBody = operation.body !== undefined;

  const conditionOf = createConditionCache(toListView);
  const known = new Map(matchers);
  const filterNames = fields
    .filter(
      ({ name, description = "" }) => !otherNames.test(name) && !viewNames.test(name) && !viewWords.test(description),
    )
    .filter(({ name }) => !sorting.names.has(name) && !isNamedByCollection(name))
    .map(({ name }) => name);
  return {
    viewOf: toListView,
    unreadFilters(input) {
      const values = filterNames.length === 0 ? {} : readFieldValues(input);
      const isUnread = (name: string): boolean => {
        const sent = values[name];
        return sent !== undefined && !everyWord.test(String(sent)) && !known.get(name)?.(sent);
      };
      return filterNames.filter(isUnread);
    },
    read(input) {
      if (matchers.length === 0 && sorting.names.size === 0) return undefined;
      const values = readFieldValues(input);
      const criteria = matchers.flatMap(([name, matcher]) => {
        const sent = values[name];
        return (sent === undefined ? undefined : matcher(sent)) ?? [];
      });
      const keys = sorting.read(values);
      if (criteria.length === 0 && !keys) return undefined;
      return {
        from(all) {
          const meetsCriteria = (each: Stored): boolean => criteria.every(({ test }) => test(toListView(each)));
          const kept = criteria.length === 0 ? all : all.filter(meetsCriteria);
          if (keys) return kept.toSorted((one, other) => compareBy(keys, toListView(one), toListView(other)));
          return kept;
        },
        conditions: conditionsOfAll(criteria)?.map(conditionOf),
        keys,
      };
    },
  };

  function readFieldValues({ parameters, body }: Input): JsonObject {
    const own = expandFieldValues(fields, parameters);
    if (readsBody) return { ...toMembers(body), ...own };
    return own;
  }

  /** True for a parameter that selects the collection, not items in it. */
  function isNamedByCollection(name: string): boolean {
    const own = [name, singular(name)].map(foldedName);
    return [...collection.matchAll(/\{([^{}]+)\}/g)].some(([, parameter = ""]) => own.includes(foldedName(parameter)));
  }

  /** Returns an item in the form of the list, with the members that only the operation that reads it shows. */
  function toListView(stored: Stored): JsonObject {
    let view = views.get(stored);
    if (!view) {
      const shown = representations.asListed(operation, stored.value);
      const sent = sentNames.length === 0 ? {} : pickMembers(stored.value, sentNames);
      view = { ...sent, ...valuesOf?.(stored), ...toMembers(shown && itemInEntry(shown, role)) };
      views.set(stored, view);
    }
    return view;
  }
}

interface ReaderMembers {
  /** Schemas of the members that the list does not show. */
  readonly hidden: Readonly<Record<string, JsonSchema>>;
  /** Those members of an item. */
  readonly valuesOf?: (stored: Stored) => JsonObject;
}

/** The members of items that the operation that reads one of them shows, and the list does not: it is one of summaries. */
function membersOfReader({ reader, representations }: ResourceContext, listed: ReadonlySet<string>): ReaderMembers {
  if (!reader || reader.role.part !== undefined) return { hidden: {} };
  const names = [...representations.propertyNames(reader.operation)].filter((name) => !listed.has(name));
  if (names.length === 0) return { hidden: {} };
  const hidden = Object.fromEntries(names.map((name) => [name, representations.propertyOf(reader.operation, name)]));
  return {
    hidden,
    valuesOf({ value }) {
      const body = representations.answer(reader.operation, bodyWithItem(value, reader.role.wrapper), {
        name: reader.operation.id,
      });
      return pickMembers(toMembers(itemInBody(body, reader.role)), names);
    },
  };
}

/**
 * Members that a create sends and no operation shows, of any type: a list can be filtered by the project of items that
 * were created with one. Secrets and members that are writeOnly are not among them.
 */
function membersOfCreator(
  { contract, creator, representations }: ResourceContext,
  shown: ReadonlySet<string>,
): Readonly<Record<string, JsonSchema>> {
  if (!creator) return {};
  const { operation, role } = creator;
  const content = operation.body?.content ?? [];
  const sent = unwrapSentSchema(contract, (findJsonMedia(content) ?? content[0])?.schema?.value ?? true, role);
  const isNeverShown = (name: string): boolean =>
    isSecretName(name) || isWriteOnly(contract, { allOf: listMemberSchemas(contract, sent, name) });
  const names = [...representations.writableProperties(operation)];
  const kept = names.filter((name) => !shown.has(name) && !isNeverShown(name));
  return Object.fromEntries(kept.map((name) => [name, {}]));
}

/** Maximum number of places that are cached. Requests can name any place in a map of filters. */
const MAX_PLACES = 64;

/** Caches one function for each place, because the function identifies an index. */
function createConditionCache(viewOf: (stored: Stored) => JsonObject): (condition: CriterionCondition) => Condition {
  type PartReader<T> = (stored: Stored) => T;
  const keys = new Map<string, PartReader<readonly string[]>>();
  const measures = new Map<string, PartReader<readonly Measure[]>>();
  const texts = new WeakMap<(item: JsonObject) => string, PartReader<string>>();
  return (condition) => {
    if (condition.kind === "containing") {
      const { textOf: ofView, words } = condition;
      let textOf = texts.get(ofView);
      if (!textOf) texts.set(ofView, (textOf = (stored) => ofView(viewOf(stored))));
      return { kind: "containing", textOf, words };
    }
    const { path } = condition;
    if (condition.kind === "among") {
      const keysOf = cachedFunction(keys, JSON.stringify(path), () => (stored) => readTexts(viewOf(stored), path));
      return { kind: "among", keysOf, wanted: condition.wanted };
    }
    const { isDay, relation, bound } = condition;
    const name = JSON.stringify([isDay, ...path]);
    const measuresOf = cachedFunction(measures, name, () => (stored) => readMeasures(viewOf(stored), path, isDay));
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
