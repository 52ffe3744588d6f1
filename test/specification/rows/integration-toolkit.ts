import { inEach, request, response, returnedBy, sentTo } from "../claims/field.ts";
import { looseOperation, operation, status } from "../claims/operation.ts";
import type { Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const events = ["POST /v1/erp/updates/events", "POST /v2/erp/updates/events", "POST /v3/erp/updates/events"];
const directSimulation = "POST /v1/erp/updates/direct_simulation";
const simulateMapping = "POST /v1/erp/updates/mapping_simulation";
const simulateUseCase = "POST /v2/erp/updates/mapping_simulation";
const createIntegration = "POST /v1/erp/integrations";
const putIntegration = "PUT /v1/erp/integrations/{integration_id}";
const createUseCase = "POST /v1/erp/integrations/{integration_id}/use_cases";
const putUseCase = "PUT /v1/erp/integrations/{integration_id}/use_cases/{use_case_id}";
const createImport = "POST /v2/erp/imports";
const listImports = "GET /v2/erp/imports";
const readImport = "GET /v2/erp/imports/{import_id}";
const validation = "GET /v2/erp/imports/{import_id}/validation";

const createMapping = "POST /v1/mappings";
const putMapping = "PUT /v1/mappings/{mapping_id}";
const readMapping = "GET /v1/mappings/{mapping_id}";
const previewMapping = "POST /v1/mappings:preview";

const chunkTooLarge = { includes: ["CHUNK_TOO_LARGE"] };
const importErrors = [
  response(readImport, "error.code", chunkTooLarge),
  response(listImports, "data[].error.code", chunkTooLarge),
];
const issueCodes = response(validation, "issues[].code", {
  includes: ["CONDITIONAL_TARGET_MODE_UNSUPPORTED", "GROUPING_KEY_IS_SORT_COLUMN"],
  lacks: ["GROUPING_KEY_IS_FOLD_COLUMN"],
});
const tooMany = [...events, "POST /v2/metering/readings"].map((name) => status(name, 429, "7"));

const entityMappings = [
  sentTo(createMapping),
  sentTo(putMapping),
  sentTo(previewMapping, "mapping."),
  returnedBy(createMapping),
  returnedBy(putMapping),
  returnedBy(readMapping),
];
const erpMappings = [
  sentTo(createIntegration, "shared_mappings[].mapping."),
  sentTo(putIntegration, "shared_mappings[].mapping."),
  sentTo(createUseCase, "mappings[]."),
  sentTo(putUseCase, "mappings[]."),
  sentTo(simulateMapping, "mapping."),
  sentTo(simulateUseCase, "use_case.mappings[]."),
];

/** Rows of §2.6, §4.2, §4.3 and §7: mappings, their imports, and the rate limit of reports. */
export const integrationToolkitRows: readonly Row[] = [
  {
    section: "2.6",
    row: "Entity mapping (conditional) conditional.from_rows",
    claims: [
      ...inEach(entityMappings, "conditional.from_rows", { need: "required" }),
      ...inEach(entityMappings, "conditional.folds", { refused: true }),
    ],
  },
  {
    section: "4.2",
    row: "POST /v1/erp/updates/events, /v2/erp/updates/events, /v3/erp/updates/events",
    claims: events.flatMap((name) => [operation(name, "4.2"), status(name, 429, "7")]),
  },
  operationRow(
    "4.2",
    directSimulation,
    request(directSimulation, "mappings[].conditional.from_rows", { need: "required" }),
    request(directSimulation, "mappings[].conditional.folds", { refused: true }),
  ),
  {
    section: "4.2",
    row: "any /v2/erp/imports endpoints",
    claims: [looseOperation(createImport), ...importErrors, issueCodes],
  },
  {
    section: "4.2",
    row: "create/update use case and integration endpoints, mapping simulation endpoints",
    claims: [
      ...inEach(erpMappings, "conditional.from_rows", { need: "required" }),
      ...inEach(erpMappings, "conditional.folds", { refused: true }),
    ],
  },
  operationRow("4.3", "POST /v2/metering/readings", status("POST /v2/metering/readings", 429, "7")),
  {
    section: "7",
    row: "429 too many requests: POST /v1/erp/updates/events, /v2/erp/updates/events, /v3/erp/updates/events and POST /v2/metering/readings",
    claims: tooMany,
  },
  {
    section: "7",
    row: "CHUNK_TOO_LARGE error code of a failed import job, /v2/erp/imports",
    claims: importErrors,
  },
  {
    section: "7",
    row: "CONDITIONAL_TARGET_MODE_UNSUPPORTED, GROUPING_KEY_IS_SORT_COLUMN issue codes of import validation",
    claims: [issueCodes],
  },
];
