/** Relations of a collection to those above and below it in the paths of a contract. */
export interface Lineage {
  /** The collection of the parent item, and the parameter that names it. */
  readonly parent?: {
    readonly collection: string;
    readonly pathPrefix: string;
    readonly idParameter: string;
    /** True if such items exist without being created, until they are deleted. */
    readonly hasImplicitItems: boolean;
    /** False if an operation can delete such items or those above them, or change their keys. */
    readonly isLasting: boolean;
  };
  /** True if there are collections below the items. */
  readonly isParent: boolean;
}
