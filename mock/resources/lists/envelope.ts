import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Response,
  isObject,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  listJsonTypes,
  foldedName,
  limitNames,
  offsetNames,
  pageNames,
  startNames,
  totalNames,
} from "../../../contracts/index.ts";
import type { LinkTo, Relation } from "./links.ts";
import { isDescribedAsNext, isNextToken, showsNextToken } from "./next-token.ts";
import { type Page, type Paging, writeCursor } from "./paging.ts";

/** Facts about a page. */
export interface PageFacts extends Page {
  readonly total: number;
  /** Number of items on the page. */
  readonly count: number;
  /** The id of the first item after it. */
  readonly nextId?: string | undefined;
  readonly linkTo: LinkTo;
}

/**
 * Returns the value of a member of the envelope. Undefined if it is omitted. A member that must be shown leads to an
 * empty page where there is no other one.
 */
type MemberWriter = (facts: PageFacts, mustBeShown: boolean) => Json | undefined;

/** Properties of the paging of a list. */
export type PagingTraits = Pick<Paging, "cursorName" | "canSelectNext" | "first">;

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

/** Words of a total, with what is counted: "The total number of results", not "of pages" or "of open items". */
const totalWords = /\btotal (?:number|count) of (?:(?:all|the|matching|found|available) )*(\w+)\b(?! per page| on)/i;

/** Maximum depth of members in an envelope: `meta.pagination.links.next`. */
const MAX_DEPTH = 3;

interface ObjectPosition {
  /** Names of the members that lead from this object to the items. */
  readonly steps: readonly string[];
  readonly paging: PagingTraits;
  /** Name of this object in the envelope. */
  readonly name?: string;
  readonly depth?: number;
}

/** Compiles the members of an envelope that describe a page, also in nested objects ("meta", "pagination", "links"). */
export function createEnvelopeWriter(
  contract: Contract,
  schema: JsonSchema,
  { steps, paging, name: objectName = "", depth = 0 }: ObjectPosition,
): (facts: PageFacts, isShown?: boolean) => JsonObject {
  const required = new Set(listSchemaParts(contract, schema).flatMap((part) => (part["required"] ?? []) as string[]));
  const names = [...listPropertyNames(contract, schema)];
  const siblingNames = new Set(names.map(foldedName));
  const memberWriters = names.flatMap((name): [string, MemberWriter][] => {
    if (name === steps[0] && steps.length === 1) return [];
    const member: JsonSchema = { allOf: listMemberSchemas(contract, schema, name) };
    const types = listJsonTypes(contract, member);
    if (types.includes("object") && !types.includes("string")) {
      if (depth >= MAX_DEPTH - 1) return [];
      const innerPosition = { steps: name === steps[0] ? steps.slice(1) : [], paging, name, depth: depth + 1 };
      const innerWriter = createEnvelopeWriter(contract, member, innerPosition);
      const emptyValue = types.includes("null") && isRelation(name) ? null : undefined;
      const isHolder = name === steps[0];
      return [
        [
          name,
          (facts, mustBeShown) => {
            const isShown =
              isHolder || (mustBeShown && emptyValue === undefined) || nonEmpty(innerWriter(facts, false));
            return (isShown ? nonEmpty(innerWriter(facts)) : undefined) ?? emptyValue;
          },
        ],
      ];
    }
    const isEmptyText = required.has(name) && types.includes("string") && mayBeEmpty(member);
    const emptyValue = types.includes("null") ? null : isEmptyText ? "" : undefined;
    const setting = { types, siblingNames, paging };
    const writer =
      numberOrFlagWriter(foldedName(name), setting) ??
      (isTotal(name, member) ? ({ total }: PageFacts) => total : undefined) ??
      (types.includes("string")
        ? textWriter(foldedName(name), {
            ...setting,
            objectName: foldedName(objectName),
            isLink: isUri(member),
            isDescribed: isDescribedAsNext(contract, member),
          })
        : undefined);
    if (!writer) return [];
    return [[name, (facts, mustBeShown) => writer(facts, mustBeShown && emptyValue === undefined) ?? emptyValue]];
  });
  return (facts, isShown = true) => {
    const envelope: Record<string, Json> = {};
    for (const [name, writer] of memberWriters) {
      const value = writer(facts, isShown && required.has(name));
      if (value !== undefined) envelope[name] = value;
    }
    return envelope;
  };

  /** True for a number that is the total by its text or the name of the list: "total_users" beside "users". */
  function isTotal(name: string, member: JsonSchema): boolean {
    if (!listJsonTypes(contract, member).some((type) => type === "integer" || type === "number")) return false;
    const noun = foldedName(steps.at(-1) ?? "");
    if (foldedName(name) === `total${noun}`) return true;
    const words = listSchemaParts(contract, member).flatMap(
      ({ description }) => totalWords.exec(String(description ?? "")) ?? [],
    );
    return words.some(
      (word) =>
        /^(results?|items?|records?|entries|elements|objects?|rows|hits|matches)$/i.test(word ?? "") ||
        foldedName(word ?? "") === noun,
    );
  }

  function listFormats(member: JsonSchema): string[] {
    return listSchemaParts(contract, member).flatMap(({ format }) => (typeof format === "string" ? [format] : []));
  }

  function mayBeEmpty(member: JsonSchema): boolean {
    const isBounded = listSchemaParts(contract, member).some(
      ({ minLength = 0, pattern, enum: known }) => minLength !== 0 || pattern !== undefined || known !== undefined,
    );
    return !isBounded && listFormats(member).length === 0;
  }

  function isUri(member: JsonSchema): boolean {
    return listFormats(member).some((format) => /^(ur[il]|iri)/.test(format));
  }
}

