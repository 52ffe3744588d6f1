import type { Row } from "../row.ts";
import { apiRows } from "./apis.ts";
import { automationRows } from "./automation.ts";
import { blueprintManifestRows } from "./blueprint-manifest.ts";
import { entityRows } from "./entity.ts";
import { graphqlRows } from "./graphql.ts";
import { integrationToolkitRows } from "./integration-toolkit.ts";
import { journeyRows } from "./journey.ts";
import { otherApiRows } from "./other-apis.ts";
import { policyRows } from "./policy.ts";
import { pricingRows } from "./pricing.ts";
import { requestRows } from "./requests.ts";
import { webhookRows } from "./webhooks.ts";
import { workflowRows } from "./workflows.ts";

/** All rows of tables and numbered lists of the specification, and its other statements, by section. */
export const rows: readonly Row[] = [
  ...apiRows,
  ...entityRows,
  ...webhookRows,
  ...requestRows,
  ...journeyRows,
  ...workflowRows,
  ...automationRows,
  ...integrationToolkitRows,
  ...pricingRows,
  ...otherApiRows,
  ...blueprintManifestRows,
  ...graphqlRows,
  ...policyRows,
].toSorted((one, other) => orderOf(one) - orderOf(other));

/** "4.10" comes after "4.9". */
function orderOf({ section }: Row): number {
  const [chapter, part = 0] = section.split(".").map(Number);
  return Number(chapter) * 100 + part;
}
