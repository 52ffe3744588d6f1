import { isDeepStrictEqual } from "node:util";
import { type Contract, type Json, type JsonObject, graphqlLibrary, isObject, valueAt } from "../../contracts/index.ts";
import { orBare } from "../model/lifecycle.ts";
import { lifeAt } from "../model/life.ts";
import { capital, quoted } from "../model/wording.ts";
import { type Found, placeAfter } from "./found.ts";
import { type Part, type Place, nameOf, partAt } from "./parts.ts";
import type { Schemas } from "./typed.ts";

/**
 * Parts that are deprecated now, or no longer, or until another day: by the directive, or where GraphQL has none, at a type,
 * by the day that its description says. `places` are those of the base; of a type that was renamed, its heir is looked at.
 */
export function deprecationChanges(
  places: readonly Pick<Found, "place" | "heir">[],
  schemas: Schemas,
  contracts: Record<keyof Schemas, Contract>,
): Found[] {
  return places.flatMap((at): Found[] => {
    const [ours, theirs] = [partAt(schemas.base, at.place), partAt(schemas.revision, placeAfter(at))];
    if (!ours || !theirs) return [];
    const [before, after] = [announcedAt(contracts.base, ours), announcedAt(contracts.revision, theirs)];
    const noun = nounOf(at.place, ours);
    const part = `${words[noun]} ${quoted(nameOf(at.place))}`;
    const told = at.heir === undefined ? "" : ` ("${at.place.type}" is "${at.heir}" now)`;
    if (before && !after) {
      const message = `${capital(part)} is no longer deprecated${told}`;
      return [{ rule: `graphql-${noun}-reinstated`, ...at, message, before }];
    }
    if (after && !before)
      return [{ rule: `graphql-${noun}-deprecated`, ...at, message: `${capital(part)} was deprecated${told}`, after }];
    if (!before || !after || isDeepStrictEqual(unexplained(before), unexplained(after))) return [];
    const message = `What is said of the deprecation of ${part} changed${told}`;
    return [{ rule: `graphql-${noun}-sunset-changed`, ...at, message, before, after }];
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

/** What somebody said of a deprecation: where nobody gave a reason, graphql-js gives one, which ids have kept. */
export function spoken(said: Json): Json {
  const { DEFAULT_DEPRECATION_REASON: unsaid } = graphqlLibrary();
  return isObject(said) && said["reason"] === unsaid ? orBare(unexplained(said)) : said;
}

const words = {
  type: "type",
  argument: "argument",
  field: "field",
  "input-field": "field",
  "enum-value": "enum value",
} as const;

function nounOf({ argument, member }: Place, { typed }: Part): keyof typeof words {
  if (argument !== undefined) return "argument";
  if (member === undefined) return "type";
  if (!typed) return "enum-value";
  return "args" in typed ? "field" : "input-field";
}
