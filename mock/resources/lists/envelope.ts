import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Response,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
  foldedName,
  limitNames,
  nextNames,
  offsetNames,
  pageNames,
  startNames,
  totalNames,
} from "../../../contracts/index.ts";
import type { LinkTo, Relation } from "./links.ts";
import { type Page, type Paging, cursorAt } from "./paging.ts";

/** Facts about a page. */
export interface PageFacts extends Page {
  readonly total: number;
  /** Number of items on the page. */
  readonly count: number;
  /** The id of the first item after it. */
  readonly nextId?: string | undefined;
  readonly linkTo: LinkTo;
}

/** Returns the value of a member of the envelope. Undefined if it is omitted. */
type MemberWriter = (told: PageFacts) => Json | undefined;

/** Properties of the paging of a list. */
export type Means = Pick<Paging, "hasCursor" | "goesOn" | "first">;

const countNames = /^(numberofelements|itemsperpage)$/;
const moreNames = /^has(more|next)(page)?$/;
const lastNames = /^(totalpages|pages|pagecount|numpages|lastpage)$/;
const linkNames = /^(odata)?(next|prev|previous)(link|url|uri|href)$/;
const relations: Readonly<Record<string, Relation>> = {
  self: "self",
  first: "first",
  prev: "prev",
  previous: "prev",
  next: "next",
  last: "last",
};

/** Maximum depth of members in an envelope: `meta.pagination.links.next`. */
const MAX_DEPTH = 3;

interface Place {
  /** Names of the members that lead from this object to the items. */
  readonly steps: readonly string[];
  readonly means: Means;
  /** Name of this object in the envelope. */
  readonly name?: string;
  readonly depth?: number;
}

/** Compiles the members of an envelope that describe a page, also in nested objects ("meta", "pagination", "links"). */
export function createEnvelopeWriter(
  contract: Contract,
  schema: JsonSchema,
  { steps, means, name: own = "", depth = 0 }: Place,
): (told: PageFacts) => JsonObject {
  const required = new Set(partsOf(contract, schema).flatMap((part) => (part["required"] ?? []) as string[]));
  const names = [...propertyNamesOf(contract, schema)];
  const beside = new Set(names.map(foldedName));
  const tellers = names.flatMap((name): [string, MemberWriter][] => {
    if (name === steps[0] && steps.length === 1) return [];
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const types = typesOf(contract, member);
    if (types.includes("object") && !types.includes("string")) {
      if (depth >= MAX_DEPTH - 1) return [];
      const place = { steps: name === steps[0] ? steps.slice(1) : [], means, name, depth: depth + 1 };
      const inner = createEnvelopeWriter(contract, member, place);
      const none = types.includes("null") && isRelation(name) ? null : undefined;
      return [[name, (told) => nonEmpty(inner(told)) ?? none]];
    }
    const teller =
      memberWriter(foldedName(name), { types, beside, means }) ??
      (types.includes("string")
        ? textWriter(foldedName(name), { own: foldedName(own), means, isLink: isUri(member) })
        : undefined);
    if (!teller) return [];
    const isEmptied = required.has(name) && types.includes("string") && formatsOf(member).length === 0;
    const none = types.includes("null") ? null : isEmptied ? "" : undefined;
    return [[name, (told) => teller(told) ?? none]];
  });
  return (told) => {
    const envelope: Record<string, Json> = {};
    for (const [name, teller] of tellers) {
      const value = teller(told);
      if (value !== undefined) envelope[name] = value;
    }
    return envelope;
  };

  function formatsOf(member: JsonSchema): string[] {
    return partsOf(contract, member).flatMap(({ format }) => (typeof format === "string" ? [format] : []));
  }

  function isUri(member: JsonSchema): boolean {
    return formatsOf(member).some((format) => /^(ur[il]|iri)/.test(format));
  }
}

/** True if the envelope has the form of Spring's, whose pages count from 0. */
export function isOfSpring(contract: Contract, schema: JsonSchema): boolean {
  const inside = [...propertyNamesOf(contract, schema)].flatMap((name) => membersOf(contract, schema, name));
  return [schema, ...inside].some((each) => {
    const names = propertyNamesOf(contract, each);
    return names.has("totalElements") && names.has("number");
  });
}

interface Setting {
  readonly types: readonly string[];
  /** Names of all members of the same object. */
  readonly beside: ReadonlySet<string>;
  readonly means: Means;
}

