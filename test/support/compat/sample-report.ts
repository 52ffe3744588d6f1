import type { Change, CompatReport } from "../../../compat/index.ts";
import { platformCompat } from "../../../profiles/platform/compat.ts";

/** A breaking change without dates or waivers. */
export const removedChange: Change = {
  id: "0123456789ab",
  rule: "response-property-removed",
  kind: "removed",
  verdict: "breaking",
  section: "9.5",
  basis: "stated",
  direction: "response",
  api: "Orders",
  operation: "GET /v1/orders",
  operations: ["GET /v1/orders"],
  path: "body.note",
  message: 'Property "note" was removed',
  why: "Consumers may read every property the base contract promised.",
  base: { file: "base.yaml", line: 10, pointer: "/components/schemas/Order/properties/note" },
  revision: { file: "specs/revision.yaml", line: 8, pointer: "/components/schemas/Order" },
};

const tightenedChange: Change = {
  ...removedChange,
  id: "1123456789ab",
  rule: "type-changed",
  kind: "changed",
  direction: "request",
  operation: "POST /v1/orders",
  operations: ["POST /v1/orders", ...Array.from({ length: 900 }, (_, index) => `PUT /v1/orders/${index}`)],
  path: "body.quantity",
  message: "The maximum went down",
  cause: { component: "schemas/Order", changes: 2, operations: 901 },
  against: "v1.1.0",
  before: 10,
  after: 5,
  witness: {
    shows: "refused",
    value: 6,
    request: {
      method: "POST",
      path: "/v1/orders?token=sesame",
      headers: { authorization: "Bearer sesame", "content-type": "application/json" },
      body: { quantity: 6, note: "it's" },
    },
  },
  blocked: { period: "notice", section: "9.4", reason: "announced 3 months ago, not 12", from: "2026-10-01" },
};

/** A report with one change of each outcome, the worst last, with all optional members, and a fault. */
export const sampleReport: CompatReport = {
  profile: platformCompat,
  verdict: "breaking",
  changes: [
    {
      ...removedChange,
      id: "2123456789ab",
      verdict: "non-breaking",
      message: 'Property "total" was added',
      section: "9.2",
    },
    {
      ...removedChange,
      id: "3123456789ab",
      verdict: "dangerous",
      note: "No value shows the difference",
      status: "404",
      witness: { shows: "unexpected", value: "a", request: { method: "GET", path: "/v1/orders", headers: {} } },
    },
    { ...removedChange, id: "4123456789ab", basis: "assumed" },
    {
      ...removedChange,
      id: "5123456789ab",
      waived: { reason: "security", by: "Ann", expires: "2026-12-31" },
      witness: { shows: "gone", request: { method: "GET", path: "/v1/orders", headers: {} } },
    },
    {
      ...removedChange,
      id: "6123456789ab",
      api: "Billing",
      base: null,
      revision: null,
      allowed: { period: "notice", section: "9.4", reason: "announced 14 months ago", from: "2026-01-01" },
    },
    tightenedChange,
    removedChange,
  ],
  faults: [
    {
      code: "sunset-too-soon",
      section: "9.4",
      message: 'The sunset of "GET /v1/orders" is 3 months away, not 12',
      at: { file: "specs/revision.yaml", line: 3, pointer: "/paths/~1v1~1orders/get/x-sunset" },
    },
    { code: "waiver-stale", section: "9.4", message: "The waiver of 0123456789ab has ended", at: null },
  ],
};

/** A report in which every text from a document is `text`. */
export function reportWithText(text: string): CompatReport {
  const request = { method: "GET", path: `/${text}`, headers: { "x-a": text }, body: text };
  const change = {
    ...removedChange,
    api: text,
    operation: `GET /${text}`,
    operations: [`GET /${text}`, `PUT /${text}`],
    path: `body.${text}`,
    message: `Property ${JSON.stringify(text)} was removed: ${text}`,
    before: text,
    after: text,
    note: text,
    witness: { shows: "refused", value: text, request },
    base: { file: `${text}.yaml`, line: 1, pointer: "" },
    revision: { file: `${text}.yaml`, line: 1, pointer: "" },
  } as const;
  const verdicts = ["breaking", "dangerous", "non-breaking"] as const;
  return {
    profile: platformCompat,
    verdict: "breaking",
    changes: verdicts.map((verdict) => ({ ...change, verdict })),
    faults: [{ code: "bad", section: "9.4", message: text, at: change.base }],
  };
}
