import { operation, parameter, request, response, status } from "../claims.ts";
import type { Row } from "../row.ts";

const list = "GET /v1/entity/schemas";
const head = "GET /v1/entity/schemas/{slug}/head";
const put = "PUT /v1/entity/schemas/{slug}";
const createCapability = "POST /v1/entity/schemas/capabilities";
const putCapability = "PUT /v1/entity/schemas/capabilities/{composite_id}";
const autocomplete = "GET /v1/entity:autocomplete";

/** §2.2 and §4.1. */
export const entityRows: readonly Row[] = [
  { section: "2.2", row: "slug", claims: [parameter(put, "path", "slug", "required"), response(head, "slug")] },
  { section: "2.2", row: "conditions", claims: [request(put, "conditions", { need: "optional" })] },
  { section: "4.1", row: list, claims: [operation(list), response(list, "results[].ui_config.custom_tabs")] },
  {
    section: "4.1",
    row: put,
    claims: [
      operation(put),
      parameter(put, "query", "base_version", "optional"),
      parameter(put, "query", "base_updated_at", "optional"),
      request(put, "conditions[].options", { need: "optional" }),
      request(put, "capabilities[].managed_fields", { need: "optional" }),
      request(put, "ui_config.custom_tabs", { need: "optional" }),
      status(put, 409, "7"),
    ],
  },
  {
    section: "4.1",
    row: createCapability,
    claims: [operation(createCapability), request(createCapability, "managed_fields")],
  },
  { section: "4.1", row: putCapability, claims: [operation(putCapability), request(putCapability, "managed_fields")] },
  {
    section: "4.1",
    row: autocomplete,
    claims: [operation(autocomplete), parameter(autocomplete, "query", "from", "optional")],
  },
];
