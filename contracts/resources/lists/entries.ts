import type { Contract } from "../../model/contract.ts";
import { membersOf } from "../../schema/schema.ts";
import { type Site, holdsKey, sitesOf } from "../sites.ts";

/** Knowledge about the items of one collection that tells them from the entries of their lists. */
export interface EntryEvidence {
  readonly contract: Contract;
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

/**
 * The place of the items in entries that have nothing of their own: one object with a key and a usual name, beside what
 * says where it stands in the list.
 */
export function findInBareEntries(evidence: EntryEvidence, site: Site): Site {
  if (site.form === "item" || site.entry !== undefined) return site;
  const { isEnvelopeName } = evidence;
  const objects = heldIn(evidence, site).filter(({ steps }) => steps.length === 1);
  const [held, other] = objects.filter((each) => isHolder(each) || isNamed(evidence, each));
  if (held === undefined || other !== undefined || findKeys(evidence, held).length === 0) return site;
  const isBare = held.beside.every((name) => isEnvelopeName(name) || placeNames.test(name));
  return isBare ? withEntry(site, held) : site;
}

/** The objects in the entries of a list that can be its items. */
function heldIn({ contract, isNamedAfter, isEnvelopeName }: EntryEvidence, { schema }: Site): readonly Site[] {
  if (typeof schema === "boolean") return [];
  return sitesOf(contract, schema).filter(({ form, steps }) => {
    if (form !== "item" || steps.length === 0 || steps.length > MAX_STEPS) return false;
    const isPlain = steps.every((step) => !step.includes("."));
    const isLed = steps.slice(0, -1).every((step) => holderNames.test(step) || isNamedAfter(step));
    return isPlain && isLed && !isEnvelopeName(steps.at(-1) as string);
  });
}

function isHolder({ steps }: Site): boolean {
  return holderNames.test(steps.at(-1) ?? "");
}

function isNamed({ isNamedAfter }: EntryEvidence, { steps }: Site): boolean {
  return isNamedAfter(steps.at(-1) ?? "");
}

/** Names of the members of an object that can identify it. */
function findKeys({ contract, isKeyName }: EntryEvidence, { names, schema }: Site): readonly string[] {
  return [...names].filter(
    (name) => isKeyName(name) && holdsKey(contract, { allOf: membersOf(contract, schema, name) }),
  );
}

function withEntry(site: Site, held: Site): Site {
  return { ...site, entry: held.steps, schema: held.schema, names: held.names };
}
