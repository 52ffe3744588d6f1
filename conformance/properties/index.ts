import { batchKept } from "./batch/batch-kept.ts";
import { boundariesAccepted } from "./boundaries-accepted.ts";
import { boundariesRefused } from "./boundaries-refused.ts";
import type { ConformanceProfile } from "../profile/conformance-profile.ts";
import { examplesAccepted } from "./examples-accepted.ts";
import { invalidInputRefused } from "./invalid-input-refused.ts";
import { refusedNotMade } from "./refused-not-made.ts";
import { relations } from "../relations/index.ts";
import { contentTypeRefused, unacceptableRefused } from "./media-types.ts";
import { plainRequestConforms } from "./plain-request-conforms.ts";
import type { Property } from "../scope/property.ts";
import { readOnlyRefused } from "./read-only-refused.ts";
import { tokenRequired } from "./token-required.ts";
import { unsupportedMethod } from "./unsupported-method.ts";
import { validRequestsConform } from "./valid-requests-conform.ts";

/** Catalogue of the properties of any provider, in the order in which they are tried. */
export const properties: readonly Property[] = [
  examplesAccepted,
  plainRequestConforms,
  boundariesAccepted,
  boundariesRefused,
  contentTypeRefused,
  unacceptableRefused,
  validRequestsConform,
  invalidInputRefused,
  ...relations,
  refusedNotMade,
  batchKept,
  unsupportedMethod,
  tokenRequired,
  readOnlyRefused,
];

/** All properties that a run with a profile can try: those of the engine, then its promises. */
export function propertiesWith({ promises }: ConformanceProfile): readonly Property[] {
  return [...properties, ...promises];
}
