/** Journal that shares a memory budget with others. */
export interface BudgetedJournal {
  readonly size: number;
  /** Drops the oldest exchange and releases its memory. */
  dropOldest(): void;
}

/** Maximum memory of all journals together. */
export interface MemoryBudget {
  reserve(journal: BudgetedJournal, bytes: number): void;
  release(bytes: number): void;
  /** Removes a journal that is empty. */
  remove(journal: BudgetedJournal): void;
}

/** Creates a budget. Beyond the limit, the least recently active journals drop their oldest exchanges. */
export function createMemoryBudget(limit: number): MemoryBudget {
  let used = 0;
  /** The least recently active first. */
  const journals = new Set<BudgetedJournal>();
  let latest: BudgetedJournal | undefined;
  return {
    reserve(journal, bytes) {
      used += bytes;
      if (journal !== latest) {
        journals.delete(journal);
        journals.add((latest = journal));
      }
      if (used > limit) dropOldest();
    },
    release(bytes) {
      used -= bytes;
    },
    remove: removeJournal,
  };

  function dropOldest(): void {
    for (const journal of journals) {
      for (let count = journal.size; count > 0; count--) {
        if (used <= limit) return;
        journal.dropOldest();
      }
      if (used <= limit) return;
      removeJournal(journal);
    }
  }

  function removeJournal(journal: BudgetedJournal): void {
    journals.delete(journal);
    if (latest === journal) latest = undefined;
  }
}
