import {
  type Contract,
  type JsonSchema,
  type MediaType,
  type Operation,
  type Role,
  itemInBody,
  findJsonMedia,
  findListedSchema,
  readExamples,
  resourcesIn,
  schemasAtPath,
  unwrapSentSchema,
  shapeOf,
  chooseSuccess,
} from "../../../contracts/index.ts";

export type BodySchemas = ReturnType<typeof createBodySchemas>;

/** Creates functions that find the schemas of the bodies of operations, and of the items in these bodies. */
export function createBodySchemas(contract: Contract, roles: ReadonlyMap<Operation, Role>) {
  const bodies = new Map<Operation, MediaType | undefined>();
  return { bodyOf, schemaOf, shapeOfBody, basisOf, sentSchemaOf, exampleItemOf, shownSchemaOf, itemSchemaOf };

  function bodyOf(operation: Operation) {
    if (!bodies.has(operation)) {
      const { kind } = roles.get(operation) ?? {};
      const { response } = chooseSuccess(operation, kind === "create" || kind === "copy" ? 201 : undefined);
      bodies.set(operation, response && findJsonMedia(response.content));
    }
    return bodies.get(operation);
  }

  /** The schema of an operation's success body. */
  function schemaOf(operation: Operation) {
    return bodyOf(operation)?.schema;
  }

  function shapeOfBody(operation: Operation): JsonSchema | undefined {
    const media = bodyOf(operation);
    return media && shapeOf(contract)(media);
  }

  /** The basis of that body. */
  function basisOf(operation: Operation) {
    return bodyOf(operation)?.basis ?? operation.basis;
  }

  /** The schema of the item in an operation's request, without its wrapper. */
  function sentSchemaOf(operation: Operation): JsonSchema {
    const schema = resourcesIn(contract).bodies.requestSchema(operation) ?? false;
    return unwrapSentSchema(contract, schema, roles.get(operation));
  }

  /** The item in the documented example of an operation's body. */
  function exampleItemOf(operation: Operation) {
    return itemInBody(readExamples(bodyOf(operation))[0], roles.get(operation) ?? {});
  }

  /** The schema of the item that an operation shows alone or in a list. */
  function shownSchemaOf(operation: Operation): JsonSchema | undefined {
    const role = roles.get(operation);
    const schema = shapeOfBody(operation);
    if (role?.kind !== "list" || schema === undefined) return itemSchemaOf(operation);
    return findListedSchema(contract, schema, role);
  }

  /** The schema of the item in an operation's body, without its wrapper. Undefined for a list. */
  function itemSchemaOf(operation: Operation): JsonSchema | undefined {
    const role = roles.get(operation);
    const schema = role?.kind === "list" ? undefined : shapeOfBody(operation);
    if (schema === undefined || role?.wrapper === undefined) return schema;
    return { allOf: schemasAtPath(contract, schema, role.wrapper.split(".")) };
  }
}
