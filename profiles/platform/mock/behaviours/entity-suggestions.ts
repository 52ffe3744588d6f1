import { type Json, type JsonObject, type Role } from "../../../../contracts/index.ts";
import { type Behaviour, createListedCollections, locateValues } from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";

/** Assumed: maximum number of suggestions. */
const MAX_SUGGESTIONS = 20;

const entities: Role = { kind: "list", collection: `${collections.entities}/{slug}` };

/**
 * Suggests values of the organization's entities for a typed text (§4.1). Assumed order: values that
 * begin with the text, then values with a word that begins with it, then values that contain it. Each
 * group is in alphabetical order.
 */
export const entitySuggestions: Behaviour = {
  id: "entity-suggestions",
  section: "4.1",
  operations: ["entity/autocompleteEntities"],
  async handle(call) {
    const { from = 0, input = "", attribute = "title" } = call.input.parameters;
    const all = await createListedCollections(call.operation, entities).all(call);
    const values = all.flatMap(({ value }) => (isEntity(value) ? listAttributeValues(value, String(attribute)) : []));
    const found = suggestions(values, String(input));
    return { value: { results: found.slice(Number(from), Number(from) + MAX_SUGGESTIONS) } };
  },
};

/** The distinct values that contain the typed text, the best match first. Pure. */
export function suggestions(values: readonly Json[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const texts = values.filter((value) => value !== null && value !== "" && typeof value !== "object").map(String);
  return [...new Set(texts)]
    .map((text) => ({ text, rank: rankSuggestion(text.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.rank - other.rank || one.text.localeCompare(other.text, "en"))
    .map(({ text }) => text);
}

function rankSuggestion(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at <= 0) return at === 0 ? 0 : Number.POSITIVE_INFINITY;
  if (text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1;
  return 2;
}

/** Value of a field. "address.city" is a nested member, unless the entity has a field of exactly that name. */
function listAttributeValues(entity: JsonObject, attribute: string): readonly Json[] {
  const own = locateValues(entity, [attribute]);
  if (own.length > 0) return own;
  return locateValues(entity, attribute.split("."));
}

/** Schemas are kept beside the entities. */
function isEntity(value: JsonObject): boolean {
  return typeof value["schema"] === "string";
}
