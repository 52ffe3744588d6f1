import type { Contract, MediaType, Operation, Response } from "../model/contract.ts";
import type { JsonObject, JsonSchema } from "../model/json.ts";
import { oncePer } from "../model/once-per.ts";
import { isObject } from "../model/shapes.ts";
import { findJsonMedia, chooseSuccess } from "../model/success.ts";
import { anonymousTemplate } from "../model/template.ts";
import { foldedName } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";
import { listSchemaParts, listPropertyNames, listJsonTypes } from "../schema/schema.ts";
import { type Bodies, createBodies } from "./bodies.ts";
import { getLastPathWord } from "./operation-places.ts";
import { canonicalPath } from "./resource-paths.ts";
import { parseItemPath } from "./resources.ts";
import { holdsList, holdsObject, listBodySites } from "./sites.ts";

/** The operations of a collection: those at its path, and those at the path of an item. */
interface Family {
  readonly collection: string;
  readonly idParameter: string | undefined;
  readonly atCollection: readonly Operation[];
  readonly atItem: readonly Operation[];
}

/**
 * A contract whose responses of which the document says nothing have a likely shape: that of the item or of the list at
 * their path. A GET without a documented body has one, and so have the other operations where none of the collection
 * documents any. Nothing is validated by a likely shape.
 */
export const withLikelyBodies: (contract: Contract) => Contract = oncePer((contract) => {
  const families = findFamilies(contract);
  const bodies = createBodies(contract);
  const operations = contract.operations.map((operation) => completeBody(operation));
  const isSame = operations.every((operation, index) => operation === contract.operations[index]);
  if (isSame) return contract;
  return { ...contract, operations };

  function completeBody(operation: Operation): Operation {
    const family = families.get(operation);
    const { response, status } = chooseSuccess(operation, operation.method === "POST" ? 201 : undefined);
    if (!family || !response || status >= 300 || status === 204 || status === 205) return operation;
    const media = findJsonMedia(response.content);
    if (media ? !isUnsaid(contract, media) : response.content.length > 0) return operation;
    if (!media && operation.method !== "GET" && !hasNoBodies(family)) return operation;
    const likely = findLikelyShape(operation, family, media?.schema?.value ?? true);
    if (likely === undefined) return operation;
    const { pointer, at, basis } = response;
    const completed: MediaType = {
      ...(media ?? { pointer, at, basis, mediaType: "application/json", examples: {} }),
      likely,
    };
    const changed: Response = {
      ...response,
      content: media ? response.content.map((each) => (each === media ? completed : each)) : [completed],
    };
    return { ...operation, responses: operation.responses.map((each) => (each === response ? changed : each)) };
  }

  function findLikelyShape(operation: Operation, family: Family, schema: JsonSchema): JsonSchema | undefined {
    const { method } = operation;
    const isAtItem = family.atItem.includes(operation);
    if (method === "DELETE" || (isAtItem && method === "POST") || (!isAtItem && !/GET|POST/.test(method)))
      return undefined;
    const types = listJsonTypes(contract, schema);
    const item = findItem(bodies, contract, family);
    if (isAtItem || method === "POST") {
      if (types.includes("object")) return item;
      return undefined;
    }
    const list: JsonObject = { type: "array", items: item };
    if (types.includes("array")) return list;
    return { type: "object", properties: { [getLastPathWord(family.collection)]: list } };
  }

  function hasNoBodies({ atCollection, atItem }: Family): boolean {
    return [...atCollection, ...atItem].every((each) => bodies.responseSchema(each) === undefined);
  }
});

/** True for a body of which the document has no example and says nothing, except that its members may be texts. */
function isUnsaid(contract: Contract, { schema, examples }: MediaType): boolean {
  if (Object.keys(examples).length > 0) return false;
  return (
    schema === undefined ||
    isOpen(contract, schema.value, (values) => listJsonTypes(contract, values).includes("string"))
  );
}

/** True for a schema of any object, of which no member is documented. */
export function saysNothing(contract: Contract, schema: JsonSchema): boolean {
  return isOpen(contract, schema, () => false);
}