/** Compiles a member that is a number or a boolean. */
function memberWriter(name: string, { types, beside, means }: Setting): MemberWriter | undefined {
  const { goesOn, first } = means;
  // A page that no request can select must not be announced, or clients would loop.
  const isMore = (told: PageFacts): boolean => goesOn && hasMore(told);
  if (types.includes("boolean") && moreNames.test(name)) return isMore;
  if (types.includes("boolean") && beside.has("totalelements")) {
    if (name === "first") return ({ offset }) => offset === 0;
    if (name === "last") return (told) => !hasMore(told);
    if (name === "empty") return ({ count }) => count === 0;
  }
  if (!types.includes("integer") && !types.includes("number")) return undefined;
  if (name === "count" && ["total", "totalcount"].some((each) => beside.has(each))) return ({ count }) => count;
  if (totalNames.test(name)) return ({ total }) => total;
  if (countNames.test(name)) return ({ count }) => count;
  if (lastNames.test(name))
    return ({ total, limit }) => (limit > 0 && Number.isFinite(limit) ? Math.ceil(total / limit) : Math.min(total, 1));
  if (pageNames.test(name) || name === "currentpage" || (name === "number" && beside.has("totalelements")))
    return ({ number }) => number;
  if (/^next(page)?$/.test(name)) return (told) => (isMore(told) ? told.number + 1 : undefined);
  if (/^prev(ious)?(page)?$/.test(name)) return ({ number }) => (number > first.page ? number - 1 : undefined);
  // Beside "to", items are counted from 1.
  if (name === "from" && beside.has("to")) return ({ offset, count }) => (count > 0 ? offset + 1 : undefined);
  if (name === "to" && beside.has("from")) return ({ offset, count }) => (count > 0 ? offset + count : undefined);
  if (startNames.test(name)) return ({ offset }) => offset + first.item;
  if (offsetNames.test(name)) return ({ offset, total }) => (Number.isFinite(offset) ? offset : total);
  if (limitNames.test(name)) return ({ limit, count }) => (Number.isFinite(limit) ? limit : count);
  return undefined;
}

interface TextSetting {
  /** Name of the object that contains the member. */
  readonly own: string;
  readonly isLink: boolean;
  readonly means: Means;
}

/** Compiles a member that is a string: a cursor, or the address of another page. */
function textWriter(name: string, { own, isLink, means }: TextSetting): MemberWriter | undefined {
  const around = relations[own];
  if (around && /^(href|link|ur[il])$/.test(name)) return ({ linkTo }) => linkTo(around);
  const named = linkNames.exec(name)?.[2] ?? name;
  const relation = Object.hasOwn(relations, named) ? relations[named] : undefined;
  // Beside a cursor, "next" is mostly a cursor as well.
  const leads = named !== name || own === "links" || isLink || (!means.hasCursor && /^(next|prev(ious)?)$/.test(name));
  if (relation && leads) return ({ linkTo }) => linkTo(relation);
  const isCursor = nextNames.test(name) || (/^(next|cursors)$/.test(own) && /^(after|cursor|token)$/.test(name));
  if (!means.hasCursor || !isCursor || around === "prev") return undefined;
  return (told) => (hasMore(told) ? cursorAt(told.offset + told.count, told.nextId) : undefined);
}

function isRelation(name: string): boolean {
  return Object.hasOwn(relations, foldedName(name));
}

function hasMore({ offset, count, total, isBackward }: PageFacts): boolean {
  return isBackward ? offset > 0 : offset + count < total;
}

function nonEmpty(value: JsonObject): JsonObject | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

/** The envelope without links and cursors to further pages. */
export function withoutNext(envelope: JsonObject): JsonObject {
  const isKept = ([name, value]: [string, Json]): boolean =>
    typeof value !== "string" || !(nextNames.test(foldedName(name)) || linkNames.test(foldedName(name)));
  return Object.fromEntries(
    Object.entries(envelope)
      .filter(isKept)
      .map(([name, value]) => [name, isObject(value) ? withoutNext(value) : value]),
  );
}

/** Merges the computed members into an envelope, also in nested objects. */
export function mergedInto(envelope: JsonObject, told: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...envelope };
  for (const [name, value] of Object.entries(told)) {
    const before = result[name];
    result[name] = isObject(value) && isObject(before) ? mergedInto(before, value) : value;
  }
  return result;
}

/** Compiles the documented headers that describe a page, such as X-Total-Count and Link (RFC 8288). */
export function createPageHeaders(
  contract: Contract,
  documented: Response | undefined,
  means: Means,
): ((told: PageFacts) => Readonly<Record<string, string>>) | undefined {
  const tellers = (documented?.headers ?? []).flatMap(({ name, schema }): [string, MemberWriter][] => {
    if (name === "link") return [[name, ({ linkTo }) => linksBy(linkTo)]];
    const setting = { types: typesOf(contract, schema.value), beside: new Set<string>(), means };
    const teller = memberWriter(foldedName(name).replace(/^x/, ""), setting);
    return teller ? [[name, teller]] : [];
  });
  if (tellers.length === 0) return undefined;
  return (told) =>
    Object.fromEntries(
      tellers.flatMap(([name, teller]) => {
        const value = teller(told);
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
}

function linksBy(linkTo: LinkTo): string | undefined {
  if (linkTo("next") === undefined && linkTo("prev") === undefined) return undefined;
  const links = (["next", "prev", "first", "last"] as const).map((relation) => ({ relation, link: linkTo(relation) }));
  return links.flatMap(({ relation, link }) => (link === undefined ? [] : `<${link}>; rel="${relation}"`)).join(", ");
}
