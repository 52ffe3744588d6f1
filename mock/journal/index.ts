export type { JournalEntry, JournalMessage, Recorded, Verdict } from "./entry.ts";
export { mockErrorOf } from "./mock-error.ts";
export { harOf } from "./har.ts";
export { joined } from "./joined.ts";
export { type Journal, type Recorder, createJournal } from "./journal.ts";
export { createRoom } from "./room.ts";
export { type Observed, observedOf } from "./outline.ts";
export type { JournalQuery } from "./query.ts";
export { type Expected, type Verified, verify } from "./verify.ts";
