import { type Refusal, type Stored, formatMoment } from "../../../../../mock/profile/index.ts";
import { type JsonObject, isObject } from "../../../../../contracts/index.ts";

// Steps of an import, all pure. An import has members that no schema declares: the number of rows of
// each chunk (chunk_rows), the report of its latest validation (report), the next report
// (next_report), and the end of the current validation or run (ends_at, in milliseconds since 1970).

/** Size and speed of imports. The specification shows no limits (§8), so they are settings. */
export interface ImportLimits {
  /** Maximum number of rows in a chunk. A larger chunk makes the import fail. */
  readonly chunkRows: number;
  /** Number of rows that are validated or imported per second of the world's time. */
  readonly rowsPerSecond: number;
}

const endedStatuses = ["succeeded", "failed", "cancelled"];

const hiddenMembers = ["chunk_rows", "report", "next_report", "ends_at"];
const platformMembers = ["progress", "error", "started_at", "finished_at"];

/**
 * A new import. Members that only the platform sets are removed, and so are a generated use case and generated
 * mappings.
 */
export function createdJob(value: JsonObject, sent: JsonObject): JsonObject {
  const unsent = ["use_case_id", "mappings"].filter((name) => sent[name] === undefined);
  const rest = Object.entries(value).filter(
    ([name]) => ![...hiddenMembers, ...platformMembers, ...unsent].includes(name),
  );
  return { ...Object.fromEntries(rest), status: "created", chunks_received: 0, chunk_rows: {} };
}

/** The import with an uploaded chunk. The upload of a chunk that is too large succeeds, but the import fails. */
export function jobWithChunk(
  job: JsonObject,
  { chunk, rows }: { readonly chunk: number; readonly rows: number },
  now: number,
  { chunkRows }: ImportLimits,
): Stored | Refusal {
  const { ends_at: _, next_report: __, ...rest } = job;
  const count = Number(job["chunk_count"]);
  if (hasEnded(job) || job["status"] === "running")
    return refusal(job, `is ${String(job["status"])} and takes no more chunks`);
  if (chunk > count) return refusal(job, `comes in ${count} chunks, so there is no chunk ${chunk}`);
  const rowsByChunk = { ...readChunkRows(job), [chunk]: rows };
  const receivedCount = Object.keys(rowsByChunk).length;
  const next = { ...rest, chunk_rows: rowsByChunk, chunks_received: receivedCount };
  if (rows > chunkRows) {
    const message = `Chunk ${chunk} holds ${rows} rows, and a chunk may hold ${chunkRows}`;
    return { value: endedJob({ ...next, error: { code: "CHUNK_TOO_LARGE", message, chunk } }, "failed", now) };
  }
  return { value: { ...next, status: receivedCount === count ? "uploaded" : "created" } };
}

/** The import at the start of its validation, whose result is computed now and shown at its end. */
export function validatingJob(
  job: JsonObject,
  issues: readonly JsonObject[],
  now: number,
  limits: ImportLimits,
): Stored | Refusal {
  const status = String(job["status"]);
  if (status === "created") return refusal(job, `waits for chunks: ${String(job["chunks_received"])} are there`);
  if (!["uploaded", "validated", "invalid"].includes(status)) return refusal(job, `is ${status}`);
  const endsAt = now + computeImportTime(job, limits);
  const next_report = {
    valid: !issues.some(({ severity }) => severity === "error"),
    rows_checked: countRows(job),
    validated_at: formatMoment(endsAt),
    issues,
  };
  return { value: { ...job, status: "validating", next_report, ends_at: endsAt } };
}

/** The import at the start of its run. Refused unless the latest validation found no error. */
export function runningJob(job: JsonObject, now: number, limits: ImportLimits): Stored | Refusal {
  if (job["status"] !== "validated") return refusal(job, `is ${String(job["status"])}, not validated`);
  const progress = { rows: countRows(job), rows_done: 0 };
  const endsAt = now + computeImportTime(job, limits);
  return { value: { ...job, status: "running", started_at: formatMoment(now), progress, ends_at: endsAt } };
}

/** The cancelled import. Refused if the import has ended. */
export function cancelledJob(job: JsonObject, now: number): Stored | Refusal {
  if (hasEnded(job)) return refusal(job, `is ${String(job["status"])} already`);
  return { value: endedJob(job, "cancelled", now) };
}

/** The import at the current time. */
export function advanceImport(job: JsonObject, now: number, { rowsPerSecond }: ImportLimits): JsonObject {
  const { ends_at: end, next_report: nextReport, ...rest } = job;
  const endsAt = Number(end);
  if (job["status"] === "validating" && isObject(nextReport) && endsAt <= now)
    return { ...rest, status: nextReport["valid"] === true ? "validated" : "invalid", report: nextReport };
  if (job["status"] !== "running") return job;
  const rows = countRows(job);
  if (endsAt <= now) return endedJob({ ...job, progress: { rows, rows_done: rows } }, "succeeded", endsAt);
  const done = Math.floor(((now - Date.parse(String(job["started_at"]))) / 1000) * rowsPerSecond);
  return { ...job, progress: { rows, rows_done: Math.min(rows, Math.max(0, done)) } };
}

function endedJob(job: JsonObject, status: string, now: number): JsonObject {
  const { ends_at: _, next_report: __, chunk_rows: ___, ...rest } = job;
  return { ...rest, status, finished_at: formatMoment(now) };
}

function hasEnded({ status }: JsonObject): boolean {
  return endedStatuses.includes(String(status));
}

function refusal({ id }: JsonObject, reason: string): Refusal {
  return { refused: `Import "${String(id)}" ${reason}`, status: 409 };
}

function readChunkRows({ chunk_rows: rows }: JsonObject): JsonObject {
  return isObject(rows) ? rows : {};
}

function countRows(job: JsonObject): number {
  return Object.values(readChunkRows(job)).reduce<number>((sum, rows) => sum + Number(rows), 0);
}

function computeImportTime(job: JsonObject, { rowsPerSecond }: ImportLimits): number {
  return Math.ceil((countRows(job) / rowsPerSecond) * 1000);
}
