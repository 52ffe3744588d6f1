import { type Contract, isObject } from "../contracts/index.ts";
import type { Pair } from "./match.ts";

/** A way to tell that two contracts are of one API: those that are alike in it belong together, if they are alone in that. */
type Likeness = (contract: Contract) => string;

/** From the surest to what is only a hint. */
const likenesses: readonly Likeness[] = [
  ({ kind, api, file }) => `${kind} ${api} ${tailOf(file, 3)}`,
  ({ kind, api, file }) => `${kind} ${api} ${tailOf(file, 2)}`,
  ({ kind, api }) => `${kind} ${api}`,
  ({ kind, title, file }) => `${kind} ${title} ${tailOf(file, 1)}`,
  ({ kind, title }) => `${kind} ${title}`,
];

/**
 * The contracts of one API: by its name, and by their path where several are called so; those that are left by
 * their title, with the name of their file where several have it; GraphQL schemas, which have none, by what they have in
 * common. The only contract of each side belong together, whatever they are called.
 */
export function pairContracts(base: readonly Contract[], revision: readonly Contract[]): Pair<Contract>[] {
  const [ours, another] = base;
  const [theirs, yetAnother] = revision;
  if (ours && theirs && !another && !yetAnother) return [{ base: ours, revision: theirs }];
  const partners = new Map<Contract, Contract>();
  for (const likeness of likenesses) matchBy(likeness, base, revision, partners);
  matchNearest(base, revision, partners);
  matchAlike(base, revision, partners);
  const taken = new Set(partners.values());
  return [
    ...base.map((one): Pair<Contract> => {
      const other = partners.get(one);
      return other ? { base: one, revision: other } : { base: one };
    }),
    ...revision.filter((one) => !taken.has(one)).map((one) => ({ revision: one })),
  ];
}

function matchBy(
  likeness: Likeness,
  base: readonly Contract[],
  revision: readonly Contract[],
  partners: Map<Contract, Contract>,
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
function matchNearest(
  base: readonly Contract[],
  revision: readonly Contract[],
  partners: Map<Contract, Contract>,
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

/** So much of the larger of two schemas must be in the other for it to be the same under another name. */
const LEAST_SHARE = 0.5;

/** Schemas that have more in common with each other than with any that is left. */
function matchAlike(base: readonly Contract[], revision: readonly Contract[], partners: Map<Contract, Contract>): void {
  const taken = new Set(partners.values());
  const left = revision.filter((one) => !taken.has(one)).map((other) => ({ other, theirs: membersOf(other) }));
  const pairs = base
    .filter((one) => !partners.has(one))
    .flatMap((one) => {
      const ours = membersOf(one);
      return left.map(({ other, theirs }) => ({ one, other, share: shareOf(ours, theirs) }));
    })
    .filter(({ share }) => share >= LEAST_SHARE);
  const rivals = [Map.groupBy(pairs, ({ one }) => one), Map.groupBy(pairs, ({ other }) => other)] as const;
  for (const pair of pairs) {
    const { one, other, share } = pair;
    const others = [...(rivals[0].get(one) ?? []), ...(rivals[1].get(other) ?? [])];
    if (others.every((each) => each === pair || each.share < share)) partners.set(one, other);
  }
}

/** The fields, values and members of a schema, each behind the name of its type; of an OpenAPI document nothing, as it has a title. */
function membersOf({ kind, document }: Contract): ReadonlySet<string> {
  const types = kind === "graphql" ? document["types"] : undefined;
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
