import {
  type Contract,
  type Operation,
  type Role,
  type RoleKind,
  anonymousTemplate,
  canonicalPath,
} from "../../contracts/index.ts";
import { createBin } from "../resources/actions/restoring.ts";
import { compileLineage } from "../resources/parents.ts";
import type { Representations } from "../resources/representation.ts";
import { canCreateItems, hasNamedItems } from "../resources/resource.ts";
import type { OperationRole, ResourceContext } from "../resources/resource-context.ts";
import type { StoredRole } from "../resources/stored-role.ts";
import type { Tenants } from "../resources/tenants.ts";

/** A contract with what the mock inferred of it. */
export interface MockedContract {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, StoredRole>;
  readonly representations: Representations;
  readonly tenants: Tenants;
}

/** Settings of the mock that handlers follow. */
export interface ContextSettings extends Pick<ResourceContext, "strictAssumed" | "isSeeded"> {
  /** True if an unknown id has a generated item. */
  readonly hasExampleOfEveryId: boolean;
  readonly isUsual: boolean;
}

const changing: ReadonlySet<RoleKind> = new Set(["update", "replace", "transition", "delete"]);

/** Compiles what the handler of an operation knows about its collection. */
export function createContext(
  { contract, roles, representations, tenants }: MockedContract,
  { operation, role }: OperationRole,
  { hasExampleOfEveryId, isUsual, ...settings }: ContextSettings,
): ResourceContext {
  const all = [...roles].map(([each, placedRole]) => ({ operation: each, role: placedRole }));
  const ownCollection = anonymousTemplate(role.collection);
  const siblings = findSiblings(roles, role);
  const isCreatable = siblings.some((sibling) => canCreateItems(contract, sibling));
  const reader = findReader(siblings, role);
  const atItem = reader ?? siblings.find(isAtItem);
  const besideReader = findReaderBeside(operation, roles);
  const listOperation = siblings.find((sibling) => sibling.operation.method === "GET" && sibling.role.kind === "list");
  const singleton = siblings.find((sibling) => sibling.operation.method === "GET" && sibling.role.kind === "singleton");
  const presenter = reader ?? [{ operation, role }, ...siblings].find(hasItemResponse) ?? { operation, role };
  const countShownNames = (part: OperationRole): number => representations.propertyNames(part.operation).size;
  const isListedOnly =
    !reader && listOperation !== undefined && countShownNames(listOperation) > countShownNames(presenter);
  return {
    contract,
    operation,
    role,
    representations,
    ...settings,
    isCreatable,
    isChangeable: siblings.some(({ role: { kind } }) => changing.has(kind)),
    hasImplicitItems: hasExampleOfEveryId || !hasNamedItems(contract, siblings) || tenants.existing.has(ownCollection),
    hasUsualValues: isUsual,
    ...(reader && { reader }),
    ...(atItem && { atItem }),
    ...(listOperation && { lister: listOperation }),
    ...(besideReader && { beside: besideReader }),
    ...(singleton && { singleton }),
    bin: createBin(siblings),
    creator: siblings.find((sibling) => sibling.role.kind === "create" && sibling.role.each === undefined),
    lineage: compileLineage(
      { contract, operation, role },
      all,
      (name) => hasExampleOfEveryId || tenants.parents.has(name),
    ),
    presenter,
    shower: isListedOnly ? listOperation : presenter,
  };
}

/** The operations of the same collection. */
export function findSiblings(
  roles: ReadonlyMap<Operation, StoredRole>,
  { collection }: StoredRole,
): readonly OperationRole[] {
  const own = anonymousTemplate(collection);
  return [...roles]
    .filter(([, role]) => anonymousTemplate(role.collection) === own)
    .map(([operation, role]) => ({ operation, role }));
}

/** True for an operation at the path of one item. */
function isAtItem({ operation, role }: OperationRole): boolean {
  return role.idParameter !== undefined && canonicalPath(operation.path).endsWith(`/{${role.idParameter}}`);
}

/** Operation that reads the item of another operation, at the item's path. */
function findReader(siblings: readonly OperationRole[], { kind, collection }: Role): OperationRole | undefined {
  const readerKind = kind === "singleton" ? "singleton" : "read";
  const all = siblings.filter((sibling) => sibling.role.kind === readerKind && hasItemResponse(sibling));
  const byGet = all.filter(({ operation }) => operation.method === "GET");
  // "POST /orders/get" reads where no GET does. That of a singleton can only be a GET.
  const readers = byGet.length === 0 && readerKind === "read" ? all : byGet;
  const isOwnPath = (path: string): boolean =>
    canonicalPath(path).slice(0, canonicalPath(path).lastIndexOf("/")) === collection;
  return readers.find(({ operation }) => isOwnPath(operation.path)) ?? readers[0];
}

/** Operation that reads the items of the same collection: that of "/books/{id}" for "/books/latest". */
function findReaderBeside({ method, path }: Operation, roles: ReadonlyMap<Operation, Role>): OperationRole | undefined {
  const parentPath = canonicalPath(path).slice(0, canonicalPath(path).lastIndexOf("/"));
  const found = [...roles].find(([, { kind, collection }]) => kind === "read" && collection === parentPath);
  if (method === "GET" && found) return { operation: found[0], role: found[1] };
  return undefined;
}

/** True if its response is one whole item. */
function hasItemResponse({ role: { kind, part, each } }: OperationRole): boolean {
  return !["list", "action", "delete"].includes(kind) && part === undefined && each === undefined;
}