function isOpen(contract: Contract, schema: JsonSchema, allows: (values: JsonSchema) => boolean): boolean {
  const isFree = listSchemaParts(contract, schema).every(({ additionalProperties: values = true, ...part }) => {
    if (keywordsOfContent.some((name) => part[name] !== undefined)) return false;
    if (isObject(values)) return allows(values);
    return values !== false;
  });
  return isFree && listJsonTypes(contract, schema).includes("object") && listPropertyNames(contract, schema).size === 0;
}

const keywordsOfContent = [
  "items",
  "enum",
  "const",
  "format",
  "patternProperties",
  "propertyNames",
  "examples",
  "default",
];

/** Collections whose items a path names, and lists that a POST to the same path fills. */
function findFamilies({ operations }: Contract): ReadonlyMap<Operation, Family> {
  const byPath = Map.groupBy(operations, ({ path }) => anonymousTemplate(canonicalPath(path)));
  return new Map(
    operations.flatMap((operation): [Operation, Family][] => {
      const path = canonicalPath(operation.path);
      const above = parseItemPath(path);
      const collection = above?.collection ?? path;
      const own = anonymousTemplate(collection);
      const [atCollection = [], atItem = []] = [byPath.get(own), byPath.get(`${own}/{}`)];
      const idParameter = above?.idParameter ?? parseItemPath(canonicalPath(atItem[0]?.path ?? ""))?.idParameter;
      const isFilled = atCollection.some(({ method }) => method === "POST");
      const isPlural = singular(getLastPathWord(collection)) !== getLastPathWord(collection);
      const isCollection = above ? isPlural || isFilled : atItem.length > 0 || (isFilled && isPlural);
      if (isCollection) return [[operation, { collection, idParameter, atCollection, atItem }]];
      return [];
    }),
  );
}

/** Shape of an item as other operations show it, or else as it is sent, with its key. */
function findItem(
  bodies: Bodies,
  contract: Contract,
  { collection, idParameter = "id", atCollection, atItem }: Family,
) {
  const shownOnes = [...atItem, ...atCollection].flatMap((each) => {
    const shown = each.method === "DELETE" ? undefined : bodies.responseSchema(each);
    if (shown === undefined) return [];
    return listBodySites(contract, shown);
  });
  const [fullest] = shownOnes.toSorted((one, other) => other.names.size - one.names.size);
  if (fullest && fullest.names.size > 1) return fullest.schema;
  const sent = [...atCollection, ...atItem].map((each) => bodies.requestSchema(each));
  const known =
    sent.find((each) => each !== undefined && holdsObject(contract, each) && !holdsList(contract, each)) ?? {};
  const wanted = foldedName(idParameter);
  const noun = foldedName(singular(collection));
  const isNamed = [...listPropertyNames(contract, known)].some((name) =>
    [foldedName(name), noun + foldedName(name)].includes(wanted),
  );
  const [parameter] = atItem.flatMap(({ parameters }) => parameters.filter(({ name }) => name === idParameter));
  // A key that neither a list nor the answer of a create can show is none that clients know.
  const isShown = atCollection.some((each) => {
    const shown = bodies.responseSchema(each);
    return each.method === "GET" || (shown !== undefined && saysNothing(contract, shown));
  });
  const hasKey = isShown || atCollection.length === 0;
  const key = { [nameKey(idParameter, collection)]: parameter?.schema.value ?? true };
  return { type: "object", allOf: [known, ...(isNamed || !hasKey ? [] : [{ properties: key }])] };
}

/** Member that a path parameter names: "sku" for {sku}, "uuid" for {file_uuid}, and "id" for {document}. */
function nameKey(parameter: string, collection: string): string {
  const words = parameter.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").split(/[^A-Za-z\d]+/);
  const last = words.at(-1) ?? "id";
  if (words.length > 1) return last.toLowerCase();
  const isNoun = foldedName(parameter) === foldedName(singular(collection));
  return isNoun ? "id" : last;
}