/** True if the envelope has the form of Spring's, whose pages count from 0. */
export function isSpringEnvelope(contract: Contract, schema: JsonSchema): boolean {
  const inside = [...listPropertyNames(contract, schema)].flatMap((name) => listMemberSchemas(contract, schema, name));
  return [schema, ...inside].some((each) => {
    const names = listPropertyNames(contract, each);
    return names.has("totalElements") && names.has("number");
  });
}

interface MemberSetting {
  readonly types: readonly string[];
  /** Names of all members of the same object. */
  readonly siblingNames: ReadonlySet<string>;
  readonly paging: PagingTraits;
}

/** Compiles a member that is a number or a boolean. */
function numberOrFlagWriter(name: string, { types, siblingNames, paging }: MemberSetting): MemberWriter | undefined {
  const { canSelectNext, first } = paging;
  // A page that no request can select must not be announced, or clients would loop.
  const hasSelectableNext = (facts: PageFacts): boolean => canSelectNext && hasMore(facts);
  if (types.includes("boolean") && moreNames.test(name)) return hasSelectableNext;
  if (types.includes("boolean") && siblingNames.has("totalelements")) {
    if (name === "first") return ({ offset }) => offset === 0;
    if (name === "last") return (facts) => !hasMore(facts);
    if (name === "empty") return ({ count }) => count === 0;
  }
  if (!types.includes("integer") && !types.includes("number")) return undefined;
  if (name === "count" && ["total", "totalcount"].some((each) => siblingNames.has(each))) return ({ count }) => count;
  if (totalNames.test(name)) return ({ total }) => total;
  if (countNames.test(name)) return ({ count }) => count;
  if (lastNames.test(name))
    return ({ total, limit }) => (limit > 0 && Number.isFinite(limit) ? Math.ceil(total / limit) : Math.min(total, 1));
  if (pageNames.test(name) || name === "currentpage" || (name === "number" && siblingNames.has("totalelements")))
    return ({ number }) => number;
  if (/^next(page)?$/.test(name))
    return (facts, mustBeShown) => (hasSelectableNext(facts) || mustBeShown ? facts.number + 1 : undefined);
  if (/^next(page)?(offset|skip|start)$/.test(name))
    return (facts, mustBeShown) => (hasSelectableNext(facts) || mustBeShown ? facts.offset + facts.count : undefined);
  if (/^prev(ious)?(page)?$/.test(name)) return ({ number }) => (number > first.page ? number - 1 : undefined);
  // An envelope with "from" and "to" counts items from 1.
  if (name === "from" && siblingNames.has("to")) return ({ offset, count }) => (count > 0 ? offset + 1 : undefined);
  if (name === "to" && siblingNames.has("from")) return ({ offset, count }) => (count > 0 ? offset + count : undefined);
  if (startNames.test(name)) return ({ offset }) => offset + first.item;
  if (offsetNames.test(name)) return ({ offset, total }) => (Number.isFinite(offset) ? offset : total);
  if (limitNames.test(name)) return ({ limit, count }) => (Number.isFinite(limit) ? limit : count);
  return undefined;
}

interface TextSetting extends MemberSetting {
  /** Name of the object that contains the member. */
  readonly objectName: string;
  readonly isLink: boolean;
  /** True if the description says that the member selects the next page. */
  readonly isDescribed: boolean;
}

