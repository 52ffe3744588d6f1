import { type Change, type CompatReport, type Entry, entriesOf } from "../../../compat/index.ts";
import { platformCompat } from "../../../profiles/platform/compat.ts";

/** A change as a rule reports it, by default with a unique id. */
export function changeOf(more: Partial<Change> = {}): Change {
  return {
    id: "aaf416a514f0",
    rule: "request-parameter-removed",
    kind: "removed",
    verdict: "breaking",
    section: "9.5",
    basis: "stated",
    direction: "request",
    api: "Orders",
    operation: "GET /v1/orders",
    operations: ["GET /v1/orders"],
    path: "query.sort",
    message: 'Parameter "sort" (query) was removed',
    why: "Consumers send the parameter.",
    base: null,
    revision: null,
    ...more,
  };
}

/** The deprecation of an operation, as a rule reports it. */
export function deprecationOf(more: Partial<Change> = {}): Change {
  return changeOf({
    id: "de9ca7ed0001",
    rule: "operation-deprecated",
    kind: "changed",
    verdict: "non-breaking",
    section: "9.4",
    direction: "operation",
    operation: "GET /v1/carts",
    operations: ["GET /v1/carts"],
    path: "",
    message: 'Operation "GET /v1/carts" was deprecated',
    why: "It keeps working until its sunset.",
    after: { date: "2026-01-31", reason: "Carts became orders", replacement: "GET /v1/orders", sunset: "2027-03-01" },
    ...more,
  });
}

export function reportOf(...changes: readonly Change[]): CompatReport {
  return { profile: platformCompat, verdict: "breaking", changes, faults: [] };
}

/** Entry of a change, published on a day. */
export function publishedEntry(change: Change, date = "2026-01-31"): Entry {
  return entriesOf(reportOf(change), { date })[0] as Entry;
}

/** Text that has an effect if it is not escaped. */
export const hostileText =
  "x]]>]]></title><script>alert(1)</script>\n## 2020-01-01\n- <!-- change 0123456789ab -->\u0000\u001B\uD800\uFFFE\u202E\u2066\u200B\u2028 [a](javascript:b) `c` &amp; \"'><img src=x onerror=alert(1)>";
