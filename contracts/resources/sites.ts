import type { JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { isObject } from "../model/shapes.ts";
import { listMemberSchemas, listSchemaParts, listPropertyNames, listJsonTypes } from "../schema/schema.ts";

/** Place in a body where one item, a list of items, or a map of items by key can stand. */
export interface Site {
  readonly form: "item" | "list" | "map";
  /** Names of the members that lead there. */
  readonly steps: readonly string[];
  /** Names of the members that lead from each entry of a list or map to its item. Absent if the entries are the items. */
  readonly entry?: readonly string[];
  /** Schema of one item. */
  readonly schema: JsonSchema;
  /** Names of the members of one item. */
  readonly names: ReadonlySet<string>;
  /** Names of the members beside this place, in the object that holds it. */
  readonly beside: readonly string[];
}

/** Maximum number of members that lead to an item. */
const MAX_DEPTH = 3;

/** Maximum number of places that are searched in one body. */
const MAX_SITES = 200;

/** All places of a body where items can stand, the outermost first. */
export function listBodySites(contract: Contract, schema: JsonSchema): readonly Site[] {
  if (isObject(schema)) return sitesOfObject(contract)(schema);
  return [];
}

const sitesOfObject = oncePer((contract: Contract) => oncePer((schema: JsonObject) => findSites(contract, schema)));

function findSites(contract: Contract, root: JsonObject): readonly Site[] {
  const sites: Site[] = [];
  let level: readonly Omit<Site, "form" | "names">[] = [{ steps: [], schema: root, beside: [] }];
  while (level.length > 0 && sites.length < MAX_SITES) {
    level = level.flatMap((place) => visitSite(place));
  }
  return sites;

  /** Adds the places at a schema, and returns those of its members. */
  function visitSite({ schema, ...place }: Omit<Site, "form" | "names">): readonly Omit<Site, "form" | "names">[] {
    if (sites.length >= MAX_SITES) return [];
    if (holdsList(contract, schema)) {
      addSite("list", { ...place, schema: mergeItems(contract, listMemberSchemas(contract, schema, "items")) });
      return [];
    }
    if (!holdsObject(contract, schema)) return [];
    const values = findMapValues(contract, schema);
    if (values !== undefined) addSite("map", { ...place, schema: values });
    addSite("item", { ...place, schema });
    if (place.steps.length >= MAX_DEPTH) return [];
    const names = [...listPropertyNames(contract, schema)];
    return names.map((name) => ({
      steps: [...place.steps, name],
      schema: { allOf: listMemberSchemas(contract, schema, name) },
      beside: names.filter((other) => other !== name),
    }));
  }

  function addSite(form: Site["form"], place: Omit<Site, "form" | "names">): void {
    sites.push({ form, ...place, names: listPropertyNames(contract, place.schema) });
  }
}

/** Schema of the items of a list. Of a union of lists, such as one of links and one of objects, it is that of the objects. */
function mergeItems(contract: Contract, items: readonly JsonSchema[]): JsonObject {
  const isPossible = listJsonTypes(contract, { allOf: items }).length > 0;
  return { allOf: isPossible ? items : items.filter((each) => holdsObject(contract, each)) };
}

/** True for a schema of arrays, also if it names no type. */
export function holdsList(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema);
  if (!types.includes("array")) return false;
  return !types.includes("object") || listSchemaParts(contract, schema).some((part) => part["items"] !== undefined);
}

/** True for a schema of objects, also if it names no type. */
export function holdsObject(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema);
  if (!types.includes("object")) return false;
  return !types.includes("string") || listPropertyNames(contract, schema).size > 0;
}

/** True for a schema of texts or whole numbers, which can identify an item. */
export function holdsKey(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema);
  const isText = types.includes("string") || types.includes("integer") || types.includes("number");
  return isText && !holdsObject(contract, schema) && !holdsList(contract, schema);
}

/** Schema of the values of a map of objects. Undefined for an object whose members have names of their own. */
function findMapValues(contract: Contract, schema: JsonSchema): JsonSchema | undefined {
  if (listPropertyNames(contract, schema).size > 0) return undefined;
  const values = listSchemaParts(contract, schema)
    .map((part) => part["additionalProperties"])
    .find((value) => isObject(value));
  if (values !== undefined && listPropertyNames(contract, values).size > 0) return values;
  return undefined;
}
