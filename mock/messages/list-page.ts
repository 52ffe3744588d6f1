import type { Stored } from "../state/stored.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  isObject,
  partsOf,
  schemasAt,
  stepsTo,
  withStepped,
} from "../../contracts/index.ts";
import type { ListPage } from "../calls/call.ts";
import type { Representations } from "../resources/representation.ts";

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
  const steps = stepsTo(contract, schema, itemsProperty);
  const lists = schemasAt(contract, schema, steps);
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
    return steps.length === 0 ? `[${list}]` : textWith(`[${list}]`, answered(envelope, []) as JsonObject, steps);
  }

  /** The text of an envelope with another text where the items are. */
  function textWith(list: string, envelope: JsonObject, [step, ...rest]: readonly string[]): string {
    const members = Object.entries(envelope).map(([name, value]) => {
      const isInside = name === step && (rest.length === 0 || isObject(value));
      const text =
        isInside && rest.length > 0 ? textWith(list, value as JsonObject, rest) : isInside ? list : undefined;
      return `${JSON.stringify(name)}:${text ?? JSON.stringify(value)}`;
    });
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
    const answer = representations.answer(operation, withStepped(envelope, steps, values), { name: operation.id });
    return steps.length > 0 && !isObject(answer) ? {} : answer;
  }
}
