import type { Pair } from "../model/pair.ts";
import { type Contract, anonymousTemplate, isObject } from "../../contracts/index.ts";

/** Members of a contract that identify its API. */
export type ApiIdentity = Pick<Contract, "kind" | "api" | "title" | "file">;

/** Reads the operations or fields of an API, which identify it after a rename. */
type ReadMembers<One> = (one: One) => ReadonlySet<string>;

/** Key of a contract. Two contracts match if they have the same key and no other contract has it. */
type MatchKey = (contract: ApiIdentity) => string;

/** Keys from names and files, the most specific first. */
const nameKeys: readonly MatchKey[] = [
  ({ kind, api, file }) => `${kind} ${api} ${lastSegments(file, 3)}`,
  ({ kind, api, file }) => `${kind} ${api} ${lastSegments(file, 2)}`,
  ({ kind, api }) => `${kind} ${api}`,
];

/** Keys from titles, which are weaker evidence. */
const titleKeys: readonly MatchKey[] = [
  ({ kind, title, file }) => `${kind} ${title} ${lastSegments(file, 1)}`,
  ({ kind, title }) => `${kind} ${title}`,
];

/**
 * Pairs the contracts of the same API. In this order: by name and file, with swapped names corrected by title; by
 * title; by file path; by common operations. A single contract on each side is always a pair.
 */
export function pairContracts(base: readonly Contract[], revision: readonly Contract[]): Pair<Contract>[] {
  const [fromBase, another] = base;
  const [fromRevision, yetAnother] = revision;
  if (fromBase && fromRevision && !another && !yetAnother) return [{ base: fromBase, revision: fromRevision }];
  const partners = pairPartners(base, revision, apiMembers);
  const paired = new Set(partners.values());
  return [
    ...base.map((one): Pair<Contract> => {
      const other = partners.get(one);
      if (other) return { base: one, revision: other };
      return { base: one };
    }),
    ...revision.filter((one) => !paired.has(one)).map((one) => ({ revision: one })),
  ];
}

/** Partner in the revision for each API of the base that has one. */
export function pairPartners<Base extends ApiIdentity, Revision extends ApiIdentity>(
  base: readonly Base[],
  revision: readonly Revision[],
  membersIn: ReadMembers<Base | Revision>,
): ReadonlyMap<Base, Revision> {
  const byName = new Map<Base, Revision>();
  for (const likeness of nameKeys) addUniqueMatches(likeness, base, revision, byName);
  const partners = pairSwappedNames(base, revision, { byName, membersIn });
  for (const likeness of [...nameKeys, ...titleKeys]) addUniqueMatches(likeness, base, revision, partners);
  addNearestFiles(base, revision, partners);
  addMostSimilar(base, revision, { partners, membersIn });
  return partners;
}

/**
 * Pairs APIs whose names another API has now. Unique titles reveal them. A single contradicting title counts only if
 * the operations in common confirm it.
 */
function pairSwappedNames<Base extends ApiIdentity, Revision extends ApiIdentity>(
  base: readonly Base[],
  revision: readonly Revision[],
  {
    byName,
    membersIn,
  }: { readonly byName: ReadonlyMap<Base, Revision>; readonly membersIn: ReadMembers<Base | Revision> },
): Map<Base, Revision> {
  const byTitle = new Map<Base, Revision>();
  addUniqueMatches(({ kind, title }) => `${kind} ${title}`, base, revision, byTitle);
  const titled = new Map([...byTitle].map(([one, other]) => [other, one]));
  const sharesMembers = (one: Base, other: Revision): boolean =>
    commonShare(membersIn(one), membersIn(other)) >= LEAST_SHARE;
  return new Map(
    [...byName].flatMap(([one, other]): (readonly [Base, Revision])[] => {
      const [moved, taker] = [byTitle.get(one), titled.get(other)];
      const pairs = [
        ...(moved ? [[one, moved] as const] : []),
        ...(taker && taker !== one ? [[taker, other] as const] : []),
      ];
      if (
        moved === other ||
        (pairs.length < 2 && (sharesMembers(one, other) || !pairs.some((pair) => sharesMembers(...pair))))
      )
        return [];
      return pairs;
    }),
  );
}

