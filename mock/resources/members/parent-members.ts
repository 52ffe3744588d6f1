import {
  type Json,
  type JsonObject,
  type JsonSchema,
  canonicalPath,
  define,
  foldedName,
  partsOf,
  propertyNamesOf,
  schemasAtPath,
  singular,
  typesOf,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";

/** Words of a member that has the key of another item. */
const keyWords = /\b(id|uuid|identifier|key|slug)\b/i;

/**
 * Compiles the members of an item that name the items above it in its path: `CustomerId` and `customer_id` below
 * "/customers/{id}", and `customer` if it is required or its text says that it is a key.
 */
export function createParentMembers({ contract, operation, role, representations, presenter }: ResourceContext) {
  // "/users/{id}/playlists" creates items of "/playlists".
  const segments = canonicalPath(operation.path).split("/");
  const parents = segments.flatMap((segment, index) => {
    const parameter = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (parameter === undefined || parameter === role.idParameter) return [];
    const noun = singular(segments.slice(0, index).join("/"));
    // First with the noun: `{id}` in the path of the item above is not the `id` of the item.
    const word = /[^-_]+$/.exec(noun)?.[0] ?? noun;
    const spellings = [`${noun}_${parameter}`, `${word}_${parameter}`, `${noun}_id`, parameter].map((each) =>
      foldedName(each),
    );
    const ownNouns = new Set([foldedName(noun), foldedName(parameter).replace(/(id|uuid|key|slug)$/, "")]);
    const names = [...propertyNamesOf(contract, itemSchema(representations.shapeOf(presenter.operation)))];
    const name =
      spellings
        .map((spelling) => names.find((each) => foldedName(each) === spelling))
        .find((each) => each !== undefined) ?? names.find((each) => ownNouns.has(foldedName(each)) && isKeyAt(each));
    return name === undefined || name === parameter ? [] : [{ parameter, name, isNumber: isNumberAt(name) }];
  });
  return (values: Call["input"]["parameters"]): JsonObject => {
    const members: Record<string, Json> = {};
    for (const { parameter, name, isNumber } of parents) {
      const value = values[parameter];
      if (value !== undefined)
        define(members, name, isNumber && /^\d{1,15}$/.test(String(value)) ? Number(value) : value);
    }
    return members;
  };

  function itemSchema(schema: JsonSchema): JsonSchema {
    const { wrapper } = presenter.role;
    return wrapper === undefined ? schema : { allOf: schemasAtPath(contract, schema, wrapper.split(".")) };
  }

  /** True for a text or number that every item has, or whose text says that it is a key. */
  function isKeyAt(name: string): boolean {
    const { operation: shower } = presenter;
    const schema = representations.propertyOf(shower, name);
    if (!typesOf(contract, schema).every((type) => /^(string|integer|number|null)$/.test(type))) return false;
    const texts = partsOf(contract, schema).map(({ description }) => String(description ?? ""));
    return representations.requiredProperties(shower).has(name) || texts.some((text) => keyWords.test(text));
  }

  function isNumberAt(name: string): boolean {
    const types = typesOf(contract, representations.propertyOf(presenter.operation, name));
    return (types.includes("integer") || types.includes("number")) && !types.includes("string");
  }
}
