import {
  type Address,
  type Answer,
  type Behaviour,
  type Call,
  type Handler,
  type Refusal,
  type Store,
  type Stored,
  toMembers,
  filterObjects,
  storeWithRules,
  formatMoment,
} from "../../../../mock/profile/index.ts";
import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { findMappingIssues } from "./imports/issues.ts";
import {
  type ImportLimits,
  cancelledJob,
  createdJob,
  jobWithChunk,
  runningJob,
  advanceImport,
  validatingJob,
} from "./imports/job.ts";

export type { ImportLimits } from "./imports/job.ts";

const DEFAULT_LIMITS: ImportLimits = { chunkRows: 5000, rowsPerSecond: 100 };

/**
 * An import is a job: a client uploads its chunks, then the job is validated and runs (§4.2, §7). Its
 * progress depends only on the world's clock. A chunk that is too large makes the job fail with
 * CHUNK_TOO_LARGE. Rows are counted, not stored: validation checks mappings and columns, and a run
 * creates no entities.
 */
export function importJobs(given: Partial<ImportLimits> = {}): Behaviour {
  const limits = { ...DEFAULT_LIMITS, ...given };
  if (!(limits.chunkRows >= 1) || !(limits.rowsPerSecond > 0))
    throw new RangeError(
      `Cannot limit imports to "${limits.chunkRows}" rows in a chunk and "${limits.rowsPerSecond}" a second: nothing passes`,
    );
  return {
    id: "import-jobs",
    section: "4.2",
    operations: [
      "integration-toolkit/createErpImport",
      "integration-toolkit/listErpImports",
      "integration-toolkit/getErpImport",
      "integration-toolkit/uploadErpImportChunk",
      "integration-toolkit/validateErpImport",
      "integration-toolkit/getErpImportValidation",
      "integration-toolkit/runErpImport",
      "integration-toolkit/cancelErpImport",
    ],
    handle: (call, next) => executeImport(call, next, limits),
  };
}

async function executeImport(call: Call, next: Handler, limits: ImportLimits): Promise<Answer | Refusal> {
  const { operation, input, now } = call;
  const store = storeWithRules(call.store, { onRead: (job) => advanceImport(job, now, limits) });
  const id = String(input.parameters["import_id"]);
  const address = { organization: call.world.organization, collection: "/v2/erp/imports", id };
  switch (operation.id) {
    case "createErpImport":
      return next({
        ...call,
        store: storeWithRules(store, { onWrite: (job) => createdJob(job, toMembers(input.body)) }),
      });
    case "uploadErpImportChunk": {
      const upload = { chunk: Number(input.parameters["chunk_number"]), rows: rowCount(input.body) };
      const answer = await changeImport(store, address, (job) => jobWithChunk(job, upload, now, limits));
      if ("refused" in answer) return answer;
      return { value: { chunk_number: upload.chunk, row_count: upload.rows, received_at: formatMoment(now) } };
    }
    case "validateErpImport": {
      const mappings = await listMappings(call, address);
      return changeImport(store, address, (job) => {
        const columns = Array.isArray(job["columns"]) ? (job["columns"] as readonly Json[]) : [];
        return validatingJob(job, findMappingIssues(mappings, columns), now, limits);
      });
    }
    case "getErpImportValidation":
      return createImportReport(store, address);
    case "runErpImport":
      return changeImport(store, address, (job) => runningJob(job, now, limits));
    case "cancelErpImport":
      return changeImport(store, address, (job) => cancelledJob(job, now));
    default:
      return next({ ...call, store });
  }
}

async function changeImport(
  store: Store,
  address: Address,
  step: (job: JsonObject) => Stored | Refusal,
): Promise<Answer | Refusal> {
  const next = await store.change(address, (current) => {
    if (!current) return noImport(address);
    const job = step(current.value);
    if ("refused" in job) return job;
    return { ...current, ...job };
  });
  if (next === null || "refused" in next) return next ?? noImport(address);
  return { value: next.value, stored: next };
}

async function createImportReport(store: Store, address: Address): Promise<Answer | Refusal> {
  const stored = await store.read(address);
  if (!stored) return noImport(address);
  const { report: latest } = stored.value;
  if (latest === undefined) return { refused: `Import "${address.id}" was not validated yet`, status: 404 };
  return { value: latest };
}

/** Mappings of an import, or else those of its use case. None if the mock does not have the use case. */
async function listMappings({ store }: Call, address: Address): Promise<readonly JsonObject[]> {
  const job = (await store.read(address))?.value ?? {};
  if (job["mappings"] !== undefined) return filterObjects(job["mappings"]);
  const collection = `/v1/erp/integrations/${String(job["integration_id"])}/use_cases`;
  const useCase = await store.read({ ...address, collection, id: String(job["use_case_id"]) });
  return filterObjects(useCase?.value["mappings"]);
}

function rowCount(body: Json | undefined): number {
  const { rows } = toMembers(body);
  return Array.isArray(rows) ? rows.length : 0;
}

function noImport({ id }: Address): Refusal {
  return { refused: `There is no import "${id}"`, status: 404 };
}
