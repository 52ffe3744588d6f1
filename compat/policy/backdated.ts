import {
  type Contract,
  type Json,
  type JsonObject,
  anonymousTemplate,
  getGraphqlSchema,
  isObject,
  joinPointer,
  locate,
  monthsAfter,
  splitPointer,
  valueAt,
  omitUndefined,
} from "../../contracts/index.ts";
import { findRuleTraits } from "../changes/rule-traits.ts";
import { pairApiOperations } from "../compare/apis.ts";
import type { Change, Fault } from "../model/change.ts";
import { type CompatProfile, type Period, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { findRenamedTypes } from "../graphql/renamed-types.ts";
import { pairContracts } from "../pairing/pair-contracts.ts";
import { printableText } from "../model/wording.ts";
import { type DatedPart, datedParts } from "./dated-parts.ts";
import { type Evidence, type Sources, isNotice, noticeSince } from "./evidence.ts";
import {
  type EarliestEnd,
  backdatedText,
  inheritedText,
  publishedText,
  sunsetRemovedText,
  sunsetText,
} from "./fault-texts.ts";
import { formerParameters } from "./former-parameters.ts";
import { innerSchemas } from "./inner-schemas.ts";
import { type LedgerDates, isOfPlace, isInLatestVersion } from "./ledger/ledger.ts";
import { type DateKeyword, type Life, hasDates, keywords, readLifeAtPointer } from "../model/life.ts";
import { partsOf } from "./parts.ts";
import { citeDateClause } from "./unreadable-dates.ts";
import { enclosing, toBundledPointer } from "./place.ts";
import { firstNotice, operationTiming, partTiming } from "./timing.ts";

/** Evidence and policy that the dates of a revision are judged by. */
interface Backdating {
  readonly evidence: Evidence;
  /** Evidence for the parts of the revision, as if it were published. */
  readonly proposed: Evidence;
  readonly today: string;
  readonly profile: CompatProfile;
  /** Changes from the base to the revision. */
  readonly changes?: readonly Change[];
}

/**
 * Reports dates that a revision sets too early, so that a part could change sooner than promised. Later dates are
 * allowed, and faults that the base already has are not reported again.
 */
export function findBackdated(
  base: Contract,
  revision: Contract,
  { evidence, proposed, today, profile, changes = [] }: Backdating,
): Fault[] {
  const { notice: period, support } = profile;
  if (!period && !support) return [];
  if (base === revision || (!hasDates(base.document) && !hasDates(revision.document))) return [];
  const findInBase = baseFinder(base, revision);
  const seen = new Set<string>();
  const parts = datedParts(revision).filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer));
  const ownFaults = parts.flatMap((part) => [...findPartFaults(part), ...checkPublicationDate(part)]);
  const reported = new Set<string>();
  return [...ownFaults, ...changes.flatMap(newUseFaults)].filter(({ code, at }) => {
    const key = `${code} ${at?.file}#${at?.pointer}`;
    return !reported.has(key) && reported.add(key);
  });

  function findPartFaults(part: DatedPart): Fault[] {
    const life = readLifeAtPointer(revision.document, part.pointer);
    if (!life.deprecated && life.unreadable.length === 0) return [];
    const known = findInBase(part);
    const before = known === undefined ? undefined : readLifeAtPointer(base.document, known);
    const unreadable = life.unreadable
      .filter((keyword) => period && keyword !== "x-published" && !isSameDate(part, known, keyword))
      .map((keyword) =>
        createDateFault(part, {
          code: "unreadable-date",
          keyword,
          message: `the date of its ${keyword} cannot be read: write a day such as 2026-01-31`,
        }),
      );
    return [...unreadable, ...checkDeprecationDate(part, life, known), ...checkSunsetDate(part, life, before)];
  }

  /** Faults of parts whose deprecation is new because they now refer to an already deprecated schema. */
  function newUseFaults({ operation, direction, path, ...change }: Change): Fault[] {
    const { deprecation, part: whole } = findRuleTraits(change);
    const isDeprecated = deprecation === "begins";
    const isNew = change.kind === "added" && whole !== undefined && whole !== "operation";
    if (!(isDeprecated || isNew) || revision.kind === "graphql" || !change.revision || direction === "api") return [];
    const pointer = toBundledPointer(revision, change.revision);
    const side = direction === "webhook" ? "request" : direction;
    const known =
      isDeprecated && change.base ? toBundledPointer(base, change.base) : deprecatedBody(operation, side, path);
    const { alike } = partsOf(revision);
    return [pointer ?? "", ...innerSchemas(change, revision, change.revision)]
      .flatMap((each) => alike(each))
      .flatMap((at) => {
        const part: DatedPart = { root: { name: operation, isWebhook: false }, side, path, pointer: at };
        const life = readLifeAtPointer(revision.document, at);
        const before = known === undefined ? undefined : readLifeAtPointer(base.document, known);
        return [...checkDeprecationDate(part, life, known), ...checkSunsetDate(part, life, before)];
      });
  }

  /** Pointer of the deprecated body that an added media type can replace. */
  function deprecatedBody(operation: string, side: DatedPart["side"], path: string): string | undefined {
    const { root: rootOf, at: partsAt } = partsOf(base);
    const root = rootOf(operation);
    if (!root || side === "operation" || path !== "body") return undefined;
    return partsAt(root, side, path).find((at) => readLifeAtPointer(base.document, at).deprecated);
  }

  function checkDeprecationDate(part: DatedPart, { deprecated, since }: Life, known: string | undefined): Fault[] {
    if (!period || !deprecated || since === undefined || since >= today) return [];
    const notice = known === undefined ? undefined : evidence.notice(known);
    const own = known === undefined ? undefined : readLifeAtPointer(base.document, known);
    // A date counts only if it was published.
    const before = (own?.deprecated ? own.since : undefined) ?? (isNotice(notice) ? notice.since : undefined);
    const shown = findBetweenDates(part)?.deprecated;
    const earliest = before ?? shown;
    if (earliest !== undefined && since >= earliest) return [];
    const message = backdatedText(since, { before, shown, today });
    return [createDateFault(part, { code: "deprecation-backdated", keyword: "x-deprecated", message })];
  }

  function checkSunsetDate(part: DatedPart, life: Life, before: Life | undefined): Fault[] {
    const { deprecated, since, sunset, unreadable } = life;
    const promised = before?.deprecated ? before.sunset : undefined;
    if (!period || !deprecated || (sunset === undefined && unreadable.includes("x-sunset"))) return [];
    if (sunset === undefined) {
      if (promised === undefined || promised <= today) return [];
      return [
        createDateFault(part, { code: "sunset-removed", keyword: "x-sunset", message: sunsetRemovedText(promised) }),
      ];
    }
    const shown = promised ?? findBetweenDates(part)?.sunset;
    if (shown !== undefined && sunset >= shown) return [];
    const end = earliestEnd(part, period, since);
    if (sunset >= end.from) return [];
    const message = sunsetText({ sunset, promised, months: period.months }, end);
    const { section: _, ...fault } = createDateFault(part, { code: "sunset-too-soon", keyword: "x-sunset", message });
    return [{ ...fault, ...(end.section !== undefined && { section: end.section }) }];
  }

  /** Ledger dates of a part that a version between base and revision published. */
  function findBetweenDates(part: DatedPart): LedgerDates | undefined {
    return proposed.recorded(part.pointer).find((line) => isInLatestVersion(line) && isOfPlace(line, part));
  }

  /** First day on which a part may be removed if its notice starts on a day, today at the earliest. */
  function earliestEnd({ pointer }: DatedPart, { months }: Period, since = today): EarliestEnd {
    const notice = noticeSince(since > today ? since : today, { months });
    const published = proposed.published(pointer);
    const around = enclosing(revision, pointer).slice(1);
    const { section, from, reason } = published
      ? operationTiming(notice, published, { today, profile })
      : partTiming(firstNotice([notice, ...around.map((at) => proposed.notice(at))]), { today, profile });
    const least = monthsAfter(today, months);
    if (from === undefined || from <= least) return { ...cited(profile, principleCriterion("notice")), from: least };
    return omitUndefined({ section, from, reason });
  }

  function checkPublicationDate(part: DatedPart): Fault[] {
    if (!support || part.side !== "operation" || part.root.isWebhook) return [];
    const after = findPublication(revision, part.pointer);
    const known = findInBase(part);
    const before = known === undefined ? undefined : findPublication(base, known);
    if (after === undefined || isSameText(after.value, before?.value)) return [];
    if (after.life.published === undefined)
      return [
        publicationFault(part, {
          code: "unreadable-date",
          at: after.at,
          message: "its x-published cannot be read: write a day such as 2026-01-31",
        }),
      ];
    const day = after.life.published;
    const from = before?.life.published;
    // A document may repeat a date that the ledger has.
    const shownOn = known === undefined ? findBetweenDates(part)?.published : evidence.published(known)?.date;
    const earliest = from ?? shownOn ?? today;
    if (day >= earliest) return [];
    // A new operation can inherit a date that was in the base before.
    if (before === undefined && isSameText(after.value, getDocumentObject(base, after.at)["x-published"])) return [];
    if (from !== undefined && after.at !== part.pointer && before?.at === known)
      return [
        createDateFault(part, {
          code: "published-backdated",
          keyword: "x-published",
          message: inheritedText(day, from),
        }),
      ];
    const message = publishedText(day, { before: from, shown: shownOn, today });
    return [publicationFault(part, { code: "published-backdated", at: after.at, message })];
  }

  function isSameDate(part: DatedPart, known: string | undefined, keyword: DateKeyword): boolean {
    return (
      known !== undefined &&
      isSameText(getDocumentObject(revision, part.pointer)[keyword], getDocumentObject(base, known)[keyword])
    );
  }

  function createDateFault(
    part: DatedPart,
    { code, keyword, message }: Pick<Fault, "code" | "message"> & { readonly keyword: DateKeyword },
  ): Fault {
    const pointer =
      getDocumentObject(revision, part.pointer)[keyword] === undefined
        ? part.pointer
        : joinPointer(part.pointer, keyword);
    return {
      code,
      ...citeDateClause(keyword, profile),
      message: `${partName(part)}: ${message}`,
      at: locate(revision, pointer),
    };
  }

  function publicationFault(
    part: DatedPart,
    { code, at, message }: Pick<Fault, "code" | "message"> & { readonly at: string },
  ): Fault {
    const around = at === "" ? "The API as a whole" : printableText(`"${splitPointer(at).at(-1)}"`);
    return {
      code,
      ...citeDateClause("x-published", profile),
      message: `${at === part.pointer ? partName(part) : around}: ${message}`,
      at: locate(revision, joinPointer(at, "x-published")),
    };
  }
}

