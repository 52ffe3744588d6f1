import { type Json, type JsonObject, type Role } from "../../../../contracts/index.ts";
import { type Behaviour, createGathering, valuesAt } from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";

/** Assumed: how many are suggested at once. */
const MOST = 20;

const entities: Role = { kind: "list", collection: `${collections.entities}/{slug}` };

/**
 * While somebody types, the values that the organization's entities have are suggested (§4.1). Assumed: those that
 * begin with what was typed come first, then those in which a word does, then those that hold it; by the alphabet.
 */
export const entitySuggestions: Behaviour = {
  id: "entity-suggestions",
  section: "4.1",
  operations: ["entity/autocompleteEntities"],
  async handle(call) {
    const { from = 0, input = "", attribute = "title" } = call.input.parameters;
    const all = await createGathering(call.operation, entities).all(call);
    const values = all.flatMap(({ value }) => (isEntity(value) ? valuesOf(value, String(attribute)) : []));
    const found = suggestions(values, String(input));
    return { value: { results: found.slice(Number(from), Number(from) + MOST) } };
  },
};

/** The values that hold what was typed, each once, the best first. Pure. */
export function suggestions(values: readonly Json[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const texts = values.filter((value) => value !== null && value !== "" && typeof value !== "object").map(String);
  return [...new Set(texts)]
    .map((text) => ({ text, rank: rankOf(text.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.rank - other.rank || one.text.localeCompare(other.text, "en"))
    .map(({ text }) => text);
}

function rankOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at <= 0) return at === 0 ? 0 : Number.POSITIVE_INFINITY;
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 1 : 2;
}

/** What a field holds: "address.city" is a member, unless the entity has a field of that very name. */
function valuesOf(entity: JsonObject, attribute: string): readonly Json[] {
  const own = valuesAt(entity, [attribute]);
  return own.length > 0 ? own : valuesAt(entity, attribute.split("."));
}

/** Schemas are kept beside the entities. */
function isEntity(value: JsonObject): boolean {
  return typeof value["schema"] === "string";
}
