/** Places where a run has seen items that it did not make, and places where it has seen none. */
export interface KnownPlaces {
  recordPresent(place: string): void;
  recordAbsent(place: string): void;
  /** Registers that a read of the place was refused as malformed, so that nothing can be there. */
  recordUnreadable(place: string): void;
  isUnreadable(place: string): boolean;
  /** Registers that the run has created an item there. */
  recordMade(place: string): void;
  /** True if an item was there that the run did not make. It stays true. */
  isForeign(place: string): boolean;
  /** True if the place had no item when it was last read. */
  isAbsent(place: string): boolean;
}

export function createKnownPlaces(): KnownPlaces {
  const foreign = new Set<string>();
  const absent = new Set<string>();
  const unreadable = new Set<string>();
  return {
    recordPresent(place) {
      foreign.add(place);
      absent.delete(place);
    },
    recordAbsent: (place) => void (foreign.has(place) || absent.add(place)),
    recordUnreadable: (place) => void unreadable.add(place),
    isUnreadable: (place) => unreadable.has(place),
    recordMade: (place) => void absent.delete(place),
    isForeign: (place) => foreign.has(place),
    isAbsent: (place) => absent.has(place),
  };
}
