import { describe, expect, it } from "vitest";
import { type Contract, type Json, loadPlatform, tokensOf, trace, valueAt } from "../../index.ts";
import { compile } from "../../model/compile.ts";
import type { Claim } from "../row.ts";
import { inCode, lintRule } from "./code.ts";

const platform = await loadPlatform();

const entityList = "/paths/~1v1~1entity~1schemas/get";
const putSchema = "/paths/~1v1~1entity~1schemas~1{slug}/put";
const autocomplete = "/paths/~1v1~1entity:autocomplete/get";
const publicKey = "/paths/~1v1~1webhooks~1.well-known~1public-key/get";
const delivery = "/webhooks/event/post";
const run = "/paths/~1v2~1flows~1executions~1{execution_id}~1tasks~1{task_id}~1automation:run/post";
const runName = "POST /v2/flows/executions/{execution_id}/tasks/{task_id}/automation:run";
const emailPreview = "/paths/~1v2~1flows~1executions~1{execution_id}~1tasks~1{task_id}~1email-preview/get";
const signUp = "/components/schemas/SignUp/properties/language";
const gone = "/x-removed/~1v2~1blueprint-manifest~1blueprints:publish";

const from = "query from of GET /v1/entity:autocomplete, optional";
const orgId = "query orgId of GET /v1/webhooks/.well-known/public-key, required, string";
const language = "request language of POST /v2/users/public/signup, optional, anyText";
const visibility = "response visibility of GET /v1/logs/{logId}, optional";
const secret = "response signing_secret of POST /v1/webhooks";
const published = "POST /v2/blueprint-manifest/blueprints:publish, removed";

/** A fault: what is changed, in which document, where, to what (nothing to take it away), and what is then missing. */
type Fault = readonly [what: string, api: string, pointer: string, value: Json | undefined, missing: readonly string[]];