/**
 * Reports new operations that inherit a publication date before today from a node that encloses them in base and
 * revision. With a ledger, the first version that has an operation dates it, so nothing is reported.
 */
export function findInheritedDates(
  base: readonly Contract[],
  revision: readonly Contract[],
  { today, ledger, profile = defaultProfile }: Pick<Sources, "ledger" | "profile"> & { readonly today: string },
): Fault[] {
  if (ledger || !profile.support) return [];
  return pairContracts(base, revision).flatMap((pair) =>
    pairApiOperations(pair).flatMap(({ base: known, revision: operation }): Fault[] => {
      if (known || !operation || !pair.base || !pair.revision) return [];
      const { at = operation.pointer, value, life } = findPublication(pair.revision, operation.pointer) ?? {};
      const day = life?.published ?? today;
      const isInherited =
        at !== operation.pointer && isSameText(value, getDocumentObject(pair.base, at)["x-published"]);
      if (!isInherited || day >= today) return [];
      const message = `"${operation.name}" is new, and counts as published on ${day}, as the part above it does: give it an x-published of its own, or keep a ledger (concord compat ledger)`;
      return [
        {
          code: "published-inherited",
          ...citeDateClause("x-published", profile),
          message: printableText(message),
          at: locate(pair.revision, operation.pointer),
        },
      ];
    }),
  );
}

