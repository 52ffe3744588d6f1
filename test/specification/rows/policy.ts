import { platformPeriods } from "../../../profiles/platform/periods.ts";
import { byCode, inCode, lintRule } from "../claims/code.ts";
import { response } from "../claims/field.ts";
import { operation, status } from "../claims/operation.ts";
import { openResponses, publicationDates, versionPrefixes } from "../claims/platform.ts";
import type { Claim, Row } from "../row.ts";

const support = inCode("profiles/platform/periods.ts", "support for 24 months", platformPeriods.support === 24);
const notice = inCode("profiles/platform/periods.ts", "notice of 12 months", platformPeriods.notice === 12);
const errorCodesStay = [
  response("GET /v2/erp/imports/{import_id}", "error.code", { words: "Never changes for the same scenario" }),
  byCode("compat/rules/enum-value-removed.ts", "changing error codes is breaking, where they are listed"),
];

/** Claims an open enum for values that consumers must be prepared for. */
function open(name: string, field: string, ...values: readonly string[]): Claim {
  return response(name, field, { includes: values, open: true });
}

/** Rows of §8 and §9, and of §7 about schemas and error codes. */
export const policyRows: readonly Row[] = [
  {
    section: "7",
    row: "409 PUT /v1/entity/schemas/{slug}: schema changed since base_version / base_updated_at",
    claims: [status("PUT /v1/entity/schemas/{slug}", 409, "7")],
  },
  { section: "7", row: "Changing the error code of an existing scenario is a breaking change", claims: errorCodesStay },
  { section: "8", row: "Minimum support period of any published API route", claims: [support] },
  { section: "8", row: "Notice period for breaking changes", claims: [notice] },
  {
    section: "9",
    row: "9.1",
    claims: [
      versionPrefixes(),
      ...["v1", "v2", "v3"].map((version) => operation(`POST /${version}/erp/updates/events`, "4.2")),
    ],
  },
  {
    section: "9",
    row: "9.2",
    claims: [
      openResponses(),
      byCode("compat/rules/operation-added.ts", "adding endpoints is not breaking"),
      byCode("compat/rules/request-parameter-added.ts", "adding parameters is not breaking, unless they are required"),
      byCode("compat/rules/request-property-added.ts", "adding request fields is not breaking"),
      byCode("compat/rules/response-property-added.ts", "adding response fields is not breaking"),
    ],
  },
  { section: "9", row: "9.3", claims: [support, publicationDates(), lintRule("publication-undated")] },
  {
    section: "9",
    row: "9.4",
    claims: [
      notice,
      lintRule("deprecation-unexplained"),
      byCode("compat/changelog/markdown.ts", "the API changelog"),
      byCode("compat/changelog/feed.ts", "the changelog as an RSS feed"),
    ],
  },
  {
    section: "9",
    row: "9.5",
    claims: [
      // Tightened formats, bounds and patterns have no single rule to name here.
      byCode("compat/rules/operation-removed.ts", "removing an endpoint is breaking"),
      byCode("compat/rules/request-parameter-removed.ts", "removing or renaming request parameters is breaking"),
      byCode("compat/rules/request-property-removed.ts", "removing or renaming request fields is breaking"),
      byCode("compat/rules/response-property-removed.ts", "removing or renaming response fields is breaking"),
      byCode("compat/rules/type-changed.ts", "changing field types is breaking"),
      byCode("compat/rules/request-property-became-required.ts", "demanding what was optional is breaking"),
      ...errorCodesStay,
    ],
  },
  {
    section: "9",
    row: "9.6",
    claims: [
      open("POST /v2/flows/executions:portal-search", "results[].stages[].status", "NOT_REACHED"),
      open(
        "POST /v2/flows/executions",
        "tasks[].conditions[].statements[].source.origin_type",
        "main_context",
        "trigger_source",
      ),
      open("GET /v1/automation/flows", "results[].conditions[].statements[].source.originType", "event"),
      open("GET /v1/automation/flows", "results[].loops[].source_type", "journey-file-upload"),
      open("GET /v1/journey/environment-variables", "items[].type", "List<Link>"),
      lintRule("enum-mark-misplaced"),
    ],
  },
];
