import {
  type Contract,
  type JsonObject,
  type JsonSchema,
  type Operation,
  foldedName,
  membersOf,
  partsOf,
  propertyNamesOf,
} from "../../../contracts/index.ts";

/** Names of members with the time of creation, and of the latest change. */
export const createdNames = /^_?(created|inserted)(_?(at|on|time|date))?$/i;
export const updatedNames = /^_?(updated|modified|changed|last_?(updated|modified))(_?(at|on|time|date))?$/i;

/** Properties of the item in an operation's body, and those that the mock sets. */
export interface ItemTraits {
  readonly names: ReadonlySet<string>;
  /** Names by their letters and digits in lower case. */
  readonly nameByLetters: ReadonlyMap<string, string>;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly readOnly: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** Compiles the traits of the item in an operation's body, once for each operation. */
export function createItemTraits(
  contract: Contract,
  itemSchemaOf: (operation: Operation) => JsonSchema | undefined,
): (operation: Operation) => ItemTraits {
  const traitsByOperation = new Map<Operation, ItemTraits>();
  return (operation) => {
    let cached = traitsByOperation.get(operation);
    if (!cached) traitsByOperation.set(operation, (cached = traitsIn(itemSchemaOf(operation) ?? true)));
    return cached;
  };

  function traitsIn(item: JsonSchema): ItemTraits {
    const names = propertyNamesOf(contract, item);
    const namesWith = (test: (part: JsonObject) => boolean): string[] =>
      [...names].filter((name) =>
        membersOf(contract, item, name).some((member) => partsOf(contract, member).some(test)),
      );
    const times = namesWith((part) => part["format"] === "date-time");
    return {
      names,
      nameByLetters: new Map([...names].map((name) => [foldedName(name), name])),
      created: times.filter((name) => createdNames.test(name)),
      updated: times.filter((name) => updatedNames.test(name)),
      required: new Set(
        partsOf(contract, item).flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : [])),
      ),
      readOnly: new Set(namesWith((part) => part["readOnly"] === true)),
    };
  }
}

/** Renames members to those of an item with the same letters: `FriendlyName` to `friendly_name`. */
export function withShownNames({ names, nameByLetters }: ItemTraits, value: JsonObject): JsonObject {
  if (Object.keys(value).every((name) => names.has(name))) return value;
  const shownName = (name: string): string => {
    const shown = names.has(name) ? undefined : nameByLetters.get(foldedName(name));
    return shown === undefined || Object.hasOwn(value, shown) ? name : shown;
  };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shownName(name), member]));
}
