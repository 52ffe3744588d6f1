/** One of those who share a room. */
export interface Holder {
  readonly size: number;
  /** Gives back what its oldest exchange takes. */
  dropOldest(): void;
}

/** How many bytes all journals may hold together. */
export interface Room {
  take(holder: Holder, bytes: number): void;
  giveBack(bytes: number): void;
  /** For who holds nothing any more. */
  leave(holder: Holder): void;
}

/** A room in which those make way who have been quiet for the longest, with their oldest exchanges first. */
export function createRoom(limit: number): Room {
  let taken = 0;
  /** The quietest first. */
  const holders = new Set<Holder>();
  let latest: Holder | undefined;
  return {
    take(holder, bytes) {
      taken += bytes;
      if (holder !== latest) {
        holders.delete(holder);
        holders.add((latest = holder));
      }
      if (taken > limit) makeWay();
    },
    giveBack(bytes) {
      taken -= bytes;
    },
    leave,
  };

  function makeWay(): void {
    for (const holder of holders) {
      for (let left = holder.size; left > 0; left--) {
        if (taken <= limit) return;
        holder.dropOldest();
      }
      if (taken <= limit) return;
      leave(holder);
    }
  }

  function leave(holder: Holder): void {
    holders.delete(holder);
    if (latest === holder) latest = undefined;
  }
}
