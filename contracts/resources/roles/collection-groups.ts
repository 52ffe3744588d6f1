import { oncePer } from "../../model/once-per.ts";
import { anonymousTemplate } from "../../model/template.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { foldedNoun } from "../references.ts";
import type { Resources } from "../resources.ts";

/** Least number of members of an item that are compared with those of a body. */
export const MIN_NAMES = 3;

/** Least part of the members of an item that a response at another path shows. */
export const MIN_SHOWN = 0.75;

type Groups = ReadonlyMap<string, readonly string[]>;

/** Collections by the last word of their paths, in any spelling. */
export const groupByLastWord: (resources: Resources) => Groups = oncePer(({ collections }) =>
  Map.groupBy(collections, (each) => foldedName(getGroupName(each))),
);

/** Collections by the noun of their items: "task" for "/tasks". */
const groupByNoun: (resources: Resources) => Groups = oncePer(({ collections }) =>
  Map.groupBy(collections, (each) => foldedNoun(each)),
);

/** Collections by the path above them and their noun: "/v1/user" for "/v1/users". */
const groupByNounBelow: (resources: Resources) => Groups = oncePer(({ collections }) =>
  Map.groupBy(collections, (each) => `${pathAbove(each)}/${foldedName(singular(each))}`),
);

/** Collections by each path that they only add parameters to: "/{type}/{region}" at "/{type}" and "". */
export const groupByPathWithoutParameters: (resources: Resources) => Groups = oncePer(({ collections }) => {
  const groups = new Map<string, string[]>();
  for (const collection of collections) {
    let path = collection;
    while (/\/\{[^{}]+\}$/.test(path)) {
      path = pathAbove(path);
      addToGroup(groups, path, collection);
    }
  }
  return groups;
});

/** Templates of the collections whose items have collections of items below them. */
export const findCollectionsAbove: (resources: Resources) => ReadonlySet<string> = oncePer(({ operationsAt }) => {
  const found = new Set<string>();
  for (const path of operationsAt.keys()) {
    const template = anonymousTemplate(path);
    if (!template.endsWith("{}")) continue;
    for (const { index } of template.matchAll(/\/\{\}(?=\/)/g)) found.add(template.slice(0, index));
  }
  return found;
});

/** The first collection beside a path that has a noun. */
export function findNamesake(resources: Resources, above: string, noun: string): string | undefined {
  return groupByNounBelow(resources).get(`${above}/${foldedName(noun)}`)?.[0];
}

/** Collections that have the noun of a path, or are right above it. */
export function findRelatives(resources: Resources, path: string): readonly string[] {
  const noun = foldedNoun(path);
  const groups = groupByNoun(resources);
  const nouns = noun.startsWith("sub") ? [noun, noun.slice("sub".length)] : [noun];
  const found = new Set(nouns.flatMap((each) => groups.get(each) ?? []));
  if (resources.idParameterOf(pathAbove(path)) !== undefined) found.add(pathAbove(path));
  return sortByPlace(resources, found);
}

/** Collections whose items can be shown whole by a body with some members. */
export function findShownWhole(resources: Resources, names: ReadonlySet<string>): readonly string[] {
  const groups = groupByRareNames(resources);
  return sortByPlace(resources, new Set([...names].flatMap((name) => groups.get(name) ?? [])));
}

/** Collections by the rarest members of their items, one of which is in any body that shows the item whole. */
const groupByRareNames: (resources: Resources) => Groups = oncePer((resources) => {
  const { at, bodies, collections } = resources;
  const namesByCollection = new Map(collections.map((each) => [each, bodies.names(at(each).item ?? true)]));
  const counts = new Map<string, number>();
  for (const names of namesByCollection.values())
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const groups = new Map<string, string[]>();
  for (const [collection, names] of namesByCollection) {
    if (names.size < MIN_NAMES) continue;
    const rarest = [...names].toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0));
    for (const name of rarest.slice(0, Math.ceil(names.size * (1 - MIN_SHOWN)))) addToGroup(groups, name, collection);
  }
  return groups;
});

const placesOf = oncePer(
  ({ collections }: Resources) => new Map(collections.map((collection, place) => [collection, place])),
);

function sortByPlace(resources: Resources, found: ReadonlySet<string>): readonly string[] {
  const places = placesOf(resources);
  return [...found].toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

function addToGroup(groups: Map<string, string[]>, name: string, collection: string): void {
  const group = groups.get(name);
  if (group) group.push(collection);
  else groups.set(name, [collection]);
}

function getGroupName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function pathAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
