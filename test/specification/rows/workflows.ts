import { type Place, inEach, response, returnedBy, sentTo } from "../claims/field.ts";
import { answer, optionalBody, status } from "../claims/operation.ts";
import type { Claim, Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const start = "POST /v2/flows/executions";
const change = "PATCH /v2/flows/executions/{execution_id}";
const addTask = "POST /v2/flows/executions/{execution_id}/tasks";
const changeTask = "PATCH /v2/flows/executions/{execution_id}/tasks/{task_id}";
const emailPreview = "GET /v2/flows/executions/{execution_id}/tasks/{task_id}/email-preview";
const run = "POST /v2/flows/executions/{execution_id}/tasks/{task_id}/automation:run";
const runNow = "POST /v2/flows/executions/{execution_id}/tasks/{task_id}/schedule/run-now";
const search = "POST /v2/flows/executions:portal-search";
const searchBatch = "POST /v2/flows/executions:portal-search-batch";
const createTemplate = "POST /v2/flows/templates";
const putTemplate = "PUT /v2/flows/templates/{flowId}";
const templateUsages = "POST /v1/workflows-definition/journey-context:usages";
const createDefinition = "POST /v1/workflows/definitions";

/** Locations of a part within a template, within an execution, and within both. */
const inTemplates = (within: string): Place[] => [
  sentTo(createTemplate, within),
  sentTo(putTemplate, within),
  returnedBy(createTemplate, within),
  returnedBy(putTemplate, within),
];
const inExecutions = (within: string): Place[] => [
  sentTo(start, within),
  returnedBy(start, within),
  returnedBy(change, within),
];
const inFlows = (within: string): Place[] => [...inTemplates(within), ...inExecutions(within)];

const singleTasks = [sentTo(addTask), sentTo(changeTask), returnedBy(addTask), returnedBy(changeTask)];
const everyTask = [...inFlows("tasks[]."), ...singleTasks];
const contexts = [...inExecutions("contexts[]."), sentTo(change, "contexts[].")];

const optional = { need: "optional" } as const;
const refused = { refused: true } as const;
const contextFields = ["added_by_task_id", "promoted_at", "promoted_by_task_id", "demoted_by_task_id"];
const automationFields = [
  "output_context",
  "input_context.trigger_id",
  "allow_execution_note",
  "eligible_closing_reason_ids",
  "email_review",
].map((field) => `automation_config.${field}`);

const optionalIn = (places: readonly Place[], fields: readonly string[]): Claim[] =>
  fields.flatMap((field) => inEach(places, field, optional));

const notReached = { includes: ["NOT_REACHED"] };
const stageStatuses = [
  response(search, "results[].stages[].status", notReached),
  response(searchBatch, "pages[].results[].stages[].status", notReached),
];
const definitionConflict = status(createDefinition, 409, "7");
const runConflicts = [status(run, 409, "7"), status(runNow, 409, "7")];

/** Rows of §3, §4.4 and §4.5, and of §2.6 and §7 about flows. */
export const workflowRows: readonly Row[] = [
  {
    section: "2.6",
    row: "Flow template edges[].end_type",
    claims: inEach(inTemplates("edges[]."), "end_type", refused),
  },
  {
    section: "2.6",
    row: "Flow execution edges[].end_type",
    claims: inEach([returnedBy(start), returnedBy(change)], "edges[].end_type", refused),
  },
  { section: "2.6", row: "Flow execution stage stages[].status", claims: stageStatuses },
  {
    section: "2.6",
    row: "Flow execution / template phases and tasks loop_config.crt_iterations, loop_config.max_iterations",
    claims: ["crt_iterations", "max_iterations"].flatMap((field) =>
      inEach([...inFlows("phases[]."), ...everyTask], `loop_config.${field}`, { deprecated: true }),
    ),
  },
  {
    section: "2.6",
    row: "Flow execution context contexts[].added_by_task_id, contexts[].promoted_at, contexts[].promoted_by_task_id, contexts[].demoted_by_task_id",
    claims: optionalIn(contexts, contextFields),
  },
  {
    section: "2.6",
    row: "Flow task / trigger automation_config.output_context",
    claims: optionalIn(
      [
        ...everyTask,
        ...inTemplates("triggers[]."),
        ...inExecutions("trigger."),
        ...inExecutions("configured_triggers[]."),
      ],
      ["automation_config.output_context"],
    ),
  },
  ...automationFields.slice(1).map((field): Row => ({
    section: "2.6",
    row: `Flow task ${field}`,
    claims: optionalIn(everyTask, [field]),
  })),
  {
    section: "2.6",
    row: "Flow task condition tasks[].conditions[].statements[].source.origin_type",
    claims: inEach(everyTask, "conditions[].statements[].source.origin_type", {
      includes: ["main_context", "trigger_source"],
    }),
  },
  {
    section: "2.6",
    row: "Flow execution configured_triggers",
    claims: optionalIn(inExecutions(""), ["configured_triggers"]),
  },
  {
    section: "2.6",
    row: "Flow execution trigger.trigger_id",
    claims: optionalIn(inExecutions(""), ["trigger.trigger_id"]),
  },
  {
    section: "3",
    row: "Workflow stage status (stages[].status) includes the value NOT_REACHED",
    claims: stageStatuses,
  },
  operationRow(
    "4.4",
    start,
    ...optionalIn([sentTo(start, "contexts[].")], contextFields),
    ...optionalIn([sentTo(start, "tasks[].")], automationFields),
    ...optionalIn([sentTo(start)], ["configured_triggers", "trigger.trigger_id"]),
  ),
  operationRow("4.4", change, ...optionalIn([sentTo(change, "contexts[].")], contextFields)),
  operationRow("4.4", addTask, ...optionalIn([sentTo(addTask)], automationFields)),
  operationRow("4.4", changeTask, ...optionalIn([sentTo(changeTask)], automationFields)),
  operationRow("4.4", emailPreview, answer(emailPreview)),
  operationRow("4.4", run, optionalBody(run), status(run, 409, "7")),
  operationRow("4.4", runNow, status(runNow, 409, "7")),
  operationRow("4.4", search, ...stageStatuses.slice(0, 1)),
  operationRow("4.4", searchBatch, ...stageStatuses.slice(1)),
  ...[createTemplate, putTemplate].map((name) =>
    operationRow(
      "4.5",
      name,
      ...inEach([sentTo(name)], "edges[].end_type", refused),
      ...optionalIn([sentTo(name, "tasks[].")], automationFields.slice(1)),
    ),
  ),
  operationRow("4.5", templateUsages, answer(templateUsages)),
  operationRow("4.5", createDefinition, definitionConflict),
  {
    section: "7",
    row: "409 POST /v1/workflows/definitions: definition conflicts with an existing one",
    claims: [definitionConflict],
  },
  {
    section: "7",
    row: "409 automation:run and schedule/run-now on a task: run conflicts with the current state",
    claims: runConflicts,
  },
];
