import type { Json, JsonObject } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { compileGenerated } from "../openapi/compile-generated.ts";
import type { Mount } from "./mounts.ts";

const assumedBecause = "The path of a GraphQL endpoint is not part of its schema";

/** Returns a contract with the operations of a schema that no OpenAPI document describes: queries by POST and by GET. */
export function graphqlOperations({ schema, path }: Mount): Contract {
  const { api, file, title } = schema;
  const jsonContent = (value: JsonObject): JsonObject => ({ "application/json": { schema: value } });
  const queryParameter = (name: string, rest: JsonObject): JsonObject => ({ name, in: "query", ...rest });
  const nullableObject = { type: ["object", "null"] };
  const responseWith = (description: string, required: readonly string[]): JsonObject => {
    const bodySchema = {
      type: "object",
      required,
      additionalProperties: false,
      properties: { data: nullableObject, errors: errorsSchema },
    };
    return {
      description,
      content: { ...jsonContent(bodySchema), "application/graphql-response+json": { schema: bodySchema } },
    };
  };
  const responses = {
    "200": responseWith("The answer to the query.", []),
    "400": responseWith("The request holds no query, or one that cannot be run.", ["errors"]),
    "401": { description: "No token, or one that names no organization." },
  };
  return compileGenerated(
    {
      openapi: "3.1.0",
      info: { title, version: "1" },
      "x-assumed": assumedBecause,
      security: [{ apiToken: [] }],
      components: { securitySchemes: { apiToken: { type: "http", scheme: "bearer" } } },
      paths: {
        [path]: {
          get: {
            operationId: "queryByUrl",
            summary: `Query the ${title} with a URL`,
            parameters: [
              queryParameter("query", { required: true, schema: { type: "string", minLength: 1 } }),
              queryParameter("operationName", { schema: { type: "string" } }),
              queryParameter("variables", { content: jsonContent(nullableObject) }),
              queryParameter("extensions", { content: jsonContent(nullableObject) }),
            ],
            responses,
          },
          post: {
            operationId: "query",
            summary: `Query the ${title}`,
            "x-safe": !("mutation" in schema.document),
            requestBody: {
              required: true,
              content: jsonContent({
                type: "object",
                required: ["query"],
                properties: {
                  query: { type: "string", minLength: 1 },
                  operationName: { type: ["string", "null"] },
                  variables: nullableObject,
                  extensions: nullableObject,
                },
              }),
            },
            responses,
          },
        },
      },
    },
    { api, file },
  );
}

const errorsSchema: Json = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    required: ["message"],
    additionalProperties: false,
    properties: {
      message: { type: "string" },
      locations: { type: "array", items: { type: "object" } },
      path: { type: "array", items: { type: ["string", "integer"] } },
      extensions: { type: "object" },
    },
  },
};
