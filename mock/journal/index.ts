export type { JournalEntry, JournalMessage, RecordedExchange, Verdict } from "./entry.ts";
export { mockErrorOf } from "./mock-error.ts";
export { harOf } from "./har.ts";
export { mergeJournals } from "./merge-journals.ts";
export { type Journal, type WritableJournal, createJournal } from "./journal.ts";
export { createMemoryBudget } from "./memory-budget.ts";
export { type ObservedExchange, observedExchange } from "./exchange-summary.ts";
export type { JournalQuery } from "./query.ts";
export { type Expected, type Verified, verify } from "./verify.ts";
