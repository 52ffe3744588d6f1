import type { Change } from "../model/change.ts";
import { partHeaderBecameRequired } from "../rules/part-header-became-required.ts";
import { requestBodyBecameRequired } from "../rules/request-body-became-required.ts";
import { requestParameterBecameRequired } from "../rules/request-parameter-became-required.ts";
import { requestPropertyBecameRequired } from "../rules/request-property-became-required.ts";

const becameRequired: ReadonlySet<string> = new Set([
  partHeaderBecameRequired.id,
  requestBodyBecameRequired.id,
  requestParameterBecameRequired.id,
  requestPropertyBecameRequired.id,
]);

const typesGiven: ReadonlySet<string> = new Set([
  "graphql-argument-type-changed",
  "graphql-input-field-type-changed",
  "graphql-argument-default-changed",
  "graphql-input-field-default-changed",
]);

/**
 * Whether a breaking change asks consumers for what they could leave out: who heard that a part is deprecated has stopped
 * sending it, so that its deprecation does not announce that.
 */
export function isDemand({ rule, before, after, message }: Change): boolean {
  if (becameRequired.has(rule)) return true;
  if (!typesGiven.has(rule)) return false;
  return isNonNull(after) ? !isNonNull(before) : message.endsWith(": a value is required");
}

/** A type of GraphQL as it is written: "Int!". */
function isNonNull(type: Change["before"]): boolean {
  return typeof type === "string" && type.endsWith("!");
}
