import { type Json, isObject } from "../../contracts/index.ts";

const keyNames = /id$|^(key|slug|name|code|number)$/i;

/** Places where a run has seen items that it did not make, and places where it has seen none. */
export function createKnownPlaces() {
  const foreign = new Set<string>();
  /** Places of items of others as a provider reads them that decodes no path, or decodes it twice. */
  const misread = new Set<string>();
  const absent = new Set<string>();
  const unreadable = new Set<string>();
  /** Keys of items of others, by the place of their collection. */
  const keys = new Map<string, Set<string>>();
  return {
    recordPresent(place: string): void {
      foreign.add(place);
      misread.add(decodedOnce(place));
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
    /** Registers the keys of an item of others: all members that may be one, because items can have several. */
    recordKeys(place: string, item: Json): void {
      const found = keys.get(place) ?? new Set<string>();
      keys.set(place, found);
      for (const [name, value] of isObject(item) ? Object.entries(item) : [])
        if (keyNames.test(name) && (typeof value === "string" || typeof value === "number")) found.add(String(value));
    },
    hasKey: (place: string, key: string | number): boolean => keys.get(place)?.has(String(key)) === true,
    /** True if an item was there that the run did not make, or may be for this provider. It stays true. */
    isForeign: (place: string): boolean => foreign.has(place) || misread.has(decodedOnce(place)),
    /** True if the place had no item when it was last read. */
    isAbsent: (place: string): boolean => absent.has(place),
  };
}

/** Place in which an encoded percent sign of an encoded character is a percent sign: "a%3Fb" for "a%253Fb". */
function decodedOnce(place: string): string {
  return place.replaceAll(/%(?:25)+(?=[0-9A-F]{2})/g, "%");
}
