import { inEach, response, returnedBy, sentTo } from "../claims/field.ts";
import { looseOperation } from "../claims/operation.ts";
import type { Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const variables = "GET /v1/journey/environment-variables";
const environment = "GET /v1/journey/configuration/{id}/environment";
const written = [
  "POST /v1/journey/configuration",
  "PUT /v1/journey/configuration/{id}",
  "POST /v1/journey/configuration/{id}/revisions",
  "PUT /v1/journey/configuration/{id}/revisions/{revisionId}",
];

const guestVisible = inEach(
  written.flatMap((name) => [sentTo(name), returnedBy(name)]),
  "steps[].guestVisible",
  { need: "optional" },
);
const linkList = { includes: ["List<Link>"] };
const maps = response(variables, "items[].value", { canBe: "ValueMap" });

/** Rows of §4.9, and of §2.6 about journeys. */
export const journeyRows: readonly Row[] = [
  { section: "2.6", row: "Journey step steps[].guestVisible", claims: guestVisible },
  {
    section: "2.6",
    row: "Journey environment variable type",
    claims: [
      response(variables, "items[].type", linkList),
      response(environment, "items[].type", linkList),
      maps,
      response(variables, "items[].value.*"),
    ],
  },
  {
    section: "4.9",
    row: "POST/PUT journey configuration and revision endpoints",
    claims: [...written.map(looseOperation), ...guestVisible],
  },
  operationRow("4.9", variables, response(variables, "items[].type", linkList), maps),
  operationRow("4.9", environment, response(environment, "items[].type", linkList)),
];
