import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  isObject,
  membersOf,
  partsOf,
} from "../contracts/index.ts";
import type { ListPage } from "./call.ts";
import type { Representations } from "./resources/representation.ts";
import type { Stored } from "./state/store.ts";

/** Keywords that judge the items of a list together: with one of them, items cannot be written one by one. */
const together = [
  "minItems",
  "maxItems",
  "uniqueItems",
  "contains",
  "prefixItems",
  "unevaluatedItems",
  "enum",
  "const",
];

/**
 * Compiles how an operation's pages are written. What an item is in a list does not depend on its
 * neighbours, so its text is made and checked once, for as long as the resource stays as it is.
 */
export function createPageWriter(
  contract: Contract,
  operation: Operation,
  { itemsProperty }: Role,
  representations: Representations,
): (page: ListPage) => string {
  const texts = new WeakMap<Stored, string>();
  const schema = representations.schemaOf(operation)?.value ?? true;
  const lists = itemsProperty === undefined ? [schema] : membersOf(contract, schema, itemsProperty);
  const isSeparable = !lists
    .flatMap((list) => partsOf(contract, list))
    .some((part) => together.some((keyword) => part[keyword] !== undefined));
  return isSeparable
    ? writeItems
    : ({ items, envelope }) =>
        JSON.stringify(
          answered(
            envelope,
            items.map(({ value }) => value),
          ),
        );

  function writeItems({ items, envelope }: ListPage): string {
    let list = "";
    for (const item of items) {
      const text = textOf(item);
      if (text !== "") list += list === "" ? text : `,${text}`;
    }
    if (itemsProperty === undefined) return `[${list}]`;
    const members = Object.entries(answered(envelope, []) as JsonObject).map(
      ([name, value]) => `${JSON.stringify(name)}:${name === itemsProperty ? `[${list}]` : JSON.stringify(value)}`,
    );
    return `{${members.join(",")}}`;
  }

  /** Empty for an item that the list cannot show. */
  function textOf(stored: Stored): string {
    let text = texts.get(stored);
    if (text === undefined) {
      const item = representations.listed(operation, stored.value);
      texts.set(stored, (text = item === undefined ? "" : JSON.stringify(item)));
    }
    return text;
  }

  function answered(envelope: JsonObject, values: readonly Json[]): Json {
    const answer = representations.answer(
      operation,
      itemsProperty === undefined ? values : { ...envelope, [itemsProperty]: values },
      { name: operation.id },
    );
    return itemsProperty !== undefined && !isObject(answer) ? {} : answer;
  }
}
