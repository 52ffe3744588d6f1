/** Ids in the order in which they were added, found by position in constant time. */
export interface IdOrder {
  /** Appends a new id. */
  add(id: string): void;
  delete(id: string): void;
  /** The ids from a position onwards. */
  slice(offset: number, limit: number): string[];
  /** The position of an id. */
  position(id: string): number | undefined;
  /** Number of blocks of ids. None of them is empty. */
  readonly blocks: number;
}

/** Size of a block: large enough for few blocks, small enough to iterate over one quickly. */
const BLOCK_SIZE = 1024;

export function createIdOrder(ids: Iterable<string>): IdOrder {
  const blocks: Set<string>[] = [];
  const blockOf = new Map<string, Set<string>>();
  for (const id of ids) appendId(id);
  return {
    add: appendId,
    delete(id) {
      const block = blockOf.get(id);
      if (!block) return;
      block.delete(id);
      blockOf.delete(id);
      if (block.size === 0) blocks.splice(blocks.indexOf(block), 1);
    },
    slice(offset, limit) {
      const found: string[] = [];
      let remaining = offset;
      for (const block of blocks) {
        if (found.length >= limit) break;
        if (remaining < block.size)
          found.push(
            ...block
              .values()
              .drop(remaining)
              .take(limit - found.length),
          );
        remaining = Math.max(0, remaining - block.size);
      }
      return found;
    },
    position(id) {
      const ownBlock = blockOf.get(id);
      if (!ownBlock) return undefined;
      const blocksBefore = blocks.slice(0, blocks.indexOf(ownBlock));
      return blocksBefore.reduce((sum, { size }) => sum + size, [...ownBlock].indexOf(id));
    },
    get blocks() {
      return blocks.length;
    },
  };

  function appendId(id: string): void {
    let block = blocks.at(-1);
    if (!block || block.size >= BLOCK_SIZE) blocks.push((block = new Set()));
    block.add(id);
    blockOf.set(id, block);
  }
}
