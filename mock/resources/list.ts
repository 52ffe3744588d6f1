import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
} from "../../contracts/index.ts";
import type { Answer, Handler } from "../call.ts";
import type { Stored } from "../state/store.ts";
import { limitNames, offsetNames, pageNames } from "./fields.ts";
import { createGathering } from "./gather.ts";
import { type Page, createPaging, cursorAt } from "./paging.ts";
import { type ResourceContext, collectionOf } from "./resource.ts";
import { createUsualOrder } from "./usual-order.ts";
import { type Select, createSelection } from "./selection.ts";

const totalNames = /^(total|count|hits|total_?(count|items|results|hits|records))$/i;
const moreNames = /^has_?(more|next)(_?page)?$/i;
const nextNames = /^(cursor|next(_?(cursor|page_?token|token))?)$/i;

/** What an envelope can tell of a page. */
interface Told extends Page {
  readonly total: number;
  /** How many items are on the page. */
  readonly count: number;
}

/** What a member of an envelope tells; nothing where it is left out. */
type Teller = (told: Told) => Json | undefined;

/** Answers with a page of the collection, in the envelope that the contract has. */
export function listHandler(context: ResourceContext): Handler {
  const { contract, operation, role, representations, isWritable } = context;
  const { itemsProperty } = role;
  const collection = collectionOf(role);
  const paging = createPaging(contract, operation);
  const selection = createSelection(contract, operation, role, representations);
  const usual = createUsualOrder(context);
  const gathering = createGathering(operation, role);
  const schema = representations.schemaOf(operation)?.value ?? true;
  const tell = envelopeTeller(contract, schema, { itemsProperty, hasCursor: paging.hasCursor });
  const shown = new WeakMap<object, readonly Stored[]>();
  return async (call) => {
    const { organization } = call.world;
    const page = paging.read(call.input);
    if ("refused" in page) return page;
    const select = selection(call.input);
    if (!isWritable)
      return exampleOf(representations.example(operation, `${call.seed} ${organization} ${call.path}`), page, select);
    if (select || usual.sort || gathering.isOpen) {
      const all = await gathering.all(call);
      return pageOf(usual.isReversed ? all.toReversed() : all, {}, page, select);
    }
    const { isReversed } = usual;
    const { items, total } = await call.store.list(organization, collection(call), { ...page, isReversed });
    return answerOf(items, {}, { ...page, total, count: items.length });
  };

  function pageOf(all: readonly Stored[], envelope: JsonObject, page: Page, select: Select = (items) => items): Answer {
    const kept = select(usual.sort?.(all) ?? all);
    const items = kept.slice(page.offset, page.offset + page.limit);
    return answerOf(items, envelope, { ...page, total: kept.length, count: items.length });
  }

  function answerOf(items: readonly Stored[], envelope: JsonObject, told: Told): Answer {
    return { page: { items, envelope: itemsProperty === undefined ? {} : { ...envelope, ...tell(told) } } };
  }

  /** A page of the items that an example shows. */
  function exampleOf(example: Json, page: Page, select: Select | undefined): Answer {
    const listed = itemsProperty === undefined ? example : isObject(example) ? example[itemsProperty] : undefined;
    if (!Array.isArray(listed)) return { value: example };
    let all = shown.get(listed);
    if (!all) shown.set(listed, (all = listed.map((value: JsonObject) => ({ value }))));
    return pageOf(all, isObject(example) ? withoutNext(example) : {}, page, select);
  }

  function withoutNext(envelope: JsonObject): JsonObject {
    return paging.hasCursor
      ? Object.fromEntries(Object.entries(envelope).filter(([name]) => !nextNames.test(name)))
      : envelope;
  }
}

/** Compiles what an envelope tells of a page: in itself, or in an object inside it ("meta", "pagination"). */
export function envelopeTeller(
  contract: Contract,
  schema: JsonSchema,
  {
    itemsProperty,
    hasCursor,
    isInner = false,
  }: { itemsProperty?: string | undefined; hasCursor: boolean; isInner?: boolean },
): (told: Told) => JsonObject {
  const required = new Set(partsOf(contract, schema).flatMap((part) => (part["required"] ?? []) as string[]));
  const tellers = [...propertyNamesOf(contract, schema)].flatMap((name): [string, Teller][] => {
    if (name === itemsProperty) return [];
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const types = typesOf(contract, member);
    if (types.includes("object") && !types.includes("string")) {
      if (isInner) return [];
      const inner = envelopeTeller(contract, member, { hasCursor, isInner: true });
      return [[name, (told) => nonEmpty(inner(told))]];
    }
    const teller = memberTeller(name, types.includes("integer") || types.includes("number"));
    if (teller) return [[name, teller]];
    if (!hasCursor || !nextNames.test(name) || !types.includes("string")) return [];
    const none = types.includes("null") ? null : required.has(name) ? "" : undefined;
    return [[name, (told) => (hasMore(told) ? cursorAt(told.offset + told.count) : none)]];
  });
  return (told) => {
    const envelope: Record<string, Json> = {};
    for (const [name, teller] of tellers) {
      const value = teller(told);
      if (value !== undefined) envelope[name] = value;
    }
    return envelope;
  };
}

function memberTeller(name: string, isNumber: boolean): Teller | undefined {
  if (totalNames.test(name)) return ({ total }) => total;
  if (moreNames.test(name)) return hasMore;
  if (!isNumber) return undefined;
  if (pageNames.includes(name)) return ({ number }) => number;
  if (offsetNames.includes(name)) return ({ offset, total }) => (Number.isFinite(offset) ? offset : total);
  if (limitNames.includes(name)) return ({ limit, count }) => (Number.isFinite(limit) ? limit : count);
  return undefined;
}

function hasMore({ offset, count, total }: Told): boolean {
  return offset + count < total;
}

function nonEmpty(value: JsonObject): JsonObject | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}
