import type { Contract, Operation } from "../model/contract.ts";
import { foldedName } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";
import { oncePer } from "../model/once-per.ts";
import type { Bodies } from "./bodies.ts";
import { createResourcePaths } from "./resource-paths.ts";
import { createVerbReader, readWords } from "./path-verbs.ts";
import { type Site, holdsKey, listBodySites } from "./sites.ts";

/** Place of an operation in the resources of its contract: the path and the method that a REST API has for it. */
export interface Place {
  /** Path template, in the version of its resource. */
  readonly path: string;
  readonly method: Operation["method"];
  /** Reason why the place is not the one that the document states. */
  readonly reason?: string;
}

/** Names of lists of keys. */
export const idListNames = /(^|_)ids$|[a-z]I[dD]s$/;

/**
 * Compiles the place of an operation. "/users/new" is POST at "/users", "/users/{id}/delete" is DELETE at "/users/{id}",
 * and `DELETE /users?id=` is at "/users/{id}" too, if no other operation is there.
 */
export function createPlaces(contract: Contract, bodies: Bodies): (operation: Operation) => Place {
  const pathOf = createResourcePaths(contract);
  const stated = new Set(contract.operations.map((operation) => `${operation.method} ${pathOf(operation)}`));
  const statedAtItems = new Set(
    contract.operations.flatMap((operation) => {
      const [, collection] = /^(.+)\/\{[^{}]+\}$/.exec(pathOf(operation)) ?? [];
      if (collection === undefined) return [];
      return `${operation.method} ${collection}`;
    }),
  );
  const reads = new Map(
    contract.operations.flatMap((each) => (each.method === "GET" ? [[pathOf(each), each] as const] : [])),
  );
  const readsBehindKeys = Map.groupBy(reads.keys(), (path) => readBehindKey(path)?.item);
  const commonNames = findCommonParameters(contract);
  const readVerb = createVerbReader(new Set(contract.operations.map((operation) => pathOf(operation))));
  const verbIn = oncePer((operation: Operation) => readVerb(pathOf(operation)));
  const verbsBelow = Map.groupBy(contract.operations, (operation) => verbIn(operation)?.family);
  return oncePer(withKeyInPath);

  function withKeyInPath(operation: Operation): Place {
    const own: Place = { path: pathOf(operation), method: operation.method };
    const place = withoutVerb(operation);
    const { path, method, reason } = place;
    const isReplaced = method === "PUT" || method === "PATCH";
    const isOfOne =
      isReplaced || method === "DELETE" || (reason !== undefined && readWords.test(verbIn(operation)?.word ?? ""));
    const isUnstated = !statedAtItems.has(`${method} ${path}`);
    if (reason === undefined && method === "GET" && isUnstated && !path.endsWith("}"))
      return withoutReadWord(operation) ?? withRequiredKey(operation);
    const isFree = isCollection(path) && isUnstated;
    if (path.endsWith("}") || !isOfOne || (reason === undefined && !isFree)) return place;
    const queryKey = findKeyInQuery(contract, commonNames, operation.parameters, path);
    if (isReplaced && queryKey === undefined) return place;
    const key = queryKey ?? findKeyInBody(contract, bodies, operation, path);
    if (key === undefined) return own;
    return {
      path: `${path}/{${key}}`,
      method,
      reason: `${reason ?? "it is at the collection"}, with the key "${key}"`,
    };
  }

  /** "/users/{id}" for "GET /users/{id}/details", the only read of users that are created, listed or deleted. */
  function withoutReadWord(operation: Operation): Place | undefined {
    const { item = "", word = "" } = readBehindKey(pathOf(operation)) ?? {};
    const [, collection = "", key = ""] = /^(.+)\/\{([^{}]+)\}$/.exec(item) ?? [];
    const isKnown =
      statedMethods.some((each) => stated.has(`${each} ${collection}`) || stated.has(`${each} ${item}`)) ||
      verbsBelow.has(collection);
    if (word === "" || !isKnown || stated.has(`GET ${item}`) || readsBehindKeys.get(item)?.length !== 1)
      return undefined;
    const sites = readSites(operation);
    if (holdsObjectList(sites) || !showsKey(key, collection, sites)) return undefined;
    return { path: item, method: "GET", reason: `its path has "${word}"` };
  }

  /** "/animals/{uid}" for "GET /animals?uid=", if the request must name the animal and the response has nothing else. */
  function withRequiredKey(operation: Operation): Place {
    const path = pathOf(operation);
    const sites = readSites(operation);
    const parameters = operation.parameters.filter(({ required }) => required);
    const key = sites[0]?.form === "item" ? findKeyInQuery(contract, commonNames, parameters, path) : undefined;
    const isOnly = parameters.filter(({ in: place }) => place === "query").length === 1;
    const isId = key !== undefined && foldedName(key).endsWith("id");
    if (!isId || !isOnly || holdsObjectList(sites) || !showsKey(key, path, sites)) return { path, method: "GET" };
    return { path: `${path}/{${key}}`, method: "GET", reason: `it is of one item, with the key "${key}"` };
  }

  function withoutVerb(operation: Operation): Place {
    const path = pathOf(operation);
    const { method } = operation;
    const verb = verbIn(operation);
    if (!verb) return { path, method };
    const { family, rest, word, sentBy, method: meant } = verb;
    const isFamily = (verbsBelow.get(family)?.length ?? 0) > 1;
    const isStated = statedMethods.some((each) => stated.has(`${each} ${family}`) || stated.has(`${each} ${rest}`));
    const isTaken = listCoveringMethods(meant).some((each) => stated.has(`${each} ${rest}`));
    // "/messages/{id}/read" marks a message, "/messages/read/{id}" reads it.
    const isAtItem = family.endsWith("}") && (meant === "POST" || meant === "GET");
    const isKnown = isFamily || isStated || knowsItems(family);
    // "/views/view/{id}" that PUT and DELETE change is a view, and nothing is viewed.
    const isNoun = statedMethods.some((each) => !sentBy.test(each) && stated.has(`${each} ${path}`));
    if (
      !sentBy.test(method) ||
      !isKnown ||
      isTaken ||
      isAtItem ||
      isNoun ||
      knowsItems(path) ||
      sendsSeveral(contract, bodies, operation)
    )
      return { path, method };
    return { path: rest, method: meant, reason: `its path has "${word}"` };
  }

  function knowsItems(collection: string): boolean {
    return statedMethods.some((method) => statedAtItems.has(`${method} ${collection}`));
  }

  /** True for a path that a GET lists, or where a POST may create. */
  function isCollection(path: string): boolean {
    // Links of OData, with the address of an item in the query.
    if (path.endsWith("/$ref")) return false;
    if (stated.has(`POST ${path}`) && !path.includes("{")) return true;
    const read = reads.get(path);
    return read !== undefined && readSites(read).some(({ form }) => form !== "item");
  }

  /** Objects and lists in the response of an operation. */
  function readSites(operation: Operation): readonly Site[] {
    const shown = bodies.responseSchema(operation);
    if (shown === undefined) return [];
    return listBodySites(contract, shown);
  }
}

