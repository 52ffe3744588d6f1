import type { Stored } from "../state/stored.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  isObject,
  extractItemId,
  listSchemaParts,
  schemasAtPath,
  splitPropertyPath,
  withValueAtPath,
} from "../../contracts/index.ts";
import type { ListPage } from "../calls/call.ts";
import type { Representations } from "../resources/representation.ts";

/** Keywords that relate the items of a list to each other. Items of such a list cannot be written one by one. */
const listKeywords = [
  "minItems",
  "maxItems",
  "uniqueItems",
  "contains",
  "prefixItems",
  "unevaluatedItems",
  "enum",
  "const",
];

/** The latest page that begins with an item. */
interface WrittenPage {
  readonly items: readonly Stored[];
  /** JSON text of the envelope. */
  readonly envelope: string;
  readonly bytes: Uint8Array;
}

/**
 * Compiles the writer of an operation's pages. The JSON text of an item does not depend on other items, so it is
 * generated and checked once for each version of the resource. A page with the same items as before is not written again,
 * because clients read a list more often than they change it.
 */
export function createPageWriter(
  contract: Contract,
  operation: Operation,
  role: Role,
  representations: Representations,
): (page: ListPage) => Uint8Array {
  const pages = new WeakMap<Stored, WrittenPage>();
  const texts = new WeakMap<Stored, string>();
  const schema = representations.shapeOf(operation);
  const steps = splitPropertyPath(contract, schema, role.itemsProperty);
  const lists = schemasAtPath(contract, schema, steps);
  const isSeparable = !lists
    .flatMap((list) => listSchemaParts(contract, list))
    .some((part) => listKeywords.some((keyword) => part[keyword] !== undefined));
  const textOfPage = role.isKeyed ? writeMap : isSeparable ? writeItems : writeWhole;
  return (page) => {
    const { items, envelope } = page;
    const [first] = items;
    const envelopeText = JSON.stringify(envelope);
    const before = first && pages.get(first);
    if (before?.envelope === envelopeText && hasSameItems(before.items, items)) return before.bytes;
    const bytes = Buffer.from(textOfPage(page));
    if (first) pages.set(first, { items, envelope: envelopeText, bytes });
    return bytes;
  };

  function writeWhole({ items, envelope }: ListPage): string {
    const values = items.map(({ value }) =>
      role.listsKeys || role.entryProperty !== undefined ? (representations.asListed(operation, value) ?? null) : value,
    );
    return JSON.stringify(fillEnvelope(envelope, values));
  }

  function writeMap({ items, envelope }: ListPage): string {
    const members = items.map(({ value }) => [
      String(extractItemId(value, role)),
      representations.asListed(operation, value) ?? value,
    ]);
    return JSON.stringify(withValueAtPath(envelope, steps, Object.fromEntries(members) as JsonObject));
  }

  function writeItems({ items, envelope }: ListPage): string {
    let list = "";
    for (const item of items) {
      const text = writeListedItem(item);
      if (text !== "") list += list === "" ? text : `,${text}`;
    }
    if (steps.length === 0) return `[${list}]`;
    return insertList(`[${list}]`, fillEnvelope(envelope, []) as JsonObject, steps);
  }

  /** JSON text of an envelope, with `list` as the text of the items. */
  function insertList(list: string, envelope: JsonObject, [step, ...rest]: readonly string[]): string {
    const members = Object.entries(envelope).map(([name, value]) => {
      const isInside = name === step && (rest.length === 0 || isObject(value));
      const text =
        isInside && rest.length > 0 ? insertList(list, value as JsonObject, rest) : isInside ? list : undefined;
      return `${JSON.stringify(name)}:${text ?? JSON.stringify(value)}`;
    });
    return `{${members.join(",")}}`;
  }

  /** JSON text of an item. Empty if the list cannot show it. */
  function writeListedItem(stored: Stored): string {
    let text = texts.get(stored);
    if (text === undefined) {
      const item = representations.asListed(operation, stored.value);
      texts.set(stored, (text = item === undefined ? "" : JSON.stringify(item)));
    }
    return text;
  }

  function fillEnvelope(envelope: JsonObject, values: readonly Json[]): Json {
    const answer = representations.answer(operation, withValueAtPath(envelope, steps, values), { name: operation.id });
    if (steps.length > 0 && !isObject(answer)) return {};
    return answer;
  }
}

function hasSameItems(one: readonly Stored[], other: readonly Stored[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
