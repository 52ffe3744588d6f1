/** Relations of a collection to those above and below it in the paths of a contract. */
export interface Lineage {
  /** The collection of the parent item, and the parameter that names it. */
  readonly parent?: {
    readonly collection: string;
    readonly pathPrefix: string;
    readonly idParameter: string;
    /** True if such items exist without being created, until they are deleted. */
    readonly hasImplicitItems: boolean;
    /** True if the contract can delete items, such as this one or one above it. */
    readonly isDeletable: boolean;
  };
  /** True if there are collections below the items. */
  readonly isParent: boolean;
}
