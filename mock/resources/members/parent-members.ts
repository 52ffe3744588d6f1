import {
  type Json,
  type JsonObject,
  type JsonSchema,
  define,
  foldedName,
  listSchemaParts,
  listPropertyNames,
  schemasAtPath,
  listJsonTypes,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import { findSpelled, readPathParameters } from "../paths/path-parameters.ts";
import type { ResourceContext } from "../resource-context.ts";

/** Words of a member that has the key of another item. */
const keyWords = /\b(id|uuid|identifier|key|slug)\b/i;

/**
 * Compiles the members of an item that name the items above it in its path: `CustomerId` and `customer_id` below
 * "/customers/{id}", and `customer` if it is required or its text says that it is a key.
 */
export function createParentMembers({ contract, operation, role, representations, presenter }: ResourceContext) {
  // "/users/{id}/playlists" creates items of "/playlists".
  const parents = readPathParameters(operation.path).flatMap(({ parameter, noun, nounSpellings }) => {
    if (parameter === role.idParameter) return [];
    // First with the noun: `{id}` in the path of the item above is not the `id` of the item.
    const spellings = [...nounSpellings, foldedName(`${noun}_id`), foldedName(parameter)];
    const ownNouns = new Set([foldedName(noun), foldedName(parameter).replace(/(id|uuid|key|slug)$/, "")]);
    const names = [...listPropertyNames(contract, itemSchema(representations.shapeOf(presenter.operation)))];
    const name =
      findSpelled(names, spellings) ?? names.find((each) => ownNouns.has(foldedName(each)) && isParentKey(each));
    if (name === undefined || name === parameter) return [];
    return [{ parameter, name, isNumber: isNumberMember(name) }];
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
    if (wrapper === undefined) return schema;
    return { allOf: schemasAtPath(contract, schema, wrapper.split(".")) };
  }

  /** True for a text or number that every item has, or whose text says that it is a key. */
  function isParentKey(name: string): boolean {
    const { operation: shower } = presenter;
    const schema = representations.propertyOf(shower, name);
    if (!listJsonTypes(contract, schema).every((type) => /^(string|integer|number|null)$/.test(type))) return false;
    const texts = listSchemaParts(contract, schema).map(({ description }) => String(description ?? ""));
    return representations.requiredProperties(shower).has(name) || texts.some((text) => keyWords.test(text));
  }

  function isNumberMember(name: string): boolean {
    const types = listJsonTypes(contract, representations.propertyOf(presenter.operation, name));
    return (types.includes("integer") || types.includes("number")) && !types.includes("string");
  }
}
