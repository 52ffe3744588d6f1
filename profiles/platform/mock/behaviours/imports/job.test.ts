import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noon } from "../../../../../test/support/mock/ask.ts";
import type { JsonObject } from "../../../../../contracts/index.ts";
import {
  type ImportLimits,
  cancelledJob,
  createdJob,
  jobWithChunk,
  runningJob,
  advanceImport,
  validatingJob,
} from "./job.ts";

const limits: ImportLimits = { chunkRows: 20, rowsPerSecond: 10 };

interface Deed {
  readonly does: "upload" | "validate" | "run" | "cancel";
  readonly chunk: number;
  readonly rows: number;
  /** Time since the step before. */
  readonly wait: number;
  readonly isValid: boolean;
}

const deeds = fc.array(
  fc.record<Deed>({
    does: fc.constantFrom("upload", "upload", "validate", "run", "cancel"),
    chunk: fc.integer({ min: 1, max: 2 }),
    rows: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 20 }) },
      { weight: 1, arbitrary: fc.constant(21) },
    ),
    wait: fc.nat(8000),
    isValid: fc.boolean(),
  }),
  { maxLength: 15 },
);

/** Allowed successors of each status. */
const ways: Record<string, readonly string[]> = {
  created: ["uploaded", "failed", "cancelled"],
  uploaded: ["validating", "failed", "cancelled"],
  validating: ["validated", "invalid", "uploaded", "failed", "cancelled"],
  validated: ["validating", "running", "uploaded", "failed", "cancelled"],
  invalid: ["validating", "uploaded", "failed", "cancelled"],
  running: ["succeeded", "cancelled"],
  succeeded: [],
  failed: [],
  cancelled: [],
};

describe("an import", () => {
  it.each<[string, Law]>([
    ["changes its status only to an allowed successor", goesItsWay],
    ["is the same with or without an earlier read", looksInBetween],
    ["never has less progress while it runs", movesForward],
  ])("%s", (_, law) => {
    expect(() => law(advanceImport)).not.toThrow();
  });

  it.each<[string, Law, typeof advanceImport]>([
    [
      "skips the run",
      goesItsWay,
      (job, ...rest) => (job["status"] === "running" ? { ...job, status: "failed" } : advanceImport(job, ...rest)),
    ],
    ["ends when it is looked at", looksInBetween, (job, now, own) => stamped(job, advanceImport(job, now, own), now)],
    ["counts down", movesForward, (job, now, own) => advanceImport(job, 2 * noon + 10_000 - now, own)],
  ])("fails the law for an implementation that %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow("Property failed");
  });
});

describe("jobWithChunk()", () => {
  const job = { ...createdJob({ id: "imp_1" }, {}), chunk_count: 2 };

  it("counts each chunk once, even if it is uploaded twice", () => {
    const first = valueOf(jobWithChunk(job, { chunk: 2, rows: 3 }, noon, limits));
    const again = valueOf(jobWithChunk(first, { chunk: 2, rows: 5 }, noon, limits));

    expect(again).toMatchObject({ status: "created", chunks_received: 1 });
    expect(valueOf(jobWithChunk(again, { chunk: 1, rows: 1 }, noon, limits))).toMatchObject({
      status: "uploaded",
      chunks_received: 2,
    });
  });

  it.each([
    [20, "created"],
    [21, "failed"],
  ])("sets the status of a chunk with %i rows to %s, if the limit is 20", (rows, status) => {
    expect(valueOf(jobWithChunk(job, { chunk: 1, rows }, noon, limits))["status"]).toBe(status);
  });
});

/** Throws if the law is violated. */
type Law = (settles: typeof advanceImport) => void;

function goesItsWay(settles: typeof advanceImport): void {
  const law = fc.property(deeds, (all) => {
    let [job, now] = [announced(), noon];
    for (const deed of all) {
      now += deed.wait;
      const seen = settles(job, now, limits);
      const next = carriedOut(seen, deed, now);
      for (const [one, other] of [
        [job, seen],
        [seen, next],
      ] as const)
        if (one["status"] !== other["status"]) expect(ways[String(one["status"])]).toContain(other["status"]);
      expect(Object.hasOwn(next, "error")).toBe(next["status"] === "failed");
      expect(Object.hasOwn(next, "finished_at")).toBe(ways[String(next["status"])]?.length === 0);
      job = next;
    }
  });
  fc.assert(law, { numRuns: 500 });
}

function looksInBetween(settles: typeof advanceImport): void {
  const law = fc.property(deeds, fc.nat(9000), fc.nat(9000), (all, first, later) => {
    let [job, now] = [announced(), noon];
    for (const deed of all) {
      now += deed.wait;
      job = carriedOut(settles(job, now, limits), deed, now);
    }
    const once = settles(job, now + first + later, limits);
    expect(settles(settles(job, now + first, limits), now + first + later, limits)).toEqual(once);
  });
  fc.assert(law, { numRuns: 500 });
}

function movesForward(settles: typeof advanceImport): void {
  const law = fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(400), { maxLength: 20 }), (rows, waits) => {
    const uploaded = valueOf(jobWithChunk(announced(), { chunk: 1, rows }, noon, limits));
    let job = valueOf(runningJob({ ...uploaded, status: "validated" }, noon, limits));
    let now = noon;
    for (const wait of waits) {
      now += wait;
      const before = doneIn(job);
      job = settles(job, now, limits);
      expect(doneIn(job)).toBeGreaterThanOrEqual(before);
      expect(doneIn(job)).toBe(Math.min(rows, Math.floor((now - noon) / 100)));
    }
  });
  fc.assert(law);
}

function announced(): JsonObject {
  return { ...createdJob({ id: "imp_1" }, {}), chunk_count: 1 };
}

function carriedOut(job: JsonObject, { does, chunk, rows, isValid }: Deed, now: number): JsonObject {
  const issues = isValid ? [] : [{ code: "COLUMN_MISSING", severity: "error" }];
  const next = {
    upload: () => jobWithChunk(job, { chunk, rows }, now, limits),
    validate: () => validatingJob(job, issues, now, limits),
    run: () => runningJob(job, now, limits),
    cancel: () => cancelledJob(job, now),
  }[does]();
  return "refused" in next ? job : next.value;
}

function valueOf(outcome: ReturnType<typeof jobWithChunk>): JsonObject {
  if ("refused" in outcome) throw new Error(outcome.refused);
  return outcome.value;
}

function doneIn({ progress }: JsonObject): number {
  return Number((progress as JsonObject)["rows_done"]);
}

function stamped(job: JsonObject, next: JsonObject, now: number): JsonObject {
  return next["status"] === job["status"] ? next : { ...next, finished_at: now };
}
