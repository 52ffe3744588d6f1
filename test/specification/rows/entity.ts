import { inEach, noField, request, response, returnedBy, sentTo } from "../claims/field.ts";
import { looseOperation, parameter, status } from "../claims/operation.ts";
import type { Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const list = "GET /v1/entity/schemas";
const head = "GET /v1/entity/schemas/{slug}/head";
const versions = "GET /v1/entity/schemas/{slug}/versions";
const put = "PUT /v1/entity/schemas/{slug}";
const createCapability = "POST /v1/entity/schemas/capabilities";
const putCapability = "PUT /v1/entity/schemas/capabilities/{composite_id}";
const autocomplete = "GET /v1/entity:autocomplete";

const read = [returnedBy(list, "results[]."), returnedBy(head), returnedBy(versions, "versions[].")];
const schemas = [sentTo(put), returnedBy(put), ...read];
const optional = { need: "optional" } as const;

/** Rows of §2.1, §2.2 and §4.1. */
export const entityRows: readonly Row[] = [
  {
    section: "2.1",
    row: "A JSON object backed by a schema identified by a slug.",
    claims: [parameter("GET /v1/entity/{slug}", "path", "slug", "required")],
  },
  {
    section: "2.2",
    row: "slug",
    claims: [parameter(put, "path", "slug", "required"), ...inEach(read, "slug")],
  },
  {
    section: "2.2",
    row: "conditions",
    claims: [
      ...inEach(schemas, "conditions"),
      noField(put, "request", "conditions[].values"),
      noField(head, "response", "conditions[].values"),
    ],
  },
  {
    section: "2.2",
    row: "conditions options (field name: options)",
    claims: inEach(schemas, "conditions[].options", optional),
  },
  {
    section: "2.2",
    row: "capabilities",
    claims: [...inEach(schemas, "capabilities"), ...inEach(schemas, "capabilities[].managed_fields", optional)],
  },
  { section: "2.2", row: "ui_config.custom_tabs", claims: inEach(schemas, "ui_config.custom_tabs", optional) },
  {
    section: "2.2",
    row: "A capability is addressed by composite_id.",
    claims: [parameter(putCapability, "path", "composite_id", "required"), response(createCapability, "composite_id")],
  },
  {
    section: "2.2",
    row: "Concurrency markers for schema update: base_version and base_updated_at",
    claims: [
      parameter(put, "query", "base_version", "optional"),
      parameter(put, "query", "base_updated_at", "optional"),
    ],
  },
  operationRow("4.1", list, response(list, "results[].slug")),
  operationRow("4.1", head, response(head, "slug")),
  operationRow(
    "4.1",
    put,
    request(put, "conditions[].options", optional),
    request(put, "capabilities[].managed_fields", optional),
    request(put, "ui_config.custom_tabs", optional),
    parameter(put, "query", "base_version", "optional"),
    parameter(put, "query", "base_updated_at", "optional"),
    status(put, 409, "7"),
  ),
  operationRow("4.1", createCapability, request(createCapability, "managed_fields", optional)),
  operationRow("4.1", putCapability, request(putCapability, "managed_fields", optional)),
  operationRow("4.1", autocomplete, parameter(autocomplete, "query", "from", "optional")),
  {
    section: "4.1",
    row: "The schema read, list and versions endpoints return ui_config.custom_tabs.",
    claims: [looseOperation(versions), ...inEach(read, "ui_config.custom_tabs")],
  },
];
