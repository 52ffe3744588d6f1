import { apiSays, api } from "../claims/document.ts";
import { delivery } from "../claims/delivery.ts";
import { graphqlRoot } from "../claims/graphql.ts";
import type { Row } from "../row.ts";

/** Names of APIs in the table. The document's name follows in brackets if it differs. */
const names = [
  "Access Token API",
  "User API",
  "Organization API",
  "Entity API",
  "Purpose API",
  "Batch API",
  "Submission API",
  "Pricing API",
  "Dashboard API",
  "Query API",
  "Webhooks API",
  "Permissions API",
  "Email Settings API",
  "Message API",
  "File API",
  "Journey API (journey configuration is also called Journey Config API)",
  "Address Suggestions API",
  "Document API",
  "Automation API",
  "Entity Mapping API",
  "Template Variables API",
  "Portal API",
  "Metering API",
  "Billing API",
  "Email Template API",
  "Workflow Definition API (Workflows Definition)",
  "Workflow Execution API (Workflows Execution)",
  "Notes API",
  "Consent API",
  "Partner API",
  "Notification API",
  "Blueprint Manifest API",
  "Snapshot API",
  "Design API",
  "Product API",
  "Customer API",
  "Opportunity API",
  "Order API",
  "Kanban API",
  "Validation Rules API",
  "Integration Toolkit API (ERP integration)",
  "Environments API",
  "Event Catalog API",
  "Targeting API",
  "App API",
  "Audit Log API",
  "Data Governance API",
];

/** §1. */
export const apiRows: readonly Row[] = [
  {
    section: "1",
    row: "Business objects (contacts, orders, products, contracts) are represented as entities",
    claims: [apiSays("Entity API", "flexible JSON objects, each backed by a schema that an organization may extend")],
  },
  {
    section: "1",
    row: "The service sends real-time notifications (webhooks)",
    claims: [api("Webhooks API"), delivery()],
  },
  { section: "1", row: "A GraphQL schema is published", claims: [graphqlRoot("Query", "4.13")] },
  ...names.map((name): Row => {
    const [, title = name, otherName] = /^(.*) \((?:.* also called )?(.*)\)$/.exec(name) ?? [];
    return {
      section: "1",
      row: name,
      claims: [api(title), ...(otherName === undefined ? [] : [apiSays(title, otherName)])],
    };
  }),
];
