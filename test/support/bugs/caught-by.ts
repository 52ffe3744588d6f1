import type { BugClass } from "../../../fixtures/providers/provider.ts";

/**
 * Checks and properties that can find bugs of each class. Findings of others on the same operation do not count, because
 * they can have another reason.
 */
export const caughtBy: Readonly<Record<BugClass, readonly string[]>> = {
  "server-error": ["no-server-error"],
  status: ["status-documented"],
  "content-type": ["body-conforms", "unacceptable-refused"],
  body: ["body-conforms", "problem-status"],
  header: ["headers-conform"],
  "rejects-valid": ["boundaries-accepted"],
  "accepts-invalid": ["invalid-input-refused", "content-type-refused"],
  method: ["unsupported-method"],
  token: ["token-required", "read-only-refused", "read-only-traceless"],
  echo: ["echo", "sent-read", "updated-read", "batch-kept"],
  "create-get": ["created-read", "sent-read", "links-lead"],
  "update-get": ["updated-read", "transitions", "below-conforms"],
  merge: ["rest-kept"],
  lives: ["item-served", "action-repeated"],
  delete: ["no-server-error", "deleted-gone", "deleted-not-updated", "children-gone"],
  "id-reused": ["id-not-reused"],
  listing: ["created-listed", "posted-listed", "listed-read", "batch-kept"],
  filter: ["filters-sound", "list-as-asked", "children-apart"],
  paging: ["pages-complete", "list-as-asked"],
  sort: ["sorted-as-asked", "list-as-asked"],
  version: ["version-monotonic"],
  trace: ["refused-no-trace", "refused-not-made", "conflict", "stale-refused", "transitions", "batch-kept"],
  "mass-assignment": ["read-only-kept"],
  "write-only": ["write-only-absent", "write-only-hidden"],
  conflict: ["stale-refused", "conflict", "transitions"],
  race: ["one-winner"],
  "rate-limit": ["burst-limited", "headers-conform"],
  tenant: ["foreign-refused"],
  disclosure: ["no-disclosure"],
  location: ["headers-conform", "location"],
  lifecycle: ["headers-conform", "removed-gone", "deprecation-announced"],
};
