import type { MemberPath } from "./members/member-paths.ts";
import type { Lineage } from "./lineage.ts";
import type { Contract, Operation } from "../../contracts/index.ts";
import type { Representations } from "./representation.ts";
import type { Bin } from "./actions/restoring.ts";
import type { StoredRole } from "./stored-role.ts";

/** An operation with its role. */
export interface OperationRole {
  readonly operation: Operation;
  readonly role: StoredRole;
}

export interface ResourceContext extends OperationRole {
  readonly contract: Contract;
  readonly representations: Representations;
  /** True if assumed constraints refuse requests. */
  readonly strictAssumed: boolean;
  /** True if an operation can create items of the collection. Otherwise, it has examples. */
  readonly isCreatable: boolean;
  /** True if items exist without being created: those that no operation can create, and tenants. */
  readonly hasImplicitItems: boolean;
  /** True if organizations begin with the documented examples. */
  readonly isSeeded: boolean;
  /** True if generated values are the usual ones: flags are off, and links lead to the mock. */
  readonly hasUsualValues: boolean;
  /** True if an operation changes or deletes items of the collection. */
  readonly isChangeable: boolean;
  /** The operation that reads the resource, if there is one. */
  readonly reader?: OperationRole;
  /** The operation that reads the resource, or else another one on the path of an item. */
  readonly atItem?: OperationRole;
  /** The operation that creates items, if there is one. */
  readonly creator?: OperationRole | undefined;
  /** The operation that lists the collection, if there is one. */
  readonly lister?: OperationRole;
  /** The operation that reads items of the collection that contains this path: of books, for "/books/latest". */
  readonly beside?: OperationRole;
  /** Deleted items, if an operation restores them. */
  readonly bin?: Bin | undefined;
  /** The operation that reads the resource without an id at the same path: that of GET, for DELETE "/users/{id}/avatar". */
  readonly singleton?: OperationRole;
  /** The parent whose list shows the items, and that list with the key of its entries. */
  readonly embedding?: { readonly parent: ResourceContext; readonly list: MemberPath; readonly key: string };
  /** The operation that reads the items that those of the collection are linked to: labels, for those of a bucket. */
  readonly linked?: OperationRole;
  /** The same operation as a change of the item above it: of the server, for "/servers/{id}/actions/poweroff". */
  readonly above?: ResourceContext;
  /** The operation that returns the whole resource: the one that reads it, otherwise one that creates or changes it. */
  readonly presenter: OperationRole;
  /** The operation that documents the members of the items: the presenter, or a list if nothing else shows them. */
  readonly shower: OperationRole;
  readonly lineage: Lineage;
}
