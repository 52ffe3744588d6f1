import { describe, expect, it } from "vitest";
import { type Fault, changed, missingFrom } from "../planted-fault.ts";

const signUp = "/components/schemas/SignUp/properties/language";
const language = "request language of POST /v2/users/public/signup, optional, anyText";
const visibility = "response visibility of GET /v1/logs/{logId}, optional";
const secret = "response signing_secret of POST /v1/webhooks";

describe("the claims of fields and values", () => {
  it.each<Fault>([
    ["a field gone", "user", signUp, undefined, [`${language}: there is no such field`]],
    [
      "a field assumed",
      "user",
      signUp,
      { "x-assumed": "Not shown", type: "string" },
      [`${language}: it is only assumed`],
    ],
    [
      "a field demanded",
      "user",
      "/components/schemas/SignUp/required",
      ["language"],
      [`${language}: it is not optional`],
    ],
    ["a field of fewer texts", "user", `${signUp}/enum`, ["de", "en"], [`${language}: its text is limited`]],
    ["a field of shorter texts", "user", `${signUp}/maxLength`, 2, [`${language}: its text is limited`]],
    [
      "a field not demanded any more",
      "integration-toolkit",
      "/paths/~1v1~1erp~1updates~1mapping_simulation/post/requestBody/content/application~1json/schema/properties/mapping",
      {
        type: "object",
        properties: {
          conditional: { "x-spec": "2.6", type: "object", properties: { from_rows: {}, folds: { not: {} } } },
        },
      },
      [
        "request mapping.conditional.from_rows of POST /v1/erp/updates/mapping_simulation, required: it is not required",
      ],
    ],
    [
      "a field that is taken again",
      "integration-toolkit",
      "/paths/~1v1~1erp~1updates~1mapping_simulation/post/requestBody/content/application~1json/schema/properties/mapping",
      {
        type: "object",
        properties: {
          conditional: { "x-spec": "2.6", required: ["from_rows"], properties: { from_rows: {}, folds: {} } },
        },
      },
      ["request mapping.conditional.folds of POST /v1/erp/updates/mapping_simulation, refused: it is not refused"],
    ],
    [
      "a field that is not deprecated any more",
      "workflow-definition",
      "/components/schemas/LoopConfig/properties/max_iterations/deprecated",
      undefined,
      ["phases", "tasks"].flatMap((list) =>
        ["request", "response"].flatMap((side) =>
          ["POST /v2/flows/templates", "PUT /v2/flows/templates/{flowId}"].map(
            (name) => `${side} ${list}[].loop_config.max_iterations of ${name}, deprecated: it is not deprecated`,
          ),
        ),
      ),
    ],
    [
      "a field that is back",
      "entity",
      "/components/schemas/Condition/properties/values",
      { type: "array" },
      [
        "no request conditions[].values of PUT /v1/entity/schemas/{slug}: it is still there",
        "no response conditions[].values of GET /v1/entity/schemas/{slug}/head: it is still there",
      ],
    ],
    [
      "a value that is only assumed",
      "integration-toolkit",
      "/components/schemas/ImportError/properties/code/x-assumed-values",
      ["CHUNK_TOO_LARGE"],
      [
        "response error.code of GET /v2/erp/imports/{import_id}, includes CHUNK_TOO_LARGE: its stated values lack CHUNK_TOO_LARGE",
        "response data[].error.code of GET /v2/erp/imports, includes CHUNK_TOO_LARGE: its stated values lack CHUNK_TOO_LARGE",
      ],
    ],
    [
      "a value that is gone",
      "journey",
      "/components/schemas/VariableType/enum/4",
      "Links",
      [
        ...["environment-variables", "configuration/{id}/environment"].map(
          (path) => `response items[].type of GET /v1/journey/${path}, includes List<Link>`,
        ),
        "response items[].type of GET /v1/journey/environment-variables, includes List<Link>, open",
      ].map((says) => `${says}: its stated values lack List<Link>`),
    ],
    [
      "values that are only assumed",
      "journey",
      "/components/schemas/VariableType/x-spec",
      undefined,
      [
        ...["environment-variables", "configuration/{id}/environment"].map(
          (path) => `response items[].type of GET /v1/journey/${path}, includes List<Link>`,
        ),
        "response items[].type of GET /v1/journey/environment-variables, includes List<Link>, open",
      ].map((says) => `${says}: it is only assumed`),
    ],
    [
      "a value that is back",
      "integration-toolkit",
      "/components/schemas/ValidationIssueCode/enum/2",
      "GROUPING_KEY_IS_FOLD_COLUMN",
      [
        "response issues[].code of GET /v2/erp/imports/{import_id}/validation, includes CONDITIONAL_TARGET_MODE_UNSUPPORTED, GROUPING_KEY_IS_SORT_COLUMN, lacks GROUPING_KEY_IS_FOLD_COLUMN: its values still have GROUPING_KEY_IS_FOLD_COLUMN",
      ],
    ],
    [
      "values closed",
      "automation",
      "/components/schemas/AutomationLoop/properties/source_type/x-closed",
      true,
      [
        "response results[].loops[].source_type of GET /v1/automation/flows, includes journey-file-upload, open: its values are closed",
      ],
    ],
    [
      "a field that is something else",
      "automation",
      "/components/schemas/CatalogTriggerEvent",
      { "x-assumed": "Not shown", type: "object" },
      ["POST /v1/automation/executions", "GET /v1/automation/executions/{execution_id}"].map(
        (name) =>
          `response trigger_event of ${name}, canBe CatalogTriggerEvent: it cannot be CatalogTriggerEvent, as stated`,
      ),
    ],
    [
      "a field of another type",
      "webhooks",
      "/components/schemas/CreatedWebhook/allOf/1/properties/signing_secret/type",
      "integer",
      [`${secret}, type string, pattern ^whsec_: it cannot be string`],
    ],
    [
      "a field of another pattern",
      "webhooks",
      "/components/schemas/CreatedWebhook/allOf/1/properties/signing_secret/pattern",
      "^secret_",
      [`${secret}, type string, pattern ^whsec_: no pattern begins with ^whsec_`],
    ],
    [
      "a field that says less",
      "webhooks",
      "/components/schemas/CreatedWebhook/allOf/1/properties/signing_secret/description",
      "Of the webhook.",
      [`${secret}, words Not retrievable later: its description does not say so`],
    ],
    [
      "a field that stands where it must not",
      "webhooks",
      "/components/schemas/WebhookInput/properties/signing_secret",
      { type: "string" },
      [
        "no request signing_secret of POST /v1/webhooks: it is still there",
        "signing_secret from POST /v1/webhooks alone: POST /v1/webhooks has it too",
      ],
    ],
    [
      "a field that another operation has too",
      "webhooks",
      "/components/schemas/Webhook/properties/signing_secret",
      { type: "string" },
      ["signing_secret from POST /v1/webhooks alone: GET /v1/webhooks has it too"],
    ],
    [
      "a union with one branch more",
      "webhooks",
      "/components/schemas/EndpointAuthentication/oneOf/3",
      { type: "object" },
      ["three methods of endpoint_authentication: it says something else"],
    ],
    [
      "a field that every record has",
      "audit-log",
      "/components/schemas/AuditRecord/required/5",
      "visibility",
      [
        "response results[].visibility of POST /v1/logs, optional: it is not optional",
        `${visibility}: it is not optional`,
      ],
    ],
  ])("report a missing part: %s", (_, api, pointer, value, missing) => {
    expect(missingFrom(changed(api, pointer, value))).toEqual(missing);
  });
});
