/** What collections have to do with those above and below them in the paths of a contract. */
export interface Lineage {
  /** The collection of the item that this one is below of, and the parameter that names that item. */
  readonly parent?: {
    readonly collection: string;
    readonly home: string;
    readonly idParameter: string;
    /** Whether such items are there without having been made, until they are deleted. */
    readonly isGiven: boolean;
  };
  /** Whether anything is below the items of this one. */
  readonly isParent: boolean;
}