function addUniqueMatches<Base extends ApiIdentity, Revision extends ApiIdentity>(
  likeness: MatchKey,
  base: readonly Base[],
  revision: readonly Revision[],
  partners: Map<Base, Revision>,
): void {
  const pairedRevisions = new Set(partners.values());
  const fromBase = Map.groupBy(
    base.filter((one) => !partners.has(one)),
    likeness,
  );
  const fromRevision = Map.groupBy(
    revision.filter((one) => !pairedRevisions.has(one)),
    likeness,
  );
  for (const [key, [one, another]] of fromBase) {
    const [other, yetAnother] = fromRevision.get(key) ?? [];
    if (one && other && !another && !yetAnother) partners.set(one, other);
  }
}

/** Pairs APIs of the same name by their files: the longest common end of the path wins, then the shortest path. */
function addNearestFiles<Base extends ApiIdentity, Revision extends ApiIdentity>(
  base: readonly Base[],
  revision: readonly Revision[],
  partners: Map<Base, Revision>,
): void {
  const pairedRevisions = new Set(partners.values());
  const unpaired = new Set(revision.filter((one) => !pairedRevisions.has(one)));
  const pairs = base
    .filter((one) => !partners.has(one))
    .flatMap((one) =>
      [...unpaired]
        .filter(({ kind, api }) => kind === one.kind && api === one.api)
        .map((other) => ({ one, other, common: commonTailLength(one.file, other.file), length: other.file.length })),
    )
    .toSorted((a, b) => b.common - a.common || a.length - b.length);
  for (const { one, other } of pairs) {
    if (!partners.has(one) && unpaired.delete(other)) partners.set(one, other);
  }
}

/** Smallest share of common members, measured on the larger API, for a renamed API. */
const LEAST_SHARE = 0.5;

/** Pairs APIs that have more members in common with each other than with any other unpaired API. */
function addMostSimilar<Base extends ApiIdentity, Revision extends ApiIdentity>(
  base: readonly Base[],
  revision: readonly Revision[],
  { partners, membersIn }: { readonly partners: Map<Base, Revision>; readonly membersIn: ReadMembers<Base | Revision> },
): void {
  const pairedRevisions = new Set(partners.values());
  const unpaired = revision
    .filter((one) => !pairedRevisions.has(one))
    .map((other) => ({ other, theirs: membersIn(other) }));
  const pairs = base
    .filter((one) => !partners.has(one))
    .flatMap((one) => {
      const fromBase = membersIn(one);
      return unpaired
        .filter(({ other }) => other.kind === one.kind)
        .map(({ other, theirs: fromRevision }) => ({ one, other, share: commonShare(fromBase, fromRevision) }));
    })
    .filter(({ share }) => share >= LEAST_SHARE);
  const candidatesOf = [Map.groupBy(pairs, ({ one }) => one), Map.groupBy(pairs, ({ other }) => other)] as const;
  for (const pair of pairs) {
    const { one, other, share } = pair;
    const others = [...(candidatesOf[0].get(one) ?? []), ...(candidatesOf[1].get(other) ?? [])];
    if (others.every((each) => each === pair || each.share < share)) partners.set(one, other);
  }
}

/** Operations of an OpenAPI document; fields, values and members of a GraphQL schema, each prefixed by its type. */
function apiMembers({ kind, document, operations }: Contract): ReadonlySet<string> {
  if (kind === "openapi") return new Set(operations.map(({ name }) => anonymousTemplate(name)));
  const types = document["types"];
  return new Set(
    Object.entries(isObject(types) ? types : {}).flatMap(([name, type]) => {
      const { fields, values, members } = isObject(type) ? type : {};
      const listed = Array.isArray(members) ? members.map(String) : [];
      const all = [fields, values].flatMap((each) => (isObject(each) ? Object.keys(each) : []));
      return [...all, ...listed].map((member) => `${name}.${member}`);
    }),
  );
}

function commonShare(baseMembers: ReadonlySet<string>, revisionMembers: ReadonlySet<string>): number {
  const most = Math.max(baseMembers.size, revisionMembers.size);
  if (most === 0) return 0;
  return [...baseMembers].filter((one) => revisionMembers.has(one)).length / most;
}

function commonTailLength(one: string, other: string): number {
  const [fromBase, fromRevision] = [one, other].map((file) => file.split(/[:/\\]/).toReversed()) as [
    string[],
    string[],
  ];
  const firstDifference = fromBase.findIndex((part, index) => part !== fromRevision[index]);
  if (firstDifference < 0) return fromBase.length;
  return firstDifference;
}

/** Last segments of a file path. */
function lastSegments(file: string, count: number): string {
  return file
    .split(/[:/\\]/)
    .slice(-count)
    .join("/");
}
