import type { Contract } from "../../model/contract.ts";
import { listMemberSchemas } from "../../schema/schema.ts";
import type { Likeness } from "../likeness.ts";
import { type Site, holdsKey, listBodySites } from "../sites.ts";

/** Knowledge about the items of one collection that tells them from the entries of their lists. */
export interface EntryEvidence {
  readonly contract: Contract;
  readonly likeness: Likeness;
  /** Names of the members of a place that say what it is. */
  tellingNames(site: Site): ReadonlySet<string>;
  /** True for the name of a member that describes a response. */
  isEnvelopeName(name: string): boolean;
  /** True for a name after the items of the collection. */
  isNamedAfter(name: string): boolean;
  /** True for the name of a member that can identify an item. */
  isKeyName(name: string): boolean;
}

/** Names of members that hold the item of an entry, whatever it is. */
const holderNames =
  /^_?(node|entry|item|payload|result|data|resource|body|entity|record|object|value|element|doc(ument)?|source|attributes)$/i;
/** Names of members of an entry that are about its place in the list. */
const placeNames = /^(cursor|score|rank|position|index|full_?url|href|self|etag|highlights?|search)$/i;

/** Maximum number of members that lead from an entry to its item. */
const MAX_STEPS = 2;

/** Least likeness to a known item of what a member with a usual name holds, and of what another one holds. */
const MIN_LIKENESS = { usual: 0.6, other: 0.75 };

/** Least difference between the likeness of what an entry holds and that of the entry. */
const MIN_DIFFERENCE = 0.25;

/**
 * The place of the items in the entries of a list, where they are alike items that other bodies show, and the entries
 * are not. An entry that has a member of the items beside what it holds is an item that embeds another one.
 */
export function findInEntries(evidence: EntryEvidence, site: Site, items: readonly Site[]): Site {
  const { likeness, tellingNames, isEnvelopeName } = evidence;
  if (site.form === "item" || site.entry !== undefined) return site;
  const resemble = ({ names }: Pick<Site, "names">): number =>
    items.reduce((most, item) => Math.max(most, likeness(names, tellingNames(item))), 0);
  const known = new Set(items.flatMap(({ names }) => [...names]));
  const ownKeys = findKeys(evidence, site);
  const whole = resemble({ names: tellingNames(site) });
  const isApart = [...site.names].every((name) => isEnvelopeName(name) || !known.has(name));
  const found = findHeldItems(evidence, site).flatMap((held) => {
    const alike = resemble({ names: tellingNames(held) });
    // The entry has the key, and what it holds is a part of it.
    if (ownKeys.some((name) => known.has(name) && !held.names.has(name))) return [];
    const isUsual = isHolder(held) || (ownKeys.length === 0 && isNamedLikeItem(evidence, held));
    const isHeld = isUsual
      ? alike >= MIN_LIKENESS.usual && alike - whole >= MIN_DIFFERENCE
      : alike >= MIN_LIKENESS.other && isApart && ownKeys.length === 0;
    return isHeld ? [{ held, alike, isUsual }] : [];
  });
  const best = found.filter(({ alike }) => found.every((other) => other.alike <= alike));
  const nearest = best.filter(({ held }) => best.every((other) => other.held.steps.length >= held.steps.length));
  const usual = nearest.filter(({ isUsual }) => isUsual);
  const [only, second] = usual.length > 0 ? usual : nearest;
  if (only === undefined || second !== undefined) return site;
  return withEntry(site, only.held);
}

/**
 * The place of the items in entries that have nothing of their own: one object with a key and a usual name, beside what
 * says where it stands in the list.
 */
export function findInBareEntries(evidence: EntryEvidence, site: Site): Site {
  if (site.form === "item" || site.entry !== undefined) return site;
  const { isEnvelopeName } = evidence;
  const objects = findHeldItems(evidence, site).filter(({ steps }) => steps.length === 1);
  const [held, other] = objects.filter((each) => isHolder(each) || isNamedLikeItem(evidence, each));
  if (held === undefined || other !== undefined || findKeys(evidence, held).length === 0) return site;
  const isBare = held.beside.every((name) => isEnvelopeName(name) || placeNames.test(name));
  return isBare ? withEntry(site, held) : site;
}

/** The objects in the entries of a list that can be its items. */
function findHeldItems({ contract, isNamedAfter, isEnvelopeName }: EntryEvidence, { schema }: Site): readonly Site[] {
  if (typeof schema === "boolean") return [];
  return listBodySites(contract, schema).filter(({ form, steps }) => {
    if (form !== "item" || steps.length === 0 || steps.length > MAX_STEPS) return false;
    const isPlain = steps.every((step) => !step.includes("."));
    const isLed = steps.slice(0, -1).every((step) => holderNames.test(step) || isNamedAfter(step));
    return isPlain && isLed && !isEnvelopeName(steps.at(-1) as string);
  });
}

function isHolder({ steps }: Site): boolean {
  return holderNames.test(steps.at(-1) ?? "");
}

function isNamedLikeItem({ isNamedAfter }: EntryEvidence, { steps }: Site): boolean {
  return isNamedAfter(steps.at(-1) ?? "");
}

/** Names of the members of an object that can identify it. */
function findKeys({ contract, isKeyName }: EntryEvidence, { names, schema }: Site): readonly string[] {
  return [...names].filter(
    (name) => isKeyName(name) && holdsKey(contract, { allOf: listMemberSchemas(contract, schema, name) }),
  );
}

function withEntry(site: Site, held: Site): Site {
  return { ...site, entry: held.steps, schema: held.schema, names: held.names };
}
