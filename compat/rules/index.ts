import type { AnyRule } from "../rule.ts";
import { enumValueAdded } from "./enum-value-added.ts";
import { enumValueRemoved } from "./enum-value-removed.ts";
import { operationAdded } from "./operation-added.ts";
import { operationRemoved } from "./operation-removed.ts";
import { requestParameterAdded } from "./request-parameter-added.ts";
import { requestParameterRemoved } from "./request-parameter-removed.ts";
import { requestPropertyAdded } from "./request-property-added.ts";
import { requestPropertyBecameOptional } from "./request-property-became-optional.ts";
import { requestPropertyBecameRequired } from "./request-property-became-required.ts";
import { requestPropertyRemoved } from "./request-property-removed.ts";
import { responsePropertyAdded } from "./response-property-added.ts";
import { responsePropertyRemoved } from "./response-property-removed.ts";
import { typeChanged } from "./type-changed.ts";

/** Every rule, one line each. */
export const rules: readonly AnyRule[] = [
  operationRemoved,
  operationAdded,
  requestParameterRemoved,
  requestParameterAdded,
  requestPropertyRemoved,
  requestPropertyAdded,
  requestPropertyBecameRequired,
  requestPropertyBecameOptional,
  responsePropertyRemoved,
  responsePropertyAdded,
  typeChanged,
  enumValueAdded,
  enumValueRemoved,
];
