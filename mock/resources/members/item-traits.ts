import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  foldedName,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
} from "../../../contracts/index.ts";
import { membersIn } from "./members.ts";
import { isReadOnlyMember } from "./read-only-members.ts";
import { type TimeForm, createdNames, findTimeForm, updatedNames } from "./item-times.ts";

/** Names of objects inside an item whose members are those of the item. */
const holderNames = /^(meta_?data|attributes|details|profile|properties|info(rmation)?|data|spec|config(uration)?)$/i;

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
  /** The only plain object inside the item that has a member which the item itself lacks: "metadata". */
  readonly holders: ReadonlyMap<string, string>;
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
      traitsByOperation.set(operation, (cached = traitsIn(itemSchemaOf(operation) ?? true, exampleItemOf(operation))));
    return cached;
  };

  function traitsIn(item: JsonSchema, example: Json | undefined): ItemTraits {
    const names = propertyNamesOf(contract, item);
    const timesNamed = (form: RegExp): ReadonlyMap<string, TimeForm> => {
      const forms = new Map<string, TimeForm>();
      for (const name of names) {
        if (!form.test(name)) continue;
        const found = findTimeForm(contract, item, name, isObject(example) ? example[name] : undefined);
        if (found) forms.set(name, found);
      }
      return forms;
    };
    const inside = [...names]
      .filter((name) => holderNames.test(name))
      .flatMap((holder) =>
        [...propertyNamesOf(contract, { allOf: membersOf(contract, item, holder) })].map((name) => ({ name, holder })),
      );
    const holders = [...Map.groupBy(inside, ({ name }) => name)].flatMap(([name, [first, other]]) =>
      first === undefined || other !== undefined || names.has(name) ? [] : [[name, first.holder] as const],
    );
    return {
      names,
      holders: new Map(holders),
      nameByLetters: new Map([...names].map((name) => [foldedName(name), name])),
      created: timesNamed(createdNames),
      updated: timesNamed(updatedNames),
      required: new Set(
        partsOf(contract, item).flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : [])),
      ),
      readOnly: new Set([...names].filter((name) => isReadOnlyMember(contract, item, name))),
      readOnlySomewhere: new Set([...names].filter((name) => isMarkedSomewhere(contract, item, name))),
    };
  }
}

function isMarkedSomewhere(contract: Contract, item: JsonSchema, name: string): boolean {
  return membersOf(contract, item, name).some((member) =>
    partsOf(contract, member).some((part) => part["readOnly"] === true),
  );
}

/**
 * Renames members to those of an item with the same letters, or without the noun of the item in front: `FriendlyName` to
 * `friendly_name`, `ProjectTitle` of a project to `Title`.
 */
export function withShownNames({ names, nameByLetters }: ItemTraits, value: JsonObject, noun: string): JsonObject {
  if (hasOnly(value, names)) return value;
  const shownName = (name: string): string => {
    const letters = foldedName(name);
    const bare = letters.startsWith(foldedName(noun)) ? letters.slice(foldedName(noun).length) : "";
    const other = /^(|id|uuid|guid|key)$/.test(bare) ? undefined : nameByLetters.get(bare);
    const shown = names.has(name) ? undefined : (nameByLetters.get(letters) ?? other);
    return shown === undefined || Object.hasOwn(value, shown) ? name : shown;
  };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shownName(name), member]));
}

function hasOnly(value: JsonObject, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

/** Puts members that only an object inside the item has into that object, whose other members stay as they were before. */
export function withHeldMembers(
  { holders }: ItemTraits,
  value: JsonObject,
  before: JsonObject | undefined,
): JsonObject {
  const isHeld = (name: string): boolean => holders.has(name) && !Object.hasOwn(value, holders.get(name) as string);
  if (holders.size === 0 || !Object.keys(value).some(isHeld)) return value;
  const placed: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value)) {
    const holder = isHeld(name) ? (holders.get(name) as string) : undefined;
    if (holder === undefined) placed[name] = member;
    else placed[holder] = { ...membersIn(placed[holder] ?? before?.[holder]), [name]: member };
  }
  return placed;
}
