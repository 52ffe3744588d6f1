import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  foldedName,
  isObject,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
} from "../../../contracts/index.ts";
import { isReadOnlyMember } from "./read-only-members.ts";
import { type TimeForm, createdNames, findTimeForm, updatedNames } from "./item-times.ts";

/** Properties of the item in an operation's body, and those that the mock sets. */
export interface ItemTraits {
  readonly names: ReadonlySet<string>;
  /** Names by their letters and digits in lower case. */
  readonly nameByLetters: ReadonlyMap<string, string>;
  /** Members with the time of creation, and with that of the latest change. */
  readonly created: ReadonlyMap<string, TimeForm>;
  readonly updated: ReadonlyMap<string, TimeForm>;
  readonly readOnly: ReadonlySet<string>;
  /** Members that are readOnly in some branch of a union at least. */
  readonly readOnlySomewhere: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** Compiles the traits of the item in an operation's body, once for each operation. */
export function createItemTraits(
  contract: Contract,
  itemSchemaOf: (operation: Operation) => JsonSchema | undefined,
  exampleItemOf: (operation: Operation) => Json | undefined,
): (operation: Operation) => ItemTraits {
  const traitsByOperation = new Map<Operation, ItemTraits>();
  return (operation) => {
    let cached = traitsByOperation.get(operation);
    if (!cached)
      traitsByOperation.set(
        operation,
        (cached = findTraits(itemSchemaOf(operation) ?? true, exampleItemOf(operation))),
      );
    return cached;
  };

  function findTraits(item: JsonSchema, example: Json | undefined): ItemTraits {
    const names = listPropertyNames(contract, item);
    const timesNamed = (form: RegExp): ReadonlyMap<string, TimeForm> => {
      const forms = new Map<string, TimeForm>();
      for (const name of names) {
        if (!form.test(name)) continue;
        const found = findTimeForm(contract, item, name, isObject(example) ? example[name] : undefined);
        if (found) forms.set(name, found);
      }
      return forms;
    };
    return {
      names,
      nameByLetters: new Map([...names].map((name) => [foldedName(name), name])),
      created: timesNamed(createdNames),
      updated: timesNamed(updatedNames),
      required: new Set(
        listSchemaParts(contract, item).flatMap(({ required }) =>
          Array.isArray(required) ? (required as string[]) : [],
        ),
      ),
      readOnly: new Set([...names].filter((name) => isReadOnlyMember(contract, item, name))),
      readOnlySomewhere: new Set([...names].filter((name) => isMarkedSomewhere(contract, item, name))),
    };
  }
}

function isMarkedSomewhere(contract: Contract, item: JsonSchema, name: string): boolean {
  return listMemberSchemas(contract, item, name).some((member) =>
    listSchemaParts(contract, member).some((part) => part["readOnly"] === true),
  );
}

/** Renames members to those of an item with the same letters: `FriendlyName` to `friendly_name`. */
export function withShownNames({ names, nameByLetters }: ItemTraits, value: JsonObject): JsonObject {
  if (hasOnlyNames(value, names)) return value;
  const shownName = (name: string): string => {
    const shown = names.has(name) ? undefined : nameByLetters.get(foldedName(name));
    if (shown === undefined || Object.hasOwn(value, shown)) return name;
    return shown;
  };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shownName(name), member]));
}

function hasOnlyNames(value: JsonObject, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}
