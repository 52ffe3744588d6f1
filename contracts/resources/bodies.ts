import type { JsonSchema } from "../model/json.ts";
import type { Contract, MediaType, Operation } from "../model/contract.ts";
import { listMemberSchemas, listPropertyNames, listJsonTypes } from "../schema/schema.ts";
import { shapeOf } from "./example-shape.ts";
import { schemasAtPath, splitPropertyPath } from "./steps.ts";
import { findJsonMedia, chooseSuccess } from "../model/success.ts";

/** Schemas of resources in the bodies of a contract, or the shapes of its examples where a schema says nothing. */
export interface Bodies {
  /** Schema of the body of a successful response. */
  responseSchema(operation: Operation): JsonSchema | undefined;
  /** Schema of the request body: of JSON, or of the fields of a form. */
  requestSchema(operation: Operation): JsonSchema | undefined;
  /** Schema of the item in a body, without the objects that wrap it ("pet" or "result.pet"). */
  withoutWrapper(schema: JsonSchema, wrapper: string | undefined): JsonSchema;
  /**
   * Schema of a property, or of the items of an array ("items"). Returns undefined if the schema does not describe it.
   */
  member(schema: JsonSchema, name: string): JsonSchema | undefined;
  names(schema: JsonSchema): ReadonlySet<string>;
  /** Checks that a schema accepts values of a type. One for numbers accepts integers. */
  accepts(schema: JsonSchema, type: "array" | "object" | "string" | "integer"): boolean;
}

const formTypes = /^(application\/(x-www-form-urlencoded|form-data)|multipart\/)/;

export function createBodies(contract: Contract): Bodies {
  return { responseSchema, requestSchema, withoutWrapper, member, names: listBodyMembers, accepts: acceptsJsonType };

  function responseSchema(operation: Operation): JsonSchema | undefined {
    const { response } = chooseSuccess(operation, operation.method === "POST" ? 201 : undefined);
    const media = response && findJsonMedia(response.content);
    return media && shapeOf(contract)(media);
  }

  function requestSchema({ body }: Operation): JsonSchema | undefined {
    const media = body && sentMedia(body.content);
    return media && shapeOf(contract)(media);
  }

  function withoutWrapper(schema: JsonSchema, wrapper: string | undefined): JsonSchema {
    if (wrapper === undefined) return schema;
    return { allOf: schemasAtPath(contract, schema, splitPropertyPath(contract, schema, wrapper)) };
  }

  function member(schema: JsonSchema, name: string): JsonSchema | undefined {
    const found = listMemberSchemas(contract, schema, name);
    if (found.length > 0) return { allOf: found };
    return undefined;
  }

  function listBodyMembers(schema: JsonSchema): ReadonlySet<string> {
    return listPropertyNames(contract, schema);
  }

  function acceptsJsonType(schema: JsonSchema, type: "array" | "object" | "string" | "integer"): boolean {
    const types = listJsonTypes(contract, schema);
    return types.includes(type) || (type === "integer" && types.includes("number"));
  }
}

export function sentMedia(content: readonly MediaType[]): MediaType | undefined {
  return findJsonMedia(content) ?? content.find(({ mediaType }) => formTypes.test(mediaType));
}
