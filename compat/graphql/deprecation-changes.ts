import { isDeepStrictEqual } from "node:util";
import { type Contract, type Json, type JsonObject, graphqlLibrary, isObject, valueAt } from "../../contracts/index.ts";
import { announcementOrFlag } from "../model/lifecycle.ts";
import { readLifeAtPointer } from "../model/life.ts";
import { capital, quote } from "../model/wording.ts";
import { type GraphqlDifference, revisedCoordinate } from "./difference.ts";
import { type GraphqlPart, type Coordinate, lastName, findGraphqlPart } from "./parts.ts";
import type { Schemas } from "./type-changes.ts";

/**
 * Deprecations that were added, removed or got another sunset. Types have no `@deprecated`, so their description
 * declares it. `places` are coordinates of the base; those of renamed types are compared under the new name.
 */
export function deprecationChanges(
  places: readonly Pick<GraphqlDifference, "place" | "newTypeName">[],
  schemas: Schemas,
  contracts: Record<keyof Schemas, Contract>,
): GraphqlDifference[] {
  return places.flatMap((at): GraphqlDifference[] => {
    const [ours, theirs] = [
      findGraphqlPart(schemas.base, at.place),
      findGraphqlPart(schemas.revision, revisedCoordinate(at)),
    ];
    if (!ours || !theirs) return [];
    const [before, after] = [
      readPartDeprecation(contracts.base, ours),
      readPartDeprecation(contracts.revision, theirs),
    ];
    const noun = chooseRuleNoun(at.place, ours);
    const part = `${partNouns[noun]} ${quote(lastName(at.place))}`;
    const renameNote = at.newTypeName === undefined ? "" : ` ("${at.place.type}" is "${at.newTypeName}" now)`;
    if (before && !after) {
      const message = `${capital(part)} is no longer deprecated${renameNote}`;
      return [{ rule: `graphql-${noun}-reinstated`, ...at, message, before }];
    }
    if (after && !before)
      return [
        { rule: `graphql-${noun}-deprecated`, ...at, message: `${capital(part)} was deprecated${renameNote}`, after },
      ];
    if (!before || !after || isDeepStrictEqual(withoutReason(before), withoutReason(after))) return [];
    const message = `The deprecation of ${part} changed${renameNote}`;
    return [{ rule: `graphql-${noun}-sunset-changed`, ...at, message, before, after }];
  });
}

/** Reason, date and sunset of the deprecation of a part. Undefined if it is not deprecated. */
function readPartDeprecation({ document }: Contract, { pointer }: GraphqlPart): JsonObject | undefined {
  const node = valueAt(document, pointer);
  const { deprecated, sunset } = readLifeAtPointer(document, pointer);
  if (!deprecated || !isObject(node)) return undefined;
  const fields = node["x-deprecated"];
  return { ...(isObject(fields) && fields), ...(sunset !== undefined && { sunset }) };
}

/** Removes the reason, which is treated like a description. */
function withoutReason(deprecation: JsonObject): JsonObject {
  const { reason: _, ...rest } = deprecation;
  return rest;
}

/** Removes the reason that graphql-js adds by default. Ids were made with it, so it is removed only for display. */
export function withoutDefaultReason(deprecation: Json): Json {
  const { DEFAULT_DEPRECATION_REASON: defaultReason } = graphqlLibrary();
  if (isObject(deprecation) && deprecation["reason"] === defaultReason)
    return announcementOrFlag(withoutReason(deprecation));
  return deprecation;
}

const partNouns = {
  type: "type",
  argument: "argument",
  field: "field",
  "input-field": "field",
  "enum-value": "enum value",
} as const;

function chooseRuleNoun({ argument, member }: Coordinate, { typed }: GraphqlPart): keyof typeof partNouns {
  if (argument !== undefined) return "argument";
  if (member === undefined) return "type";
  if (!typed) return "enum-value";
  return "args" in typed ? "field" : "input-field";
}
