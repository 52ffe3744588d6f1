import {
  type Contract,
  type JsonObject,
  directionNames,
  membersOf,
  orderNames,
  partsOf,
  propertyNamesOf,
} from "../../../contracts/index.ts";
import type { Listing } from "./listing.ts";

/** An order that a list can be asked for. */
export interface Order {
  readonly asked: JsonObject;
  readonly property: string;
  /** Nothing where the contract does not say which way. */
  readonly sign?: 1 | -1;
}

/** A sign, a property, and a word for the way, or what underscores the property ends with. */
const form = /^([+-]?)([A-Za-z_$](?:_*[A-Za-z\d$.])*?)(?:[\s:,_]+(asc|desc)(?:ending)?|(_*))$/i;

/** The orders that a list documents: values of an enum that name properties of its items, with a sign or a word for the way. */
export function orderOf(contract: Contract, { fields, item }: Listing): readonly Order[] {
  const properties = propertyNamesOf(contract, item);
  const own = fields.filter(({ name }) => !properties.has(name));
  const direction = own.find(({ name, schema }) => directionNames.test(name) && choices(schema).some(isWay));
  const keys = own.filter((field) => orderNames.test(field.name) && field !== direction);
  return keys.flatMap(({ name: field, schema }) => {
    const values = choices(schema);
    const isSigned = values.some((value) => form.exec(value)?.[1] === "-");
    return values.flatMap((value): readonly Order[] => {
      const [, mark = "", name = "", word, underscores = ""] = form.exec(value) ?? [];
      const property = name + underscores;
      if (!properties.has(property) || !isOrdered(property)) return [];
      if (word !== undefined) return [{ asked: { [field]: value }, property, sign: signOf(word) }];
      if (mark !== "" || isSigned) return [{ asked: { [field]: value }, property, sign: mark === "-" ? -1 : 1 }];
      const ways = direction ? choices(direction.schema).filter(isWay) : [];
      if (!direction || ways.length === 0) return [{ asked: { [field]: value }, property }];
      return ways.map((way) => ({ asked: { [field]: value, [direction.name]: way }, property, sign: signOf(way) }));
    });
  });

  function choices(schema: (typeof fields)[number]["schema"]): readonly string[] {
    const found = partsOf(contract, schema).find((part) => Array.isArray(part["enum"]))?.["enum"];
    return ((found ?? []) as readonly unknown[]).filter((value) => typeof value === "string");
  }

  /** Values that are counted may have an order of their own: "low" before "high". */
  function isOrdered(property: string): boolean {
    return partsOf(contract, { allOf: membersOf(contract, item, property) }).every(
      (part) => part["enum"] === undefined,
    );
  }
}

function isWay(value: string): boolean {
  return /^(asc|desc)(ending)?$/i.test(value);
}

function signOf(word: string): 1 | -1 {
  return /^desc/i.test(word) ? -1 : 1;
}
