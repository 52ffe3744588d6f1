import type { Property } from "../scope/property.ts";
import { burstLimited } from "./burst-limited.ts";
import { deprecationAnnounced } from "./deprecation-announced.ts";
import { graphqlPromises } from "./graphql/index.ts";
import { removedGone } from "./removed-gone.ts";

/** Catalogue of promises that follow from a document alone. The burst comes last, because it uses up the limit. */
export const documentPromises: readonly Property[] = [
  removedGone,
  deprecationAnnounced,
  ...graphqlPromises,
  burstLimited,
];