describe("the claims of the trace", () => {
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
      "an operation that is only assumed",
      "document",
      "/paths/~1v2~1templates:validate/post/x-spec",
      undefined,
      ["POST /v2/templates:validate: it is only assumed"],
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
      gone,
      undefined,
      [`${published}: x-removed does not list it`],
    ],
    [
      "a removed operation assumed",
      "blueprint-manifest",
      `${gone}/x-spec`,
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
      "/components/schemas/SignUp/required/3",
      "language",
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
    [
      "a delivery that is only assumed",
      "webhooks",
      `${delivery}/x-spec`,
      undefined,
      [
        "delivery of an event: it is only assumed",
        ...["id", "timestamp", "signature"].map(
          (name) => `delivery header webhook-${name}: it is not stated and required`,
        ),
      ],
    ],
    [
      "a delivery without a header",
      "webhooks",
      `${delivery}/parameters/0/name`,
      "message-id",
      ["delivery header webhook-id: no delivery has it"],
    ],
    [
      "a header that takes the entries in any order",
      "webhooks",
      `${delivery}/parameters/2/schema/pattern`,
      "^v1a?,",
      ["delivery header webhook-signature: its schema does not take v1a,YQ== v1,Yg== and refuse v1,Yg== v1a,YQ=="],
    ],
    [
      "a header that says less",
      "webhooks",
      `${delivery}/parameters/2/description`,
      "The v1a entry, a space, the v1 entry. webhook-id, webhook-timestamp and the raw request body, joined with dots",
      [
        `"v1a with the organization's private key (Ed25519)"`,
        `"v1 with the webhook's signing secret (HMAC-SHA256)"`,
      ].map((says) => `${says} at delivery header webhook-signature: its description does not say so`),
    ],
    [
      "a delivery that says less",
      "webhooks",
      `${delivery}/description`,
      "A receiver should compare the timestamp, then verify v1a, then v1.",
      [
        "a standard-webhooks library is given the v1 entry alone",
        "decodes the base64 part of the entry and checks it with the organization's public key",
        "a signature that is invalid, an entry that is missing, a timestamp that is too old",
      ].map((words) => `"${words}" at the delivery: its description does not say so`),
    ],
    [
      "another tolerance",
      "webhooks",
      `${delivery}/parameters/1/x-tolerance-seconds`,
      600,
      ["x-tolerance-seconds 300 at delivery header webhook-timestamp: it says something else"],
    ],
    [
      "a delivery that is authenticated in fewer ways",
      "webhooks",
      `${delivery}/security`,
      [{ endpointApiKey: [] }, { endpointOAuth: [] }],
      ["delivery with http basic: no security scheme of the delivery is so"],
    ],
    [
      "a way to authenticate that is only assumed",
      "webhooks",
      "/components/securitySchemes/endpointOAuth/x-spec",
      undefined,
      ["delivery with http bearer: it does not cite §5.2"],
    ],
    [
      "a host that two APIs share",
      "kanban",
      "/servers/0/url",
      "https://webhooks.platform.example",
      [
        "a host of its own for each API: kanban is at https://webhooks.platform.example; webhooks is at https://webhooks.platform.example",
      ],
    ],
    [
      "a body that is not JSON",
      "entity",
      "/paths/~1v1~1entity:search/post/requestBody/content",
      { "text/plain": {} },
      ["JSON bodies: POST /v1/entity:search has a body of another kind"],
    ],
    [
      "an operation without a token",
      "entity",
      `${entityList}/security`,
      [],
      ["a bearer token with every request, unless x-public says why not: GET /v1/entity/schemas asks for none"],
    ],
    [
      "an operation without a token for a reason, which asks for one all the same",
      "entity",
      `${entityList}/x-public`,
      "Anybody may see it",
      ["a bearer token with every request, unless x-public says why not: GET /v1/entity/schemas asks for none"],
    ],
    [
      "a token that is only assumed",
      "kanban",
      "/components/securitySchemes/apiToken",
      { type: "http", scheme: "bearer" },
      [
        "a bearer token with every request, unless x-public says why not: kanban does not cite §5.1",
        `"made in the platform's web portal" at the token: kanban does not say so`,
      ],
    ],
    [
      "a path without a version",
      "kanban",
      "/paths/~1boards",
      { "x-published": "2026-01-01", get: { responses: {} } },
      ["a version at the beginning of each path: GET /boards has none"],
    ],
    [
      "a response that is closed",
      "entity",
      "/components/schemas/Entity/additionalProperties",
      false,
      ["responses and deliveries that may gain fields: entity is closed at /components/schemas/Entity"],
    ],
    [
      "operations without a date",
      "notes",
      "/x-published",
      undefined,
      [expect.stringMatching(/^a date of publication for each operation: .* has none$/) as string],
    ],
    [
      "a second root of GraphQL",
      "portal-graphql",
      "/mutation",
      "Query",
      ["GraphQL: root Query, and no other: the roots are others"],
    ],
    [
      "a type of GraphQL gone",
      "portal-graphql",
      "/types/DNSRecord",
      undefined,
      [
        "GraphQL: type DNSRecord: there is no such type",
        "GraphQL: scalars Boolean, String, and no others: they are Boolean, DNSRecord, String",
      ],
    ],
    [
      "a type of GraphQL assumed",
      "portal-graphql",
      "/types/DNSRecord/x-spec",
      undefined,
      ["GraphQL: type DNSRecord: it does not cite §2.7"],
    ],
    [
      "a type of GraphQL that is an interface",
      "portal-graphql",
      "/types/DNSRecord/kind",
      "InterfaceTypeDefinition",
      ["GraphQL: type DNSRecord: it is no object type"],
    ],
    [
      "a type of GraphQL too many",
      "portal-graphql",
      "/types/Site",
      { kind: "ObjectTypeDefinition" },
      ["GraphQL: no other types of its own: there is Site"],
    ],
    [
      "a scalar of GraphQL too many",
      "portal-graphql",
      "/types/Brand/fields/id/type",
      "[ID!]!",
      ["GraphQL: scalars Boolean, String, and no others: they are Boolean, ID, String"],
    ],
    [
      "a directive of GraphQL too many",
      "portal-graphql",
      "/directives/cached",
      {},
      [
        "GraphQL: directives CustomerPortalAuth, PlatformAuth, deprecated, include, skip, and no others: they are CustomerPortalAuth, PlatformAuth, cached, deprecated, include, skip",
      ],
    ],
    [
      "a directive of GraphQL assumed",
      "portal-graphql",
      "/directives/PlatformAuth/x-spec",
      undefined,
      [
        "GraphQL: directives CustomerPortalAuth, PlatformAuth, deprecated, include, skip, and no others: it does not cite §5.4",
      ],
    ],
    [
      "no deprecation in GraphQL",
      "portal-graphql",
      "/types/Brand/fields/title/deprecated",
      undefined,
      ["GraphQL: a deprecation by the directive deprecated: nothing is deprecated"],
    ],
  ])("miss %s", (_, api, pointer, value, missing) => {
    expect(missingFrom(changed(api, pointer, value))).toEqual(missing);
  });

  it("miss what code does not do", () => {
    expect(missingFrom([], [inCode("a.ts", "a", false), inCode("b.ts", "b", true), lintRule("no-such-rule")])).toEqual([
      "a: the code says something else",
      "no-such-rule: the code says something else",
    ]);
  });
});

/** All that is missing, each thing once. */
function missingFrom(contracts: readonly Contract[], claims?: readonly Claim[]): string[] {
  const traced = claims ? trace(contracts, [{ section: "1", row: "", claims }]) : trace(contracts);
  return [...new Set(traced.flatMap(({ missing }) => missing))];
}

/** The platform with one document changed at a pointer: to a value, or with nothing left there. */
function changed(api: string, pointer: string, value: Json | undefined): Contract[] {
  const contract = platform.find((one) => one.api === api) as Contract;
  const document = structuredClone(contract.document);
  const parent = valueAt(document, pointer.slice(0, pointer.lastIndexOf("/"))) as Record<string, Json>;
  const key = tokensOf(pointer).at(-1) as string;
  expect(parent[key]).not.toEqual(value);
  if (value === undefined) delete parent[key];
  else parent[key] = value;
  const { kind, file, origins } = contract;
  const revised = compile({ kind, api, file, document, origins, problems: [] });
  return platform.map((one) => (one === contract ? revised : one));
}
