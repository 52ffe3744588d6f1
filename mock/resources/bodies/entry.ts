import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Role,
  extractItemId,
  itemInEntry,
  findListedSchema,
  listPropertyNames,
  splitPropertyPath,
  valueAtPath,
  withShownKey,
  withValueAtPath,
} from "../../../contracts/index.ts";
import { toMembers, filterObjects, pickMembers } from "../members/members.ts";

interface EntrySources {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  readonly shapeOfBody: (operation: Operation) => JsonSchema | undefined;
  readonly exampleOf: (operation: Operation) => Json | undefined;
}

/** Members of the entries of a list beside their items. */
interface Entries {
  /** Names of the members beside the item. */
  readonly names: readonly string[];
  /** Entries of the documented example, by the ids of their items. */
  readonly examples: ReadonlyMap<string, JsonObject>;
}

/**
 * Compiles the entry of a list around an item. Beside it are members that the item has under the same name, such as its
 * id, and those of the entry with that item in the documented example.
 */
export function createEntries({ contract, roles, shapeOfBody, exampleOf }: EntrySources) {
  const known = new Map<Operation, Entries>();
  return (operation: Operation, stored: JsonObject): JsonObject => {
    const role = roles.get(operation);
    if (!role) return stored;
    const item = withShownKey(stored, role);
    if (role.entryProperty === undefined) return item;
    let entries = known.get(operation);
    if (!entries) known.set(operation, (entries = readEntryForm(operation, role)));
    const around = { ...entries.examples.get(String(extractItemId(item, role))), ...pickMembers(item, entries.names) };
    return withValueAtPath(around, role.entryProperty.split("."), item) as JsonObject;
  };

  function readEntryForm(operation: Operation, role: Role): Entries {
    const schema = shapeOfBody(operation) ?? true;
    const { entryProperty: _, ...place } = role;
    const [holder] = role.entryProperty?.split(".") ?? [];
    const names = listPropertyNames(contract, findListedSchema(contract, schema, place));
    const listed = valueAtPath(exampleOf(operation), splitPropertyPath(contract, schema, role.itemsProperty));
    const shown = role.isKeyed ? Object.values(toMembers(listed)) : listed;
    return {
      names: [...names].filter((name) => name !== holder),
      examples: new Map(
        filterObjects(shown).map((entry) => {
          return [String(extractItemId(itemInEntry(entry, role), role)), entry];
        }),
      ),
    };
  }
}
