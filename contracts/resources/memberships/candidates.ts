import { isDeepStrictEqual } from "node:util";
import type { Contract } from "../../model/contract.ts";
import { anonymousTemplate } from "../../model/template.ts";
import type { JsonObject, JsonSchema } from "../../model/json.ts";
import { oncePer } from "../../model/once-per.ts";
import { isObject } from "../../model/shapes.ts";
import { membersOf, partsOf } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import type { Resource, Resources } from "../resources.ts";
import { rolesOf } from "../roles.ts";
import { type Site, holdsObject, sitesOf } from "../sites.ts";
import { readLinkage } from "./linkage.ts";
import { isNamedAfter } from "./sent-keys.ts";
import { type Side, namesOf, readCollections } from "./sides.ts";

/** Collections whose items can be those of a side. */
export function findCandidates(resources: Resources, side: Side): readonly Resource[] {
  return resources.collections
    .filter((each) => isWithin(each, side.path) && readCollections(resources.contract).has(each))
    .map((each) => resources.at(each))
    .filter((each) => each.key !== undefined && each.item !== undefined);
}

/** Least number of members by which items are known. Many things have an id and a name. */
const MIN_KNOWN = 3;

/**
 * Collections whose items have the schema of those that a side lists, where an operation reads them, or one creates and
 * another lists them.
 */
export function findSameItems(resources: Resources, side: Side): readonly Resource[] {
  return sameItemsIn(resources)(side);
}

const sameItemsIn = oncePer((resources: Resources) =>
  oncePer(({ path, own, placing, links }: Side): readonly Resource[] => {
    const { contract, collections } = resources;
    if (placing === undefined || placing.site.names.size < MIN_KNOWN || links.length > 0) return [];
    const shown = propertiesIn(contract, placing.site.schema);
    const known = knownCollections(contract);
    return collections
      .filter((each) => known.has(each) && isWithin(each, path))
      .map((each) => resources.at(each))
      .filter((each) => each !== own && each.key !== undefined)
      .filter(({ item }) => isDeepStrictEqual(propertiesIn(contract, item ?? true), shown));
  }),
);

function propertiesIn(contract: Contract, schema: JsonSchema): JsonObject {
  const parts = partsOf(contract, schema).map((part) => part["properties"]);
  return Object.assign({}, ...parts.filter(isObject)) as JsonObject;
}

/** Collections whose items can be read, or created and listed. */
const knownCollections = oncePer((contract: Contract): ReadonlySet<string> => {
  const kinds = Map.groupBy(rolesOf(contract).values(), ({ collection }) => collection);
  const isFilled = (collection: string): boolean =>
    ["create", "list"].every((kind) => kinds.get(collection)?.some((role) => role.kind === kind));
  return new Set([...readCollections(contract), ...[...kinds.keys()].filter(isFilled)]);
});

/** The resource whose path has most in common with another one. Undefined if two have. */
export function findNearest(some: readonly Resource[], path: string): Resource | undefined {
  const wanted = anonymousTemplate(path).split("/");
  const sharedWith = ({ collection }: Resource): number => {
    const steps = anonymousTemplate(collection).split("/");
    const apart = steps.findIndex((step, index) => step !== wanted[index]);
    return apart < 0 ? steps.length : apart;
  };
  const [nearest, next] = some.toSorted((one, other) => sharedWith(other) - sharedWith(one));
  return nearest && next && sharedWith(next) === sharedWith(nearest) ? undefined : nearest;
}

/** True for a collection that a path determines, and that is not the one below the path. */
export function isWithin(collection: string, path: string): boolean {
  const scope = anonymousTemplate(collection.slice(0, collection.lastIndexOf("}") + 1));
  const own = anonymousTemplate(collection);
  return own !== anonymousTemplate(path) && (scope === "" || anonymousTemplate(path).startsWith(`${scope}/`));
}

/**
 * The collection of the items to which links lead: that of the type that they state, or else the one whose items are
 * read beside the links, or else the one that has their name.
 */
export function findLinked(resources: Resources, side: Side): Resource | undefined {
  const candidates = findCandidates(resources, side);
  const isNamed = (each: Resource): boolean => isNamedAfter(each, namesOf(side));
  const stated = statedTypes(resources, side);
  const typed = candidates.filter((each) => isOfType(resources, each, stated));
  const read = side.list && resources.bodies.responseSchema(side.list);
  const shown = readLinkage(resources, read) ? undefined : read;
  const alike = shown === undefined ? [] : candidates.filter((each) => findAlike(resources, shown, each) !== undefined);
  const groups = [typed, alike.filter(isNamed), alike, shown === undefined ? candidates.filter(isNamed) : []];
  const [found, other] = groups.find((each) => each.length > 0) ?? [];
  return other === undefined ? found : undefined;
}

/** Names of the types that the links of a side can have, where a schema lists them. */
function statedTypes(resources: Resources, { links }: Side): ReadonlySet<string> {
  const { bodies, contract } = resources;
  const schemas = links.flatMap((each) => [bodies.requestSchema(each) ?? [], bodies.responseSchema(each) ?? []].flat());
  const entries = schemas.flatMap((schema) => sitesOf(contract, schema)).map(({ schema }) => schema);
  return new Set(entries.flatMap((entry) => typesIn(resources, entry)));
}

function isOfType(resources: Resources, { collection, item }: Resource, stated: ReadonlySet<string>): boolean {
  if (stated.size !== 1) return false;
  const [type = ""] = stated;
  const own = typesIn(resources, item ?? true);
  if (own.length > 0) return own.includes(type);
  return foldedName(singular(type)) === foldedName(singular(collection));
}

/** The values that a schema lists for the type of an object. */
function typesIn({ contract }: Resources, schema: JsonSchema): readonly string[] {
  const parts = membersOf(contract, schema, "type").flatMap((member) => partsOf(contract, member));
  const values = parts.flatMap((part) => [part["const"] ?? part["enum"] ?? []].flat());
  return values.filter((value) => typeof value === "string");
}

/** The place in a body of objects that have the same members as an item, and the same in the objects among them. */
export function findAlike(resources: Resources, shown: JsonSchema, { item }: Resource): Site | undefined {
  const wanted = innerNames(resources, item ?? true);
  return sitesOf(resources.contract, shown).find(({ names, schema }) => {
    if (names.size < 2) return false;
    const own = innerNames(resources, schema);
    return own.size === wanted.size && [...own].every((name) => wanted.has(name));
  });
}

/** Names of the members of an object, and of the objects among them. */
function innerNames({ bodies, contract }: Resources, schema: JsonSchema): ReadonlySet<string> {
  return new Set(
    [...bodies.names(schema)].flatMap((name) => {
      const member = bodies.member(schema, name) ?? true;
      const inner = holdsObject(contract, member) ? [...bodies.names(member)] : [];
      return [name, ...inner.map((each) => `${name}.${each}`)];
    }),
  );
}