/** Words behind the key of an item that show the item. "/messages/{id}/read" marks it. */
const itemWords = /^(get|show|view|fetch|details?|info)$/i;

/** The path of the item that "/users/{id}/details" shows, and the word that says so. */
function readBehindKey(path: string): { readonly item: string; readonly word: string } | undefined {
  const [, item = "", word = ""] = /^(.+\/\{[^{}]+\})[/:]([^/{}:]+)$/.exec(path) ?? [];
  if (itemWords.test(word)) return { item, word };
  return undefined;
}

/** True for a body with an object that has the key: its `uid`, or its `id` for `user_id` of "/user". */
function showsKey(key: string, path: string, sites: readonly Site[]): boolean {
  const [asked, own] = [foldedName(key), foldedName(`${singular(getLastPathWord(path))}_id`)];
  const names = asked === own ? [asked, "id"] : [asked];
  return sites.some((site) => site.form === "item" && [...site.names].some((name) => names.includes(foldedName(name))));
}

/** True for a body around a list of objects. */
function holdsObjectList(sites: readonly Site[]): boolean {
  return sites.some(({ form, steps, names }) => form !== "item" && steps.length < 2 && names.size > 1);
}

function findKeyInQuery(
  contract: Contract,
  commonNames: ReadonlySet<string>,
  parameters: Operation["parameters"],
  path: string,
): string | undefined {
  const asked = parameters.filter(
    ({ in: place, name, schema }) => place === "query" && !commonNames.has(name) && holdsKey(contract, schema.value),
  );
  return keyAmong(
    asked.map(({ name }) => name),
    path,
  );
}

function findKeyInBody(contract: Contract, bodies: Bodies, operation: Operation, path: string): string | undefined {
  const sent = bodies.requestSchema(operation);
  if (sent === undefined || sendsSeveral(contract, bodies, operation)) return undefined;
  const names = [...bodies.names(sent)].filter((name) => holdsKey(contract, bodies.member(sent, name) ?? false));
  return keyAmong(names, path);
}

/** True for a request that lists objects, or keys, and has nothing else. */
function sendsSeveral(contract: Contract, bodies: Bodies, operation: Operation): boolean {
  const sent = bodies.requestSchema(operation);
  const [root, ...inner] = sent === undefined ? [] : listBodySites(contract, sent);
  if (root?.form !== "item") return root !== undefined;
  const lists = inner.filter(({ form, steps }) => form !== "item" && steps.length === 1);
  return (
    lists.length > 0 && (lists.length === root.names.size || [...root.names].some((name) => idListNames.test(name)))
  );
}

/** Names of parameters that most operations have, such as the key of a client. */
function findCommonParameters({ operations }: Contract): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { parameters } of operations)
    for (const name of new Set(parameters.map((each) => each.name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count > 5 && count > operations.length / 2);
  return new Set(common.map(([name]) => name));
}

const statedMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Methods one of which at a path leaves nothing to say for a verb below it. */
function listCoveringMethods(method: Operation["method"]): readonly Operation["method"][] {
  if (method === "PUT") return ["PUT", "PATCH", "POST"];
  return [method];
}

/** Name among those of members or parameters that identifies an item of a path. */
function keyAmong(names: readonly string[], path: string): string | undefined {
  const noun = foldedName(singular(getLastPathWord(path)));
  const wanted = ["id", `${noun}id`, "uid", "uuid", "guid", "key", `${noun}key`, noun, "name", `${noun}name`];
  return wanted.map((each) => names.find((name) => foldedName(name) === each)).find((name) => name !== undefined);
}

/** Last word of a path: "checkout" of "/carts/{id}:checkout". */
export function getLastPathWord(path: string): string {
  return path.split(/[/:]/).at(-1) ?? "";
}
