import {
  type Contract,
  directionNames,
  type JsonObject,
  membersOf,
  orderNames,
  partsOf,
  propertyNamesOf,
} from "../../../contracts/index.ts";
import type { ListShape } from "./list-shape.ts";

/** A documented order of a list. */
export interface Order {
  readonly parameters: JsonObject;
  readonly property: string;
  /** Undefined if the contract does not document the direction. */
  readonly sign?: 1 | -1;
}

/** A sign, a property, and a direction or trailing underscores of the property. */
const form = /^([+-]?)([A-Za-z_$](?:_*[A-Za-z\d$.])*?)(?:[\s:,_]+(asc|desc)(?:ending)?|(_*))$/i;

/** A parameter for the direction of one property: "orderby.name", "sort[name]". */
const orderedBy = /^(?:order|order_?by|sort|sort_?by)[.[_]([^.[\]]+)\]?$/i;

/** Documented orders of a list: enum values that name a property of its items, with a sign or a word for the direction. */
export function orderOf(contract: Contract, { fields, item }: ListShape): readonly Order[] {
  const properties = propertyNamesOf(contract, item);
  const orderFields = fields.filter(({ name }) => !properties.has(name));
  const direction = orderFields.find(
    ({ name, schema }) => directionNames.test(name) && choices(schema).some(isDirection),
  );
  const perProperty = orderFields.flatMap(({ name: field, schema }): readonly Order[] => {
    const property = orderedBy.exec(field)?.[1] ?? "";
    const directions = choices(schema).filter(isDirection);
    if (!properties.has(property) || !isOrdered(property)) return [];
    return directions.map((chosen) => ({ parameters: { [field]: chosen }, property, sign: signOf(chosen) }));
  });
  const keys = orderFields.filter((field) => orderNames.test(field.name) && field !== direction);
  const byValue = keys.flatMap(({ name: field, schema }) => {
    const values = choices(schema);
    const isSigned = values.some((value) => form.exec(value)?.[1] === "-");
    return values.flatMap((value): readonly Order[] => {
      const [, mark = "", name = "", word, underscores = ""] = form.exec(value) ?? [];
      const property = name + underscores;
      if (!properties.has(property) || !isOrdered(property)) return [];
      if (word !== undefined) return [{ parameters: { [field]: value }, property, sign: signOf(word) }];
      if (mark !== "" || isSigned) return [{ parameters: { [field]: value }, property, sign: mark === "-" ? -1 : 1 }];
      const directions = direction ? choices(direction.schema).filter(isDirection) : [];
      if (!direction || directions.length === 0) return [{ parameters: { [field]: value }, property }];
      return directions.map((chosen) => ({
        parameters: { [field]: value, [direction.name]: chosen },
        property,
        sign: signOf(chosen),
      }));
    });
  });
  return [...perProperty, ...byValue];

  function choices(schema: (typeof fields)[number]["schema"]): readonly string[] {
    const found = partsOf(contract, schema).find((part) => Array.isArray(part["enum"]))?.["enum"];
    return ((found ?? []) as readonly unknown[]).filter((value) => typeof value === "string");
  }

  /** False for enums, which may have an order of their own: "low" before "high". */
  function isOrdered(property: string): boolean {
    return partsOf(contract, { allOf: membersOf(contract, item, property) }).every(
      (part) => part["enum"] === undefined,
    );
  }
}

function isDirection(value: string): boolean {
  return /^(asc|desc)(ending)?$/i.test(value);
}

function signOf(word: string): 1 | -1 {
  return /^desc/i.test(word) ? -1 : 1;
}
