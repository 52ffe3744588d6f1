import { anonymousTemplate } from "../../model/template.ts";
import type { JsonSchema } from "../../model/json.ts";
import { listMemberSchemas, listSchemaParts } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import type { Resource, Resources } from "../resources.ts";
import { listBodySites } from "../sites.ts";
import { isNamedAfter } from "./sent-keys.ts";
import { type Side, listSideNames, readCollections } from "./sides.ts";

/** Collections whose items can be those of a side. */
export function findCandidates(resources: Resources, side: Side): readonly Resource[] {
  return resources.collections
    .filter((each) => isPathInScope(each, side.path) && readCollections(resources.contract).has(each))
    .map((each) => resources.at(each))
    .filter((each) => each.key !== undefined && each.item !== undefined);
}

/** True for a collection that a path determines, and that is not the one below the path. */
export function isPathInScope(collection: string, path: string): boolean {
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
  const isNamedAfterSide = (each: Resource): boolean => isNamedAfter(each, listSideNames(side));
  const stated = statedTypes(resources, side);
  const typed = candidates.filter((each) => isOfStatedType(resources, each, stated));
  const shown = side.list && resources.bodies.responseSchema(side.list);
  const alike = shown === undefined ? [] : candidates.filter((each) => showsAlike(resources, shown, each));
  const groups = [typed, alike.filter(isNamedAfterSide), alike, candidates.filter(isNamedAfterSide)];
  const [found, other] = groups.find((each) => each.length > 0) ?? [];
  return other === undefined ? found : undefined;
}

/** True for a body with objects that have the same members as an item, and the same in the objects among them. */
function showsAlike(resources: Resources, shown: JsonSchema, { item }: Resource): boolean {
  const wanted = innerNames(resources, item ?? true);
  return listBodySites(resources.contract, shown).some(({ names, schema }) => {
    const own = innerNames(resources, schema);
    return names.size > 1 && own.size === wanted.size && [...own].every((name) => wanted.has(name));
  });
}

/** Names of the members of an object, and of the objects among them. */
function innerNames({ bodies }: Resources, schema: JsonSchema): ReadonlySet<string> {
  const listInnerNames = (name: string): readonly string[] => [...bodies.names(bodies.member(schema, name) ?? true)];
  const names = [...bodies.names(schema)];
  return new Set(names.flatMap((name) => [name, ...listInnerNames(name).map((each) => `${name}.${each}`)]));
}

/** Names of the types that the links of a side can have, where a schema lists them. */
function statedTypes(resources: Resources, { links }: Side): ReadonlySet<string> {
  const { bodies, contract } = resources;
  const schemas = links.flatMap((each) => [bodies.requestSchema(each) ?? [], bodies.responseSchema(each) ?? []].flat());
  const entries = schemas.flatMap((schema) => listBodySites(contract, schema)).map(({ schema }) => schema);
  return new Set(entries.flatMap((entry) => listStatedTypes(resources, entry)));
}

function isOfStatedType(resources: Resources, { collection, item }: Resource, stated: ReadonlySet<string>): boolean {
  if (stated.size !== 1) return false;
  const [type = ""] = stated;
  const own = listStatedTypes(resources, item ?? true);
  if (own.length > 0) return own.includes(type);
  return foldedName(singular(type)) === foldedName(singular(collection));
}

/** The values that a schema lists for the type of an object. */
function listStatedTypes({ contract }: Resources, schema: JsonSchema): readonly string[] {
  const parts = listMemberSchemas(contract, schema, "type").flatMap((member) => listSchemaParts(contract, member));
  const values = parts.flatMap((part) => [part["const"] ?? part["enum"] ?? []].flat());
  return values.filter((value) => typeof value === "string");
}
