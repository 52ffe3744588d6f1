import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  listMemberSchemas,
  listPropertyNames,
} from "../../../contracts/index.ts";
import type { BodySchemas } from "../bodies/body-schemas.ts";
import { createItemTraits, withShownNames } from "./item-traits.ts";
import { type Change, writeTime } from "./item-times.ts";
import { isReadOnlyMember } from "./read-only-members.ts";

/** Properties of the items that operations show and accept. */
export type ShownMembers = ReturnType<typeof createShownMembers>;

/** Creates functions about the properties of items. */
export function createShownMembers(contract: Contract, { shownSchemaOf, exampleItemOf, sentSchemaOf }: BodySchemas) {
  const traitsOf = createItemTraits(contract, shownSchemaOf, exampleItemOf);
  const writableNames = new Map<Operation, ReadonlySet<string>>();

  return {
    /** Sets the documented times of creation and update at a change by an operation. */
    withTimes(operation: Operation, value: JsonObject, { now, isNew, by }: Change): JsonObject {
      const { created, updated } = traitsOf(operation);
      const withTime: Record<string, Json> = { ...value };
      for (const forms of isNew ? [updated, created] : [updated])
        for (const [name, form] of forms)
          // Without the format of a time, a member that a request can set is left to the client.
          if (form === "date-time" || !writableProperties(by).has(name)) withTime[name] = writeTime(now, form);
      return withTime;
    },
    writableProperties,
    /** Renames members to those of the operation's body that have the same letters: `FriendlyName` to `friendly_name`. */
    withShownNames: (operation: Operation, value: JsonObject) => withShownNames(traitsOf(operation), value),
    /** Removes properties that are readOnly in `operation`, unless requests of `by` can set them. */
    withoutReadOnly(operation: Operation, value: JsonObject, by: Operation): JsonObject {
      const { readOnlySomewhere } = traitsOf(operation);
      const isReadOnlyIn = (item: JsonSchema, name: string): boolean => isReadOnlyMember(contract, item, name, value);
      const isRemoved = (name: string): boolean =>
        readOnlySomewhere.has(name) &&
        isReadOnlyIn(shownSchemaOf(operation) ?? true, name) &&
        (!writableProperties(by).has(name) || isReadOnlyIn(sentSchemaOf(by), name));
      if (!Object.keys(value).some(isRemoved)) return value;
      return Object.fromEntries(Object.entries(value).filter(([name]) => !isRemoved(name)));
    },
    /** The required properties of the item in the operation's body. */
    requiredProperties: (operation: Operation) => traitsOf(operation).required,
    /** True if a property of the item is readOnly in the operation's body. */
    isReadOnly: (operation: Operation, name: string) => traitsOf(operation).readOnly.has(name),
    /** True for a readOnly property with the time of creation. */
    isCreationTime: (operation: Operation, name: string) =>
      traitsOf(operation).created.has(name) && traitsOf(operation).readOnly.has(name),
    /** True if the item in the operation's body has the property. */
    hasProperty: (operation: Operation, name: string) => traitsOf(operation).names.has(name),
    /** The properties of the item in the operation's body. */
    propertyNames: (operation: Operation) => traitsOf(operation).names,
    /** The schema of a property of the item in the operation's body. */
    propertyOf: (operation: Operation, name: string): JsonSchema => ({
      allOf: listMemberSchemas(contract, shownSchemaOf(operation) ?? true, name),
    }),
  };

  /** The writable properties of an item in an operation's requests. */
  function writableProperties(operation: Operation): ReadonlySet<string> {
    let names = writableNames.get(operation);
    if (!names) {
      const item = sentSchemaOf(operation);
      names = new Set([...listPropertyNames(contract, item)].filter((name) => !isReadOnlyMember(contract, item, name)));
      writableNames.set(operation, names);
    }
    return names;
  }
}
