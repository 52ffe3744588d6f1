/** Ids in the order of their coming, found by their position at once however many there are. */
export interface Order {
  /** Puts a new id at the end. */
  add(id: string): void;
  delete(id: string): void;
  /** The ids from a position on. */
  slice(offset: number, limit: number): string[];
  /** The position of an id. */
  position(id: string): number | undefined;
  /** The number of blocks in which the ids are kept: none of them is empty. */
  readonly blocks: number;
}

/** Big enough that there are few, small enough that walking through one takes no time. */
const BLOCK_SIZE = 1024;

export function createOrder(ids: Iterable<string>): Order {
  const blocks: Set<string>[] = [];
  const blockOf = new Map<string, Set<string>>();
  for (const id of ids) add(id);
  return {
    add,
    delete(id) {
      const block = blockOf.get(id);
      if (!block) return;
      block.delete(id);
      blockOf.delete(id);
      if (block.size === 0) blocks.splice(blocks.indexOf(block), 1);
    },
    slice(offset, limit) {
      const found: string[] = [];
      let ahead = offset;
      for (const block of blocks) {
        if (found.length >= limit) break;
        if (ahead < block.size)
          found.push(
            ...block
              .values()
              .drop(ahead)
              .take(limit - found.length),
          );
        ahead = Math.max(0, ahead - block.size);
      }
      return found;
    },
    position(id) {
      const own = blockOf.get(id);
      if (!own) return undefined;
      const before = blocks.slice(0, blocks.indexOf(own));
      return before.reduce((sum, { size }) => sum + size, [...own].indexOf(id));
    },
    get blocks() {
      return blocks.length;
    },
  };

  function add(id: string): void {
    let block = blocks.at(-1);
    if (!block || block.size >= BLOCK_SIZE) blocks.push((block = new Set()));
    block.add(id);
    blockOf.set(id, block);
  }
}
