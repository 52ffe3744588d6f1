import type { Contract, Operation, Parameter } from "../../model/contract.ts";
import type { Role } from "../../model/role.ts";
import { oncePer } from "../../model/once-per.ts";
import { valueAt } from "../../model/pointer.ts";
import { anonymousTemplate, listParameterNames } from "../../model/template.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { itemRole } from "../item-role.ts";
import { type Resource, type Resources, resourcesIn } from "../resources.ts";
import { rolesOf } from "../roles.ts";
import { holdsObject } from "../sites.ts";

/** Read of one item by another member than its key, in the query: "/user?email=". */
export interface Lookup {
  readonly role: Role;
  /** Member of the item, and the parameter that has its value. */
  readonly by: readonly { readonly member: string; readonly parameter: string }[];
}

/** The operations of a contract that read an item of a collection by another member. */
export const lookupsIn: (contract: Contract) => ReadonlyMap<Operation, Lookup> = oncePer((contract) => {
  const resources = resourcesIn(contract);
  const read = readCollections(contract);
  return new Map(
    contract.operations.flatMap((operation) => {
      const lookup =
        operation.method === "GET" && isAlone(resources, operation)
          ? findLookup(resources, operation, read)
          : undefined;
      if (lookup) return [[operation, lookup] as const];
      return [];
    }),
  );
});

/** Collections whose items an operation reads at their own path, and that are created or listed. */
function readCollections(contract: Contract): readonly string[] {
  const roles = [...rolesOf(contract)];
  const filled = new Set(
    roles.flatMap(([, { kind, collection }]) => (kind === "create" || kind === "list" ? [collection] : [])),
  );
  const read = roles.flatMap(([operation, { kind, part, collection, idParameter }]) => {
    const isOwn = anonymousTemplate(operation.path).endsWith(`${anonymousTemplate(collection)}/{}`);
    if (kind === "read" && part === undefined && idParameter !== undefined && isOwn) return [collection];
    return [];
  });
  return [...new Set(read)].filter((each) => filled.has(each));
}

/** True for a GET without other operations at its path or at the collection of the path. */
function isAlone({ contract, operationsAt, placeOf }: Resources, operation: Operation): boolean {
  const { path } = placeOf(operation);
  const role = rolesOf(contract).get(operation);
  if (role?.kind === "list") return false;
  const collection = path.replace(/\/\{[^{}]+\}$/, "");
  const others = [...(operationsAt.get(path) ?? []), ...(operationsAt.get(collection) ?? [])];
  const isOfKnown = role?.kind === "read" && collection !== path && (operationsAt.get(collection) ?? []).length > 0;
  return !isOfKnown && others.every((each) => each === operation || placeOf(each).path !== path);
}

function findLookup(resources: Resources, operation: Operation, read: readonly string[]): Lookup | undefined {
  const { bodies, contract, placeOf } = resources;
  const shown = bodies.responseSchema(operation);
  if (shown === undefined || !holdsObject(contract, shown)) return undefined;
  const { path } = placeOf(operation);
  const candidates = read
    .filter((each) => isNear(each, path))
    .map((each) => resources.at(each))
    .filter((each) => isSameItem(resources, operation, each));
  const [resource, other] = candidates;
  if (!resource?.item || other || anonymousTemplate(path) === `${anonymousTemplate(resource.collection)}/{}`)
    return undefined;
  const scope = new Set(listParameterNames(resource.collection));
  const names = [...bodies.names(resource.item)].filter(
    (name) =>
      name !== resource.key?.property && !holdsObject(contract, bodies.member(resource.item ?? true, name) ?? true),
  );
  if (operation.parameters.some(({ in: place, name }) => place === "path" && !scope.has(name))) return undefined;
  const inQuery = operation.parameters.filter(({ in: place }) => place === "query");
  const by = inQuery.flatMap((parameter) => {
    const isAsked = parameter.required || inQuery.length === 1;
    const member = isAsked ? findLookupMember(operation, { parameter, names, contract }) : undefined;
    if (member === undefined) return [];
    return [{ member, parameter: parameter.name }];
  });
  if (by.length === 0) return undefined;
  const { idParameter: _, ...role } = itemRole("read", resource, { shown });
  return { role, by };
}

/** True for a path that begins with a collection, or whose last word has the noun of its items. */
function isNear(collection: string, path: string): boolean {
  const own = anonymousTemplate(collection);
  const scope = own.slice(0, own.lastIndexOf("}") + 1);
  if (!anonymousTemplate(path).startsWith(scope)) return false;
  if (anonymousTemplate(path).startsWith(`${own}/`)) return true;
  const word = path.split(/[/:]/).at(-1) ?? "";
  return foldedName(word).includes(foldedName(singular(collection)));
}

/** True for a response with an item of a resource, and most of its members. */
function isSameItem(resources: Resources, operation: Operation, resource: Resource): boolean {
  const shown = resources.bodies.responseSchema(operation);
  const site = resource.findItem(shown)?.site;
  if (shown === undefined || site === undefined || !resources.isItemOf(shown, resource)) return false;
  const known = resources.bodies.names(resource.item ?? true);
  return [...site.names].every((name) => known.has(name)) || resources.likeness(site.names, known) > 0.75;
}

/** True for a text such as "Gets a user by external id", or "The external id of the user". */
function saysBy(text: string, member: string): boolean {
  const said = ["by", "bythe", "byits", "with", "withthe", "specified", "given"].map((word) => word + member);
  // "With external ids" is about several.
  const isSaid = said.some((words) => text.includes(words) && !text.includes(`${words}s`));
  return isSaid || text.startsWith(member) || text.startsWith(`the${member}`);
}

/** The member of an item that a parameter has, by its name or its description. */
function findLookupMember(
  { id, summary, pointer }: Operation,
  {
    parameter,
    names,
    contract,
  }: { readonly parameter: Parameter; readonly names: readonly string[]; readonly contract: Contract },
): string | undefined {
  const named = names.find((name) => foldedName(name) === foldedName(parameter.name));
  if (named !== undefined) return named;
  if (!parameter.required) return undefined;
  const descriptions = [pointer, parameter.pointer].map((each) => valueAt(contract.document, `${each}/description`));
  const texts = [...descriptions, id, summary].map((text) => foldedName(String(text ?? "")));
  return names
    .filter((name) => foldedName(name).length > 4 && /[A-Z_-]/.test(name.slice(1)))
    .toSorted((one, other) => other.length - one.length)
    .find((name) => texts.some((text) => saysBy(text, foldedName(name))));
}
