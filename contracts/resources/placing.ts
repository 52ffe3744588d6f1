import { oncePer } from "../model/once-per.ts";
import type { JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { anonymousTemplate } from "../model/template.ts";
import { foldedName } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";
import { listMemberSchemas } from "../schema/schema.ts";
import { type Likeness, likenessIn } from "./likeness.ts";
import { type EntryEvidence, findInBareEntries, findInEntries } from "./lists/entries.ts";
import { FIRST } from "./steps.ts";
import { type Site, holdsKey, holdsList, holdsObject, listBodySites } from "./sites.ts";

/** Paths of the items of a collection, which are known before its bodies are read. */
export interface Subject {
  /** Path template of the collection. */
  readonly collection: string;
  /** Path parameter that identifies an item. */
  readonly idParameter?: string | undefined;
}

/** A body in which an item, or a list of them, is searched for. */
export interface SearchedBody {
  readonly form: "item" | "list";
  readonly schema: JsonSchema;
  /** True for the body of a request. */
  readonly isSent?: boolean;
}

/** Place of an item in a body, with the weight of the evidence for it. */
export interface Placing {
  readonly site: Site;
  readonly weight: number;
}

/** True for a place with exactly the known members. */
export function hasSameNames(placing: Placing | undefined, known: ReadonlySet<string>): boolean {
  const names = placing?.site.names;
  return names?.size === known.size && [...known].every((name) => names.has(name));
}

/** Names of members that describe a response and are beside its items. */
const envelopeNames =
  /^(_?links?|_?meta(data)?|included|messages?|msg|(is_?)?(success(ful)?|ok)|(status|http|response)(_?(code|reason|text|message|msg|status))?|code|(is_?|has_?)?errors?(_?(codes?|messages?|descriptions?|details?|text|type))?|warnings?|result_?info|paging|pagination|page|pages|total|count|limit|offset|next|prev|previous|cursor|info|debug|duration|request_?id|time(stamp)?|version)$/i;
/** Names of members that hold an item of any kind. */
const wrapperNames = /^(item|payload|response|result|data|resource|body|entity|record|object|value)$/i;
/** Names of members that hold lists of any kind. */
const listNames =
  /^(results?|data|items|values|entries|records|hits|content|list|elements|resources|rows|objects|value)$/i;
/** Names of members that hold a list in an object of its own. */
const containerNames = /^(_embedded|data|results?|response|payload|body|list)$/i;
/** Names of members that identify an object. */
const keyNames = /^(_?id|uuid|guid|gid|key|sid|slug|name|login|username)$/;

/** True for the name of a member that describes a response, or holds its content, whatever the item is. */
export function isEnvelopeName(name: string): boolean {
  return [envelopeNames, wrapperNames, listNames].some((names) => names.test(name));
}

const weights = {
  outermost: 0.4,
  ownMembers: 0.3,
  noOwnMembers: -0.3,
  namedAfter: 0.6,
  usualName: 0.35,
  alone: 0.25,
  key: 0.4,
  envelope: -0.6,
  eachLevel: -0.15,
  insideItem: -0.6,
  plainItems: -0.2,
  firstOfList: -0.5,
  inEnvelope: 1,
  alike: 1.2,
} as const;

/** Least weight of a place that is not the whole body. */
const MIN_WEIGHT = 0.5;

/** Finds the places of the items of one collection in bodies. */
export interface Placer {
  /** The most likely place of an item, or of a list of items, in a body. */
  place(body: SearchedBody): Placing | undefined;
}

/**
 * Places the items of a collection in all its bodies at once: each body supports the places in the others that look
 * alike. Bodies that are searched later are compared with these.
 */
export function createPlacer(contract: Contract, subject: Subject, bodies: readonly SearchedBody[]): Placer {
  const likeness = likenessIn(contract);
  const isNamedAfter = createNameTest(subject);
  const evidence: EntryEvidence = {
    contract,
    likeness,
    tellingNames,
    isNamedAfter,
    isEnvelopeName: (name) => envelopeNames.test(name),
    isKeyName: (name) => keyNames.test(name) || foldedName(name) === foldedName(subject.idParameter ?? ""),
  };
  // Without a path of items, a GET and a POST may answer with the same object.
  const lists = bodies.filter(({ form }) => form === "list" && subject.idParameter !== undefined);
  const envelopes = lists.flatMap((body) => findEnvelope(body) ?? []);
  const candidates = bodies.map(findCandidates);
  let chosen = candidates.map((each) => chooseHeaviest(each)?.site);
  for (let round = 0; round < 3; round++) {
    const current = chosen;
    chosen = candidates.map((each, index) => {
      const others = current.filter((site, other) => site !== undefined && other !== index);
      return chooseHeaviest(each.map((placing) => support(placing, others as Site[], likeness)))?.site;
    });
  }
  const items = chosen.filter((site) => site !== undefined && site.form === "item") as readonly Site[];
  const known = chosen.flatMap((site) => (site ? [findInEntries(evidence, site, items)] : []));
  return {
    place(body) {
      const placings = findCandidates(body).map(({ site, weight }) => ({
        site: body.isSent === true ? site : findInEntries(evidence, site, items),
        weight,
      }));
      return chooseHeaviest(placings.map((placing) => support(placing, known, likeness)));
    },
  };

  function findCandidates(body: SearchedBody): readonly Placing[] {
    const placings = inEnvelope(listPlacings(contract, body, isNamedAfter));
    if (body.isSent === true) return placings;
    return placings.map(({ site, weight }) => ({ site: findInBareEntries(evidence, site), weight }));
  }

  /** Names beside the list in a body, if it is an object without a key. */
  function findEnvelope(body: SearchedBody): ReadonlySet<string> | undefined {
    const list = chooseHeaviest(listPlacings(contract, body, isNamedAfter));
    const root = listBodySites(contract, body.schema).find(isWholeBody);
    const isKeyed = [...(root?.names ?? [])].some((name) => keyNames.test(name));
    if (list && root && list.site.steps.length > 0 && !isKeyed) return root.names;
    return undefined;
  }

  /** The candidates within a body that has exactly the members of a list's envelope: such a body is no item itself. */
  function inEnvelope(placings: readonly Placing[]): readonly Placing[] {
    const inner = placings.filter(({ site }) => !isWholeBody(site));
    const root = placings.find(({ site }) => isWholeBody(site))?.site.names;
    const isEnvelope = envelopes.some(
      (names) => names.size === root?.size && [...names].every((name) => root.has(name)),
    );
    if (!isEnvelope || inner.length === 0) return placings;
    return inner.map(({ site, weight }) => ({ site, weight: weight + weights.inEnvelope }));
  }
}

function isWholeBody({ form, steps }: Site): boolean {
  return form === "item" && steps.length === 0;
}

/** Names of the members of an item that say what it is. */
const tellingNames = oncePer(
  ({ names }: Site): ReadonlySet<string> =>
    new Set([...names].filter((name) => !envelopeNames.test(name) && !wrapperNames.test(name))),
);

/** A place with the weight that the others add which look like it. */
function support({ site, weight }: Placing, others: readonly Site[], likeness: Likeness): Placing {
  const own = others.filter((other) => other !== site);
  if (own.length === 0) return { site, weight };
  const sum = own.reduce((total, other) => total + likeness(tellingNames(site), tellingNames(other)), 0);
  return { site, weight: weight + (weights.alike * sum) / own.length };
}

/** The heaviest place. The whole body is an item, if no place in it is likely; a list needs some evidence. */
function chooseHeaviest(placings: readonly Placing[]): Placing | undefined {
  let heaviest: Placing | undefined;
  for (const placing of placings) if (!heaviest || placing.weight > heaviest.weight) heaviest = placing;
  if (!heaviest || heaviest.site.form !== "item") {
    if (heaviest && heaviest.weight > 0) return heaviest;
    return undefined;
  }
  if (heaviest.weight >= MIN_WEIGHT) return heaviest;
  return placings.find(({ site }) => site.steps.length === 0 || (site.steps.length === 1 && site.steps[0] === FIRST));
}

type NameTest = (name: string) => boolean;

/** Checks that a member is named after the items of a collection: "pet", "PetList" or "pet_info" for "/pets/{petId}". */
function createNameTest({ collection, idParameter }: Subject): NameTest {
  const words = collection.split(/[/:]/).filter((word) => /^\w/.test(word));
  const last = words.at(-1) ?? "";
  const names = new Set([foldedName(last), foldedName(singular(last)), foldedName(anonymousTemplate(collection))]);
  const parameter = foldedName((idParameter ?? "").replace(/[_-]?(id|key|name|uuid|slug|sid)$/i, ""));
  if (parameter !== "") names.add(parameter);
  const stripListSuffix = (name: string): string =>
    foldedName(name).replace(/(list|collection|array|set|info|data|details)$/, "");
  return (name) => {
    const folded = foldedName(name);
    return names.has(folded) || names.has(stripListSuffix(name)) || names.has(foldedName(singular(name)));
  };
}

function listPlacings(
  contract: Contract,
  { form, schema, isSent = false }: SearchedBody,
  isNamedAfter: NameTest,
): readonly Placing[] {
  const sites = listBodySites(contract, schema);
  const root = sites[0];
  const isRootItem = root?.form === "item" && looksLikeItem(contract, root.schema);
  return sites.flatMap((site): Placing[] => {
    if (site.steps.some((step) => step.includes("."))) return [];
    if (form === "list") {
      if (site.form === "item") return [];
      return [{ site, weight: weighList(site) }];
    }
    if (site.form === "item") return [{ site, weight: weighItem(site) }];
    // Some responses hold one item in a list. A list in a request is a batch, or a patch.
    if (isSent || site.form === "map" || !holdsObject(contract, site.schema)) return [];
    const weight = weighItem(site) + weights.firstOfList;
    return [{ site: { ...site, form: "item", steps: [...site.steps, FIRST] }, weight }];
  });

  function weighItem(site: Site): number {
    const hasKey = [...site.names].some((name) => keyNames.test(name) && holdsMemberKey(contract, site.schema, name));
    const own = hasKey ? weights.key : 0;
    const name = site.steps.at(-1);
    if (name === undefined)
      return (
        weights.outermost + own + (hasOwnMembers(contract, site.schema) ? weights.ownMembers : weights.noOwnMembers)
      );
    const isAlone = site.beside.every((other) => envelopeNames.test(other));
    return own + weighName(name, wrapperNames) + (isAlone ? weights.alone : 0) + weights.eachLevel * site.steps.length;
  }

  function weighList(site: Site): number {
    const holdsItems = holdsObject(contract, site.schema) ? 0 : weights.plainItems;
    const name = site.steps.at(-1);
    if (name === undefined) return 1 + holdsItems;
    const lists = sites.filter((other) => other.form !== "item");
    const isAlone = lists.length === 1;
    const container = site.steps.length > 1 && !containerNames.test(site.steps[0] as string) ? weights.eachLevel : 0;
    const named = weighName(name, listNames);
    return (
      named +
      holdsItems +
      container +
      (isAlone ? weights.usualName : 0) +
      (isRootItem && named !== weights.namedAfter ? weights.insideItem : 0) +
      weights.eachLevel * (site.steps.length - 1)
    );
  }

  function weighName(name: string, usual: RegExp): number {
    if (isNamedAfter(name)) return weights.namedAfter;
    if (usual.test(name)) return weights.usualName;
    if (envelopeNames.test(name)) return weights.envelope;
    return 0;
  }
}

/** True for an object that has a key of its own. */
function looksLikeItem(contract: Contract, schema: JsonSchema): boolean {
  const [root] = listBodySites(contract, schema);
  return [...(root?.names ?? [])].some(
    (name) =>
      (/^(_id|uuid|key|sid|slug|name)$/.test(name) || foldedName(name) === "id") &&
      holdsMemberKey(contract, schema, name),
  );
}

/** True for an object that has members which are no objects, and describe no response. */
function hasOwnMembers(contract: Contract, schema: JsonSchema): boolean {
  const [root] = listBodySites(contract, schema);
  return [...(root?.names ?? [])].some((name) => {
    const member: JsonSchema = { allOf: listMemberSchemas(contract, schema, name) };
    return !envelopeNames.test(name) && !holdsObject(contract, member) && !holdsList(contract, member);
  });
}

function holdsMemberKey(contract: Contract, schema: JsonSchema, name: string): boolean {
  return holdsKey(contract, { allOf: listMemberSchemas(contract, schema, name) });
}
