import type { Lineage } from "./lineage.ts";
import type { Contract, Operation } from "../../contracts/index.ts";
import type { Representations } from "./representation.ts";
import type { PlacedRole } from "./placed-role.ts";

/** An operation and what it does to the resources of its contract. */
export interface Part {
  readonly operation: Operation;
  readonly role: PlacedRole;
}

export interface ResourceContext extends Part {
  readonly contract: Contract;
  readonly representations: Representations;
  /** Whether assumed constraints refuse requests. */
  readonly strictAssumed: boolean;
  /** Whether any operation can put something into the collection; what nothing can fill answers examples. */
  readonly isWritable: boolean;
  /** Whether an item is there without having been made: of what nothing can make, and of tenants. */
  readonly isGiven: boolean;
  /** Whether any operation changes or deletes what is in the collection. */
  readonly isChangeable: boolean;
  /** The operation that reads the resource, if there is one. */
  readonly reader?: Part;
  /** The operation that lists the collection, if there is one. */
  readonly lister?: Part;
  /** What reads an item of the collection in which an action has a name: of the books, for the latest one. */
  readonly beside?: Part;
  /** The operation whose answer shows all of the resource: what reads it, else what makes or changes it. */
  readonly shower: Part;
  readonly lineage: Lineage;
}
