import { request } from "../claims/field.ts";
import { removed } from "../claims/operation.ts";
import type { Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const publish = "POST /v3/blueprint-manifest/blueprints/{blueprint_id}:publish";
const labels = ["name", "slug", "version"].map((field) => request(publish, field, { need: "optional" }));
const removedOperations = [
  "GET /v2/blueprint-manifest/blueprints/{blueprint_id}/patches",
  "POST /v2/blueprint-manifest/blueprints/{blueprint_id}/patches",
  "GET /v2/blueprint-manifest/blueprints/{blueprint_id}/patches/{patch_id}",
  "POST /v2/blueprint-manifest/blueprints/{blueprint_id}/patches:detect",
  "POST /v2/blueprint-manifest/blueprints/{blueprint_id}/patches/{patch_id}:apply",
  "POST /v2/blueprint-manifest/blueprints/{blueprint_id}/patches/{patch_id}/orgs/{org_id}:retry",
  "POST /v2/blueprint-manifest/blueprint:install",
  "POST /v2/blueprint-manifest/blueprints/{blueprint_id}:export",
  "POST /v2/blueprint-manifest/blueprints:publish",
];

/** Rows of §4.10, and of §2.6 about blueprints. */
export const blueprintManifestRows: readonly Row[] = [
  { section: "2.6", row: "Blueprint publish request name, slug, version", claims: labels },
  operationRow("4.10", publish, ...labels),
  {
    section: "4.10",
    row: "Removed endpoints (no longer available)",
    claims: removedOperations.map((name) => removed(name, "4.10")),
  },
];
