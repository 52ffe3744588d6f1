import { inEach, request, response, returnedBy, sentTo } from "../claims/field.ts";
import { answer, parameter } from "../claims/operation.ts";
import type { Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const listFlows = "GET /v1/automation/flows";
const createFlow = "POST /v1/automation/flows";
const putFlow = "PUT /v1/automation/flows/{flow_id}";
const execute = "POST /v1/automation/executions";
const readExecution = "GET /v1/automation/executions/{execution_id}";
const usages = "POST /v1/automation/journey-context:usages";

const flows = [
  sentTo(createFlow),
  sentTo(putFlow),
  returnedBy(createFlow),
  returnedBy(putFlow),
  returnedBy(listFlows, "results[]."),
];
const executions = [returnedBy(execute), returnedBy(readExecution)];

const optional = { need: "optional" } as const;
const filters = ["filename", "filename_pattern"].map(
  (field) => `actions[].config.attachments[].source_filter.${field}`,
);
const originType = ["conditions[].statements[].source.originType", { includes: ["event"] }] as const;
const sourceType = ["loops[].source_type", { includes: ["journey-file-upload"] }] as const;
const catalogTrigger = ["triggers[]", { canBe: "EventCatalogTrigger" }] as const;
const catalogEvent = inEach(executions, "trigger_event", { canBe: "CatalogTriggerEvent" });
const byEventName = parameter(listFlows, "query", "trigger_event_name", "optional");

/** Rows of §4.6, and of §2.6 and §6 about automation flows. */
export const automationRows: readonly Row[] = [
  {
    section: "2.6",
    row: "Automation execution action_inputs",
    claims: inEach([sentTo(execute), ...executions], "action_inputs", optional),
  },
  { section: "2.6", row: "Automation execution trigger_event", claims: catalogEvent },
  {
    section: "2.6",
    row: "Automation action attachment actions[].config.attachments[].source_filter.filename, source_filter.filename_pattern",
    claims: filters.flatMap((field) => inEach(flows, field, optional)),
  },
  {
    section: "2.6",
    row: "Automation condition conditions[].statements[].source.originType",
    claims: inEach(flows, ...originType),
  },
  { section: "2.6", row: "Automation loop loops[].source_type", claims: inEach(flows, ...sourceType) },
  {
    section: "2.6",
    row: "Automation loop loops[].filter_tags",
    claims: inEach(flows, "loops[].filter_tags", optional),
  },
  ...[createFlow, putFlow].map((name) =>
    operationRow(
      "4.6",
      name,
      request(name, ...catalogTrigger),
      ...filters.map((field) => request(name, field, optional)),
      request(name, ...sourceType),
      request(name, "loops[].filter_tags", optional),
      request(name, ...originType),
    ),
  ),
  operationRow("4.6", listFlows, byEventName),
  operationRow("4.6", execute, request(execute, "action_inputs", optional)),
  operationRow("4.6", usages, answer(usages)),
  {
    section: "6",
    row: "Automation flows can also be triggered by events of the Event Catalog",
    claims: [
      request(createFlow, ...catalogTrigger),
      response(putFlow, ...catalogTrigger),
      ...catalogEvent,
      byEventName,
      request(createFlow, ...originType),
    ],
  },
];
