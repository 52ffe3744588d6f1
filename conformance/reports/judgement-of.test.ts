import { expect, it } from "vitest";
import { platformConformance } from "../../profiles/platform/conformance.ts";
import type { Drift } from "../drift/drift.ts";
import { coverageOfAll } from "../exercise/coverage.ts";
import { judgementOf } from "./judgement-of.ts";
import type { Failure, Report } from "../findings/report.ts";

const failure: Failure = {
  id: "0123456789ab",
  check: "body-conforms",
  code: "F101",
  api: "entity",
  operation: "GET /v1/entity/schemas",
  section: "4.1",
  basis: "stated",
  message: "The body is wrong",
  request: { method: "GET", url: "http://127.0.0.1:4010/v1/entity/schemas", headers: {}, body: null },
  response: { status: 0, headers: {}, body: "" },
  first: null,
  flaky: null,
  patch: null,
  steps: [],
  story: [],
  curl: "curl -i http://127.0.0.1:4010/v1/entity/schemas",
  replay: "npx concord-toolkit conform --target http://127.0.0.1:4010 --seed 42",
  tried: { operation: "GET /v1/entity/schemas", property: "valid-requests-conform", path: "0:3" },
};
const operation = { api: "entity", basis: "stated", requests: 1, statuses: {} } as const;
const report: Report = {
  target: "http://127.0.0.1:4010",
  mode: "sandbox",
  seed: 42,
  options: { runs: 25, includeAssumed: false, contracts: [], overlays: [], burst: false, maxResponseMs: null },
  requests: 120,
  durationMs: 1234,
  operations: ["GET /v1/entity/schemas", "POST /v1/a", "POST /v1/b"].map((name) => ({ ...operation, operation: name })),
  failures: [failure],
  information: [{ ...failure, operation: "POST /v1/a", section: null }],
  skipped: [],
  ground: { judged: 0, stated: 0, apis: [] },
  coverage: coverageOfAll([]),
  drift: [],
  driftOmitted: 0,
  leftovers: [],
  endedBy: null,
  interrupted: false,
};

it("has a case for each finding, and for each operation without one", () => {
  expect(
    judgementOf(report, { profile: platformConformance }).cases.map(({ name, outcome, source }) => [
      name,
      outcome,
      source,
    ]),
  ).toEqual([
    ["GET /v1/entity/schemas  body-conforms  #0123456789ab", "failed", "§4.1, stated, F101"],
    ["POST /v1/a  body-conforms  #0123456789ab", "noted", "stated, F101"],
    ["POST /v1/b", "passed", undefined],
  ]);
});

it("shows each request of a story with its body, its identity and its response", () => {
  const step = { method: "GET", url: "http://127.0.0.1:4010/v1/a", as: null, body: null, status: 200, curl: "curl -i" };
  const made = { ...step, method: "POST", body: `{"name":"${"n".repeat(300)}"}`, status: 201 };
  const story = [made, { ...step, method: "DELETE", as: "a token of another organization" }, { ...step, status: 404 }];
  const [first] = judgementOf({ ...report, failures: [{ ...failure, steps: ["POST /v1/a -> 201"], story }] }).cases;
  const told = (first?.details ?? []).filter(([label]) => label === "before" || label === "after");

  expect(told).toEqual([
    ["before", `POST /v1/a {"name":"${"n".repeat(190)}… -> 201`],
    ["after", "GET /v1/a -> 404"],
  ]);
  expect(first?.story?.items.map(([status]) => status)).toEqual(["201", "200", "404"]);
});

it("shows how to reproduce a finding, and marks a missing response", () => {
  expect(judgementOf(report).cases[0]?.details).toEqual([
    ["fault", "F101 Received A Response From API With A Structure/Data That Is Not Matching Its Schema (WFC 0.7.0)"],
    ["sent", "GET http://127.0.0.1:4010/v1/entity/schemas"],
    ["answer", "none"],
    ["again", failure.curl],
    ["replay", failure.replay],
  ]);
});

it("shows the basis of information, and the source of the token in the commands", () => {
  expect(judgementOf(report).notes).toEqual([
    expect.stringContaining("CONCORD_TOKEN"),
    expect.stringContaining("--include-assumed"),
  ]);
  expect(judgementOf({ ...report, failures: [], information: [] }).notes).toEqual([]);
});

it("summarizes drift in one line, and names the report that lists it", () => {
  const seen: Drift = {
    id: "0123456789ab",
    kind: "status",
    api: "entity",
    operations: ["POST /v1/a"],
    place: "",
    message: "Status 401 is not documented",
    count: 1,
    example: "POST /v1/a -> 401",
    overlay: [],
  };
  const notesOf = (more: Partial<Report>): readonly string[] | undefined =>
    judgementOf({ ...report, failures: [], information: [], ...more }).notes;

  expect(notesOf({ drift: [seen, seen] })).toEqual([
    "2 fields, values and statuses beyond the contract: --report overlay:FILE writes them",
  ]);
  expect(notesOf({ drift: [seen], driftOmitted: 7 })?.[0]).toContain("7 more values at places");
});