/** Returns a function that finds the same part in the base: by its place in an exchange, or else by its pointer. */
function baseFinder(base: Contract, revision: Contract): (part: DatedPart) => string | undefined {
  const former = formerTypes(base, revision);
  let parameters: ReadonlyMap<string, readonly string[]> | undefined;
  const toDatedPartKey = ({ root, side, path }: DatedPart): string =>
    `${side} ${anonymousTemplate(root.name).replace(/^\w+/, (type) => former.get(type) ?? type)} ${path}`;
  const byPlace = Map.groupBy(datedParts(base), toDatedPartKey);
  return (part) => {
    const isDated = (pointer: string): boolean =>
      keywords.some((keyword) => getDocumentObject(base, pointer)[keyword] !== undefined);
    if (part.side === "request") {
      parameters ??= formerParameters(base, revision);
      const parameter = parameters.get(part.pointer)?.find(isDated);
      if (parameter !== undefined) return parameter;
    }
    const there = byPlace.get(toDatedPartKey(part))?.map(({ pointer }) => pointer) ?? findSharedPointers(part);
    const dated = there.find(isDated);
    if (there.includes(part.pointer)) return part.pointer;
    if (there.length > 0) return dated ?? there[0];
    const isSteady = part.side !== "operation" && !splitPointer(part.pointer).includes("parameters");
    if (isSteady && isObject(valueAt(base.document, part.pointer))) return part.pointer;
    return undefined;
  };

  /** Pointers at the same path of the base, for a part whose shortest path starts at another operation. */
  function findSharedPointers({ root, side, path }: DatedPart): readonly string[] {
    if (base.kind === "graphql" || side === "operation") return [];
    const parts = partsOf(base);
    const owner = parts.root(root.name);
    return owner ? parts.at(owner, side, path) : [];
  }
}

/** Names in the base of the GraphQL types that the revision renames. */
function formerTypes(base: Contract, revision: Contract): ReadonlyMap<string, string> {
  if (base.kind !== "graphql" || revision.kind !== "graphql") return new Map();
  const renamed = findRenamedTypes({ base: getGraphqlSchema(base), revision: getGraphqlSchema(revision) });
  return new Map([...renamed].map(([former, current]) => [current, former]));
}

/** Publication date of an operation, from the nearest node that has one: the operation, its path or the document. */
function findPublication(contract: Contract, pointer: string): { life: Life; value: Json; at: string } | undefined {
  for (const at of enclosing(contract, pointer)) {
    const node = getDocumentObject(contract, at);
    const value = node["x-published"];
    if (value !== undefined) return { life: readLifeAtPointer(contract.document, at), value, at };
  }
  return undefined;
}

function getDocumentObject({ document }: Contract, pointer: string): JsonObject {
  const node = valueAt(document, pointer);
  return isObject(node) ? node : {};
}

function isSameText(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function partName({ root, side, path }: DatedPart): string {
  return printableText(path === "" ? `"${root.name}"` : `${side} ${path} of "${root.name}"`);
}