/** Compiles a member that is a string: a cursor, or the address of another page. */
function textWriter(name: string, setting: TextSetting): MemberWriter | undefined {
  const { objectName, isLink, paging } = setting;
  const objectRelation = relations[objectName];
  if (objectRelation && /^(href|link|ur[il])$/.test(name)) return linkWriter(objectRelation);
  const linkName = linkNames.exec(name)?.[2] ?? name;
  const relation = Object.hasOwn(relations, linkName) ? relations[linkName] : undefined;
  // If requests have a cursor, "next" is mostly a cursor as well.
  const isAddress =
    linkName !== name ||
    objectName === "links" ||
    isLink ||
    (paging.cursorName === undefined && /^(next|prev(ious)?)$/.test(name));
  if (relation && isAddress) return linkWriter(relation);
  const isCursor =
    showsNextToken(name, { ...setting, cursorName: paging.cursorName }) ||
    (/^(next|cursors)$/.test(objectName) && /^(after|cursor|token)$/.test(name));
  if (paging.cursorName === undefined || !isCursor || objectRelation === "prev") return undefined;
  return (facts, mustBeShown) => {
    if (hasMore(facts)) return writeCursor(facts.offset + facts.count, facts.nextId);
    if (mustBeShown) return writeCursor(facts.total);
    return undefined;
  };
}

function linkWriter(relation: Relation): MemberWriter {
  return ({ linkTo }, mustBeShown) => linkTo(relation) ?? (mustBeShown ? linkTo("end") : undefined);
}

function isRelation(name: string): boolean {
  return Object.hasOwn(relations, foldedName(name));
}

function hasMore({ offset, count, total, isBackward }: PageFacts): boolean {
  if (isBackward) return offset > 0;
  return offset + count < total;
}

function nonEmpty(value: JsonObject): JsonObject | undefined {
  if (Object.keys(value).length > 0) return value;
  return undefined;
}

/** The envelope without links and cursors to further pages. */
export function withoutNextLinks(
  envelope: JsonObject,
  paging: Pick<PagingTraits, "cursorName"> = { cursorName: undefined },
): JsonObject {
  const isNext = (name: string): boolean => isNextToken(name, paging.cursorName) || linkNames.test(name);
  const hasNoNextLink = ([name, value]: [string, Json]): boolean =>
    typeof value !== "string" || !isNext(foldedName(name));
  return Object.fromEntries(
    Object.entries(envelope)
      .filter(hasNoNextLink)
      .map(([name, value]) => [name, isObject(value) ? withoutNextLinks(value, paging) : value]),
  );
}

/** Merges the computed members into an envelope, also in nested objects. */
export function mergeEnvelope(envelope: JsonObject, computed: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...envelope };
  for (const [name, value] of Object.entries(computed)) {
    const earlier = result[name];
    result[name] = isObject(value) && isObject(earlier) ? mergeEnvelope(earlier, value) : value;
  }
  return result;
}

/** Compiles the documented headers that describe a page, such as X-Total-Count and Link (RFC 8288). */
export function createPageHeaders(
  contract: Contract,
  documented: Response | undefined,
  paging: PagingTraits,
): ((facts: PageFacts) => Readonly<Record<string, string>>) | undefined {
  const memberWriters = (documented?.headers ?? []).flatMap(({ name, schema }): [string, MemberWriter][] => {
    if (name === "link") return [[name, ({ linkTo }) => linksBy(linkTo)]];
    const setting = { types: listJsonTypes(contract, schema.value), siblingNames: new Set<string>(), paging };
    const writer = numberOrFlagWriter(foldedName(name).replace(/^x/, ""), setting);
    return writer ? [[name, writer]] : [];
  });
  if (memberWriters.length === 0) return undefined;
  return (facts) =>
    Object.fromEntries(
      memberWriters.flatMap(([name, writer]) => {
        const value = writer(facts, false);
        if (value === undefined) return [];
        return [[name, String(value)]];
      }),
    );
}

function linksBy(linkTo: LinkTo): string | undefined {
  if (linkTo("next") === undefined && linkTo("prev") === undefined) return undefined;
  const links = (["next", "prev", "first", "last"] as const).map((relation) => ({ relation, link: linkTo(relation) }));
  return links.flatMap(({ relation, link }) => (link === undefined ? [] : `<${link}>; rel="${relation}"`)).join(", ");
}
