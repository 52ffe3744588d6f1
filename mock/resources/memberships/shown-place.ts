import {
  type JsonSchema,
  type Operation,
  foldedName,
  listMemberSchemas,
  listPropertyNames,
  singular,
  listJsonTypes,
} from "../../../contracts/index.ts";
import type { MemberPath } from "../members/member-paths.ts";
import type { ResourceContext } from "../resource-context.ts";

/** Place of other items in an item, and schema of an entry there. */
export interface ShownPlace {
  readonly steps: MemberPath;
  readonly entry: JsonSchema;
}

/** Members of an item that hold its links by their names. */
const linkHolders = /^_?(relationships?|links?)$/i;

/**
 * Finds the place of items in the one that an operation reads, by the word of a path: `labels` or `labelIds` of a board
 * for "/boards/{id}/labels", `relationships.labels.data` in JSON:API.
 */
export function findShownPlace(
  { contract, representations }: Pick<ResourceContext, "contract" | "representations">,
  operation: Operation,
  { word, isOne = false }: { readonly word: string; readonly isOne?: boolean },
): ShownPlace | undefined {
  const spellings = (isOne ? [word, `${word}_id`] : [word, `${singular(word)}_ids`]).map((each) => foldedName(each));
  const members = [...representations.propertyNames(operation)].map(
    (name) => [name, representations.propertyOf(operation, name)] as const,
  );
  const inHolders = members.flatMap(([holder, schema]) => {
    if (linkHolders.test(holder))
      return [...listPropertyNames(contract, schema)].map((name) =>
        toItemsPlace([holder, name], toPlaceSchema(schema, name)),
      );
    return [];
  });
  return [...members.map(([name, schema]) => toItemsPlace([name], schema)), ...inHolders].find(Boolean);

  /** The items at a member, or in its `data`. */
  function toItemsPlace(path: MemberPath, schema: JsonSchema): ShownPlace | undefined {
    if (!spellings.includes(foldedName(path.at(-1) ?? ""))) return undefined;
    const hasData = listPropertyNames(contract, schema).has("data");
    const [steps, shown] = hasData ? [[...path, "data"], toPlaceSchema(schema, "data")] : [path, schema];
    if (listJsonTypes(contract, shown).includes("array") === isOne) return undefined;
    return { steps, entry: isOne ? shown : toPlaceSchema(shown, "items") };
  }

  function toPlaceSchema(schema: JsonSchema, name: string): JsonSchema {
    return { allOf: listMemberSchemas(contract, schema, name) };
  }
}
