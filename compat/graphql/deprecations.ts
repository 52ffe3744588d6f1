import { isDeepStrictEqual } from "node:util";
import { type Contract, type JsonObject, isObject, valueAt } from "../../contracts/index.ts";
import { lifeAt } from "../policy/life.ts";
import type { Found } from "./found.ts";
import { type Part, type Place, partAt } from "./parts.ts";
import type { Schemas } from "./typed.ts";

/**
 * Parts that are deprecated now, or no longer, or until another day: by the directive, or where GraphQL has none, at a type, by the day that
 * its description says.
 */
export function deprecationChanges(
  places: readonly Place[],
  schemas: Schemas,
  contracts: Record<keyof Schemas, Contract>,
): Found[] {
  return places.flatMap((place): Found[] => {
    const [ours, theirs] = [partAt(schemas.base, place), partAt(schemas.revision, place)];
    if (!ours || !theirs) return [];
    const [before, after] = [announcedAt(contracts.base, ours), announcedAt(contracts.revision, theirs)];
    const noun = nounOf(place, ours);
    if (before && !after) {
      return [{ rule: `graphql-${noun}-reinstated`, place, message: "It is no longer deprecated", before }];
    }
    if (after && !before) return [{ rule: `graphql-${noun}-deprecated`, place, message: "It is deprecated", after }];
    if (!before || !after || isDeepStrictEqual(unexplained(before), unexplained(after))) return [];
    const message = "What is said of its deprecation changed";
    return [{ rule: `graphql-${noun}-sunset-changed`, place, message, before, after }];
  });
}

/** What a part says of its deprecation: why, since when, and until when; undefined where it is not deprecated. */
function announcedAt({ document }: Contract, { pointer }: Part): JsonObject | undefined {
  const node = valueAt(document, pointer);
  const { deprecated, sunset } = lifeAt(document, pointer);
  if (!deprecated || !isObject(node)) return undefined;
  const said = node["x-deprecated"];
  return { ...(isObject(said) && said), ...(sunset !== undefined && { sunset }) };
}

/** What is announced, without the reason: another one is another description. */
function unexplained(said: JsonObject): JsonObject {
  const { reason: _, ...announced } = said;
  return announced;
}

function nounOf(
  { argument, member }: Place,
  { typed }: Part,
): "type" | "argument" | "field" | "input-field" | "enum-value" {
  if (argument !== undefined) return "argument";
  if (member === undefined) return "type";
  if (!typed) return "enum-value";
  return "args" in typed ? "field" : "input-field";
}
