import type { Lineage } from "./lineage.ts";
import type { Contract, Operation } from "../../contracts/index.ts";
import type { Representations } from "./representation.ts";
import type { PlacedRole } from "./placed-role.ts";

/** An operation with its role. */
export interface Part {
  readonly operation: Operation;
  readonly role: PlacedRole;
}

export interface ResourceContext extends Part {
  readonly contract: Contract;
  readonly representations: Representations;
  /** True if assumed constraints refuse requests. */
  readonly strictAssumed: boolean;
  /** True if an operation can create items of the collection. Otherwise, it has examples. */
  readonly isWritable: boolean;
  /** True if items exist without being created: those that no operation can create, and tenants. */
  readonly isGiven: boolean;
  /** True if organizations begin with the documented examples. */
  readonly isSeeded: boolean;
  /** True if an operation changes or deletes items of the collection. */
  readonly isChangeable: boolean;
  /** The operation that reads the resource, if there is one. */
  readonly reader?: Part;
  /** The operation that lists the collection, if there is one. */
  readonly lister?: Part;
  /** The operation that reads items of the collection that contains this path: of books, for "/books/latest". */
  readonly beside?: Part;
  /** The operation that returns the whole resource: the one that reads it, otherwise one that creates or changes it. */
  readonly shower: Part;
  readonly lineage: Lineage;
}
