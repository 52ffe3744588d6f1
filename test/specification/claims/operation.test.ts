import { describe, expect, it } from "vitest";
import { type Fault, changed, missingFrom } from "../planted-fault.ts";

const putSchema = "/paths/~1v1~1entity~1schemas~1{slug}/put";
const autocomplete = "/paths/~1v1~1entity:autocomplete/get";
const publicKey = "/paths/~1v1~1webhooks~1.well-known~1public-key/get";
const run = "/paths/~1v2~1flows~1executions~1{execution_id}~1tasks~1{task_id}~1automation:run/post";
const runName = "POST /v2/flows/executions/{execution_id}/tasks/{task_id}/automation:run";
const emailPreview = "/paths/~1v2~1flows~1executions~1{execution_id}~1tasks~1{task_id}~1email-preview/get";
const removedPointer = "/x-removed/~1v2~1blueprint-manifest~1blueprints:publish";
const from = "query from of GET /v1/entity:autocomplete, optional";
const orgId = "query orgId of GET /v1/webhooks/.well-known/public-key, required, string";
const published = "POST /v2/blueprint-manifest/blueprints:publish, removed";

describe("the claims of documents and operations", () => {
  it.each<Fault>([
    ["an API with another title", "kanban", "/info/title", "Boards", ["Kanban API: no document has this title"]],
    ["an API without its section", "kanban", "/info/x-spec", undefined, ["Kanban API: its document does not cite §1"]],
    [
      "an API without its other name",
      "journey",
      "/info/description",
      "Journeys.",
      ['"Journey Config API" of the Journey API: its description does not say so'],
    ],
    [
      "an operation that cites nothing",
      "document",
      "/paths/~1v2~1templates:validate/post/x-spec",
      undefined,
      ["POST /v2/templates:validate: it cites no section"],
    ],
    [
      "an operation of another section",
      "document",
      "/paths/~1v2~1templates:validate/post/x-spec",
      "4.12",
      ["POST /v2/templates:validate: it cites §4.12"],
    ],
    [
      "an operation that is gone",
      "document",
      "/paths/~1v2~1templates:validate",
      undefined,
      ["POST /v2/templates:validate: there is no such operation"],
    ],
    [
      "a path parameter that is only assumed",
      "file",
      "/paths/~1v1~1files~1public~1{id}~1preview/get/parameters/0/x-assumed",
      "Not shown",
      ["GET /v1/files/public/{id}/preview: path id is only assumed"],
    ],
    [
      "a loose operation that is gone",
      "entity",
      "/paths/~1v1~1entity~1schemas~1{slug}~1versions",
      undefined,
      ["slug", "conditions", "conditions[].options", "capabilities", "capabilities[].managed_fields"]
        .map((field) => `versions[].${field}`)
        .map((field) => `response ${field} of GET /v1/entity/schemas/{slug}/versions`)
        .map((says) => (/options|managed_fields/.test(says) ? `${says}, optional` : says))
        .concat([
          "response versions[].ui_config.custom_tabs of GET /v1/entity/schemas/{slug}/versions, optional",
          "GET /v1/entity/schemas/{slug}/versions",
          "response versions[].ui_config.custom_tabs of GET /v1/entity/schemas/{slug}/versions",
        ])
        .map((says) => `${says}: there is no such operation`),
    ],
    [
      "a parameter renamed",
      "entity",
      `${autocomplete}/parameters/0/name`,
      "start",
      [`${from}: there is no such parameter`],
    ],
    [
      "a parameter elsewhere",
      "entity",
      `${autocomplete}/parameters/0/in`,
      "header",
      [`${from}: there is no such parameter`],
    ],
    ["a parameter demanded", "entity", `${autocomplete}/parameters/0/required`, true, [`${from}: it is not optional`]],
    ["a parameter assumed", "entity", `${autocomplete}/parameters/0/x-assumed`, "?", [`${from}: it is only assumed`]],
    [
      "a parameter left open",
      "webhooks",
      `${publicKey}/parameters/0/required`,
      false,
      [`${orgId}: it is not required`],
    ],
    [
      "a parameter of another type",
      "webhooks",
      `${publicKey}/parameters/0/schema/type`,
      "integer",
      [`${orgId}: it is not of type string`],
    ],
    [
      "a body demanded",
      "workflow-execution",
      `${run}/requestBody/required`,
      true,
      [`optional body of ${runName}: the body is required`],
    ],
    [
      "a body gone",
      "workflow-execution",
      `${run}/requestBody`,
      undefined,
      [`optional body of ${runName}: there is no body`],
    ],
    [
      "an answer gone",
      "workflow-execution",
      `${emailPreview}/responses/200/content`,
      undefined,
      ["answer of GET /v2/flows/executions/{execution_id}/tasks/{task_id}/email-preview: it returns nothing"],
    ],
    [
      "a status gone",
      "entity",
      `${putSchema}/responses/409`,
      undefined,
      ["status 409 of PUT /v1/entity/schemas/{slug}: it is not documented"],
    ],
    [
      "a status of another section",
      "entity",
      `${putSchema}/responses/409/x-spec`,
      "4.1",
      ["status 409 of PUT /v1/entity/schemas/{slug}: it does not cite §7"],
    ],
    [
      "an operation that says less",
      "webhooks",
      `${publicKey}/description`,
      "The key.",
      [
        '"The key rarely changes, and may be cached" at GET /v1/webhooks/.well-known/public-key: its description does not say so',
      ],
    ],
    [
      "a removed operation unlisted",
      "blueprint-manifest",
      removedPointer,
      undefined,
      [`${published}: x-removed does not list it`],
    ],
    [
      "a removed operation assumed",
      "blueprint-manifest",
      `${removedPointer}/x-spec`,
      "9",
      [`${published}: it does not cite §4.10`],
    ],
    [
      "a removed operation that is back",
      "blueprint-manifest",
      "/paths/~1v2~1blueprint-manifest~1blueprints:publish",
      { "x-published": "2026-01-01", post: { "x-spec": "4.10", security: [{ apiToken: [] }], responses: {} } },
      [`${published}: it is still there`],
    ],
  ])("report a missing part: %s", (_, api, pointer, value, missing) => {
    expect(missingFrom(changed(api, pointer, value))).toEqual(missing);
  });
});
