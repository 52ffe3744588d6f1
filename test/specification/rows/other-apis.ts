import { request, response } from "../claims/field.ts";
import { operation, parameter } from "../claims/operation.ts";
import type { Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const searchLog = "POST /v1/logs";
const readLog = "GET /v1/logs/{logId}";
const validate = "POST /v2/templates:validate";
const publicPreview = "GET /v1/files/public/{id}/preview";
const checkToken = "GET /v2/users/public/checkToken";

const replacements = ["POST /v1/email-template/templates:replace", "POST /v1/email-template/templates:replaceAsync"];
const invitations = ["POST /v2/users/invite", "POST /v2/users/invite:resendEmail", "POST /v2/users/public/signup"];

const optional = { need: "optional" } as const;
const anyLanguage = { need: "optional", anyText: true } as const;
const recordVisibility = response(searchLog, "results[].visibility", optional);
const loginMethods = response(checkToken, "login_methods", optional);

/** Rows of §4.8 and §4.11, and of §2.6 about those APIs. */
export const otherApiRows: readonly Row[] = [
  {
    section: "2.6",
    row: "Audit log record visibility",
    claims: [recordVisibility, response(readLog, "visibility", optional)],
  },
  { section: "2.6", row: "Public sign-up check result login_methods", claims: [loginMethods] },
  operationRow("4.8", searchLog, request(searchLog, "visibility", optional), recordVisibility),
  operationRow("4.8", readLog, parameter(readLog, "query", "visibility", "optional")),
  { section: "4.11", row: `${validate} (Document API)`, claims: [operation(validate, "4.11")] },
  {
    section: "4.11",
    row: `${publicPreview} (File API)`,
    claims: [operation(publicPreview, "4.11"), parameter(publicPreview, "query", "keep_original", "optional")],
  },
  ...replacements.map((name) => operationRow("4.11", name, request(name, "variable_parameters.language", anyLanguage))),
  ...invitations.map((name) => operationRow("4.11", name, request(name, "language", anyLanguage))),
  operationRow("4.11", checkToken, loginMethods),
];
