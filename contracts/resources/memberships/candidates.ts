import { anonymousTemplate } from "../../model/template.ts";
import type { JsonSchema } from "../../model/json.ts";
import { membersOf, partsOf } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import type { Resource, Resources } from "../resources.ts";
import { sitesOf } from "../sites.ts";
import { isNamedAfter } from "./sent-keys.ts";
import { type Side, namesOf, readCollections } from "./sides.ts";

/** Collections whose items can be those of a side. */
export function findCandidates(resources: Resources, side: Side): readonly Resource[] {
  return resources.collections
    .filter((each) => isWithin(each, side.path) && readCollections(resources.contract).has(each))
    .map((each) => resources.at(each))
    .filter((each) => each.key !== undefined && each.item !== undefined);
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
  const shown = side.list && resources.bodies.responseSchema(side.list);
  const alike = shown === undefined ? [] : candidates.filter((each) => showsAlike(resources, shown, each));
  const groups = [typed, alike.filter(isNamed), alike, candidates.filter(isNamed)];
  const [found, other] = groups.find((each) => each.length > 0) ?? [];
  return other === undefined ? found : undefined;
}

/** True for a body with objects that have the same members as an item, and the same in the objects among them. */
function showsAlike(resources: Resources, shown: JsonSchema, { item }: Resource): boolean {
  const wanted = innerNames(resources, item ?? true);
  return sitesOf(resources.contract, shown).some(({ names, schema }) => {
    const own = innerNames(resources, schema);
    return names.size > 1 && own.size === wanted.size && [...own].every((name) => wanted.has(name));
  });
}

/** Names of the members of an object, and of the objects among them. */
function innerNames({ bodies }: Resources, schema: JsonSchema): ReadonlySet<string> {
  const namesIn = (name: string): readonly string[] => [...bodies.names(bodies.member(schema, name) ?? true)];
  const names = [...bodies.names(schema)];
  return new Set(names.flatMap((name) => [name, ...namesIn(name).map((each) => `${name}.${each}`)]));
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
