/** Places where a run has seen items that it did not make, and places where it has seen none. */
export function createKnownPlaces() {
  const foreign = new Set<string>();
  const absent = new Set<string>();
  const unreadable = new Set<string>();
  return {
    recordPresent(place: string): void {
      foreign.add(place);
      absent.delete(place);
    },
    recordAbsent(place: string): void {
      if (!foreign.has(place)) absent.add(place);
    },
    /** Registers that a read of the place was refused as malformed, so that nothing can be there. */
    recordUnreadable: (place: string): void => void unreadable.add(place),
    isUnreadable: (place: string): boolean => unreadable.has(place),
    /** Registers that the run has created an item there. */
    recordMade: (place: string): void => void absent.delete(place),
    /** True if an item was there that the run did not make. It stays true. */
    isForeign: (place: string): boolean => foreign.has(place),
    /** True if the place had no item when it was last read. */
    isAbsent: (place: string): boolean => absent.has(place),
  };
}
