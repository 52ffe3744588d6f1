import type { Property } from "../scope/property.ts";
import { burstLimited } from "./burst-limited.ts";
import { definitionConflict } from "./definition-conflict.ts";
import { deprecationAnnounced } from "./deprecation-announced.ts";
import { graphqlPromises } from "./graphql/index.ts";
import { removedGone } from "./removed-gone.ts";
import { runConflict } from "./run-conflict.ts";
import { unknownFieldsTolerated } from "./unknown-fields-tolerated.ts";
import { versionsCoexist } from "./versions-coexist.ts";
import { webhookDelivered } from "./webhooks/delivered.ts";

/** The catalogue: one line for each promise, in the order in which they are tried; a burst comes last. */
export const promises: readonly Property[] = [
  removedGone,
  deprecationAnnounced,
  versionsCoexist,
  unknownFieldsTolerated,
  definitionConflict,
  runConflict,
  ...graphqlPromises,
  webhookDelivered,
  burstLimited,
];
