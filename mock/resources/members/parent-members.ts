import {
  type JsonObject,
  type JsonSchema,
  foldedName,
  propertyNamesOf,
  schemasAtPath,
  singular,
  typesOf,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";

/**
 * Compiles the members of an item that name the items above it in its path: `CustomerId` and `customer_id` below
 * "/customers/{id}".
 */
export function createParentMembers({ contract, role, representations, presenter }: ResourceContext) {
  const segments = role.collection.split("/");
  const parents = segments.flatMap((segment, index) => {
    const parameter = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (parameter === undefined || parameter === role.idParameter) return [];
    const noun = singular(segments.slice(0, index).join("/"));
    const letters = new Set([foldedName(parameter), foldedName(`${noun}_id`), foldedName(`${noun}_${parameter}`)]);
    const schema = representations.shapeOf(presenter.operation);
    const name = [...propertyNamesOf(contract, itemSchema(schema))].find((each) => letters.has(foldedName(each)));
    return name === undefined || name === parameter ? [] : [{ parameter, name, isNumber: isNumberAt(name) }];
  });
  return (values: Call["input"]["parameters"]): JsonObject =>
    Object.fromEntries(
      parents.flatMap(({ parameter, name, isNumber }) => {
        const value = values[parameter];
        if (value === undefined) return [];
        return [[name, isNumber && /^\d{1,15}$/.test(String(value)) ? Number(value) : value]];
      }),
    );

  function itemSchema(schema: JsonSchema): JsonSchema {
    const { wrapper } = presenter.role;
    return wrapper === undefined ? schema : { allOf: schemasAtPath(contract, schema, wrapper.split(".")) };
  }

  function isNumberAt(name: string): boolean {
    const types = typesOf(contract, representations.propertyOf(presenter.operation, name));
    return (types.includes("integer") || types.includes("number")) && !types.includes("string");
  }
}
