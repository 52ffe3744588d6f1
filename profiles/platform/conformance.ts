import {
  type ConformanceProfile,
  burstLimited,
  deprecationAnnounced,
  graphqlPromises,
  removedGone,
} from "../../conformance/profile/index.ts";
import { definitionConflict } from "./conformance/definition-conflict.ts";
import { runConflict } from "./conformance/run-conflict.ts";
import { schemaChanged } from "./conformance/schema-changed.ts";
import { staleBaseRefused } from "./conformance/stale-base-refused.ts";
import { unknownFieldsTolerated } from "./conformance/unknown-fields-tolerated.ts";
import { versionsCoexist } from "./conformance/versions-coexist.ts";
import { webhookDelivered } from "./conformance/webhooks/webhook-delivered.ts";

/** Conformance to the bundled platform: the promises of its specification, and its clauses. */
export const platformConformance: ConformanceProfile = {
  name: "platform",
  enums: "open",
  // The burst is last: it uses up the limit.
  promises: [
    staleBaseRefused,
    removedGone,
    deprecationAnnounced,
    versionsCoexist,
    unknownFieldsTolerated,
    definitionConflict,
    runConflict,
    ...graphqlPromises,
    webhookDelivered,
    burstLimited,
  ],
  states: [schemaChanged],
  clauses: {
    checks: {
      "burst-limited": "7",
      "foreign-refused": "5.1",
      "graphql-introspection": "4.13",
      "graphql-invalid-refused": "4.13",
      "graphql-queries-answered": "4.13",
      "read-only-refused": "5.1",
      "read-only-traceless": "5.1",
      "token-required": "5.1",
    },
    topics: {
      additions: "9.2",
      "body-size": "8",
      "consumer-obligations": "9",
      credentials: "5.1",
      "delivery-attempts": "6",
      "delivery-format": "2.4",
      "delivery-headers": "5.3.1",
      "endpoint-authentication": "5.2",
      "open-enums": "9.6",
      "organization-signature": "5.3.3",
      "public-key": "4.12",
      signatures: "5.3",
      "signature-entries": "5.3.5",
      "signed-content": "5.3.2",
      verification: "5.3.8",
      "webhook-secret": "2.3",
      "webhook-signature": "5.3.4",
    },
  },
  clauseText: (clause) => `§${clause}`,
};
