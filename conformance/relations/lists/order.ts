import {
  type Contract,
  type JsonObject,
  type RequestField,
  type SortSign,
  findSortFields,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  readDirection,
  readSortKey,
} from "../../../contracts/index.ts";
import type { ListShape } from "./list-shape.ts";

/** A documented order of a list. */
export interface Order {
  readonly parameters: JsonObject;
  readonly property: string;
  /** Undefined if the contract does not document the direction. */
  readonly sign?: SortSign;
}

/** Documented orders of a list: enum values that name a property of its items, with a sign or a word for the direction. */
export function findOrders(contract: Contract, { fields, item }: ListShape): readonly Order[] {
  const properties = new Set([...listPropertyNames(contract, item)].filter(isOrdered));
  const { keys, directions, ofOneProperty } = findSortFields(fields, listPropertyNames(contract, item));
  const direction = directions.find((field) => signedChoices(field).length > 0);
  const directed = direction ? signedChoices(direction) : [];
  const perProperty = ofOneProperty.flatMap(({ field, property }): readonly Order[] => {
    if (properties.has(property))
      return signedChoices(field).map(([chosen, sign]) => ({ parameters: { [field.name]: chosen }, property, sign }));
    return [];
  });
  const byValue = keys.flatMap((field): readonly Order[] => {
    if (field === direction) return [];
    const values = choices(field.schema);
    // Beside "-name", "name" is ascending.
    const isSigned = values.some((value) => value.startsWith("-"));
    return values.flatMap((value): readonly Order[] => {
      const { property, sign = isSigned ? 1 : undefined } = readSortKey(value, properties) ?? {};
      if (property === undefined) return [];
      const parameters = { [field.name]: value };
      if (sign !== undefined) return [{ parameters, property, sign }];
      if (!direction || directed.length === 0) return [{ parameters, property }];
      return directed.map(([chosen, of]) => ({
        parameters: { ...parameters, [direction.name]: chosen },
        property,
        sign: of,
      }));
    });
  });
  return [...perProperty, ...byValue];

  /** The values of a field that are words for a direction, with that direction. */
  function signedChoices({ schema }: RequestField): readonly (readonly [string, SortSign])[] {
    return choices(schema).flatMap((value) => {
      const sign = readDirection(value);
      if (sign === undefined) return [];
      return [[value, sign] as const];
    });
  }

  function choices(schema: (typeof fields)[number]["schema"]): readonly string[] {
    const found = listSchemaParts(contract, schema).find((part) => Array.isArray(part["enum"]))?.["enum"];
    return ((found ?? []) as readonly unknown[]).filter((value) => typeof value === "string");
  }

  /** False for enums, which may have an order of their own: "low" before "high". */
  function isOrdered(property: string): boolean {
    return listSchemaParts(contract, { allOf: listMemberSchemas(contract, item, property) }).every(
      (part) => part["enum"] === undefined,
    );
  }
}
