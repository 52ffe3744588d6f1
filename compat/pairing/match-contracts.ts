import type { Pair } from "../model/pair.ts";
import { type Contract, anonymous, isObject } from "../../contracts/index.ts";

/** What may be the same API as another. */
export type Named = Pick<Contract, "kind" | "api" | "title" | "file">;

/** By what those that are called otherwise are known. */
type MembersIn<One> = (one: One) => ReadonlySet<string>;

/** A way to tell that two contracts are of one API: those that are alike in it belong together, if they are alone in that. */
type Likeness = (contract: Named) => string;

/** What names them, from the surest. */
const names: readonly Likeness[] = [
  ({ kind, api, file }) => `${kind} ${api} ${tailOf(file, 3)}`,
  ({ kind, api, file }) => `${kind} ${api} ${tailOf(file, 2)}`,
  ({ kind, api }) => `${kind} ${api}`,
];

/** What they say of themselves, which is a hint only. */
const titles: readonly Likeness[] = [
  ({ kind, title, file }) => `${kind} ${title} ${tailOf(file, 1)}`,
  ({ kind, title }) => `${kind} ${title}`,
];

/**
 * The contracts of one API: by its name, and by their path where several are called so; by their titles where these say
 * that they swapped names; those that are left by their title, with the name of their file where several have it, and
 * by what they have in common. The only contract of each side belong together, whatever they are called.
 */
export function pairContracts(base: readonly Contract[], revision: readonly Contract[]): Pair<Contract>[] {
  const [ours, another] = base;
  const [theirs, yetAnother] = revision;
  if (ours && theirs && !another && !yetAnother) return [{ base: ours, revision: theirs }];
  const partners = partnersOf(base, revision, membersOf);
  const taken = new Set(partners.values());
  return [
    ...base.map((one): Pair<Contract> => {
      const other = partners.get(one);
      return other ? { base: one, revision: other } : { base: one };
    }),
    ...revision.filter((one) => !taken.has(one)).map((one) => ({ revision: one })),
  ];
}

/** For what is the same API on both sides the one of the base with that of the revision. */
export function partnersOf<Base extends Named, Revision extends Named>(
  base: readonly Base[],
  revision: readonly Revision[],
  membersIn: MembersIn<Base | Revision>,
): ReadonlyMap<Base, Revision> {
  const byName = new Map<Base, Revision>();
  for (const likeness of names) matchBy(likeness, base, revision, byName);
  const partners = swappedIn(base, revision, { byName, membersIn });
  for (const likeness of [...names, ...titles]) matchBy(likeness, base, revision, partners);
  matchNearest(base, revision, partners);
  matchAlike(base, revision, { partners, membersIn });
  return partners;
}

/**
 * Those whose name another one has now, as titles say that each is of a single one on both sides: where both are there
 * under other names, or where what has the name now is another by what it has in common, and the title is not.
 */
function swappedIn<Base extends Named, Revision extends Named>(
  base: readonly Base[],
  revision: readonly Revision[],
  {
    byName,
    membersIn,
  }: { readonly byName: ReadonlyMap<Base, Revision>; readonly membersIn: MembersIn<Base | Revision> },
): Map<Base, Revision> {
  const byTitle = new Map<Base, Revision>();
  matchBy(({ kind, title }) => `${kind} ${title}`, base, revision, byTitle);
  const titled = new Map([...byTitle].map(([one, other]) => [other, one]));
  const isSame = (one: Base, other: Revision): boolean => shareOf(membersIn(one), membersIn(other)) >= LEAST_SHARE;
  return new Map(
    [...byName].flatMap(([one, other]): (readonly [Base, Revision])[] => {
      const [moved, taker] = [byTitle.get(one), titled.get(other)];
      const pairs = [
        ...(moved ? [[one, moved] as const] : []),
        ...(taker && taker !== one ? [[taker, other] as const] : []),
      ];
      if (moved === other || (pairs.length < 2 && (isSame(one, other) || !pairs.some((pair) => isSame(...pair)))))
        return [];
      return pairs;
    }),
  );
}

function matchBy<Base extends Named, Revision extends Named>(
  likeness: Likeness,
  base: readonly Base[],
  revision: readonly Revision[],
  partners: Map<Base, Revision>,
): void {
  const taken = new Set(partners.values());
  const ours = Map.groupBy(
    base.filter((one) => !partners.has(one)),
    likeness,
  );
  const theirs = Map.groupBy(
    revision.filter((one) => !taken.has(one)),
    likeness,
  );
  for (const [key, [one, another]] of ours) {
    const [other, yetAnother] = theirs.get(key) ?? [];
    if (one && other && !another && !yetAnother) partners.set(one, other);
  }
}

/** Of several that are called alike on one side, the one whose path ends most alike, or is the shortest. */
function matchNearest<Base extends Named, Revision extends Named>(
  base: readonly Base[],
  revision: readonly Revision[],
  partners: Map<Base, Revision>,
): void {
  const taken = new Set(partners.values());
  const left = new Set(revision.filter((one) => !taken.has(one)));
  const pairs = base
    .filter((one) => !partners.has(one))
    .flatMap((one) =>
      [...left]
        .filter(({ kind, api }) => kind === one.kind && api === one.api)
        .map((other) => ({ one, other, common: commonTail(one.file, other.file), length: other.file.length })),
    )
    .toSorted((a, b) => b.common - a.common || a.length - b.length);
  for (const { one, other } of pairs) {
    if (!partners.has(one) && left.delete(other)) partners.set(one, other);
  }
}

/** So much of the larger of two must be in the other for it to be the same under another name. */
const LEAST_SHARE = 0.5;

/** Those that have more in common with each other than with any that is left. */
function matchAlike<Base extends Named, Revision extends Named>(
  base: readonly Base[],
  revision: readonly Revision[],
  { partners, membersIn }: { readonly partners: Map<Base, Revision>; readonly membersIn: MembersIn<Base | Revision> },
): void {
  const taken = new Set(partners.values());
  const left = revision.filter((one) => !taken.has(one)).map((other) => ({ other, theirs: membersIn(other) }));
  const pairs = base
    .filter((one) => !partners.has(one))
    .flatMap((one) => {
      const ours = membersIn(one);
      return left
        .filter(({ other }) => other.kind === one.kind)
        .map(({ other, theirs }) => ({ one, other, share: shareOf(ours, theirs) }));
    })
    .filter(({ share }) => share >= LEAST_SHARE);
  const rivals = [Map.groupBy(pairs, ({ one }) => one), Map.groupBy(pairs, ({ other }) => other)] as const;
  for (const pair of pairs) {
    const { one, other, share } = pair;
    const others = [...(rivals[0].get(one) ?? []), ...(rivals[1].get(other) ?? [])];
    if (others.every((each) => each === pair || each.share < share)) partners.set(one, other);
  }
}

/** The operations of a document; of a schema its fields, values and members, each behind the name of its type. */
function membersOf({ kind, document, operations }: Contract): ReadonlySet<string> {
  if (kind === "openapi") return new Set(operations.map(({ name }) => anonymous(name)));
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

function shareOf(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  const most = Math.max(ours.size, theirs.size);
  return most === 0 ? 0 : [...ours].filter((one) => theirs.has(one)).length / most;
}

function commonTail(one: string, other: string): number {
  const [ours, theirs] = [one, other].map((file) => file.split(/[:/\\]/).toReversed()) as [string[], string[]];
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  return at < 0 ? ours.length : at;
}

/** The last parts of a path, wherever the rest of it leads from. */
function tailOf(file: string, count: number): string {
  return file
    .split(/[:/\\]/)
    .slice(-count)
    .join("/");
}
