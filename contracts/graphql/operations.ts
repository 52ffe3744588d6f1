import type { Json, JsonObject } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { contractOf } from "../openapi/contract-of.ts";
import type { Mount } from "./mounts.ts";

const reason = "Where a schema is queried is not part of it";

/** The operations of a schema that no OpenAPI document shows: a query by POST, and one by GET. */
export function graphqlOperations({ schema, path }: Mount): Contract {
  const { api, file, title } = schema;
  const json = (value: JsonObject): JsonObject => ({ "application/json": { schema: value } });
  const parameter = (name: string, rest: JsonObject): JsonObject => ({ name, in: "query", ...rest });
  const object = { type: ["object", "null"] };
  const answer = (description: string, required: readonly string[]): JsonObject => {
    const schemaOf = { type: "object", required, additionalProperties: false, properties: { data: object, errors } };
    return {
      description,
      content: { ...json(schemaOf), "application/graphql-response+json": { schema: schemaOf } },
    };
  };
  const responses = {
    "200": answer("The answer to the query.", []),
    "400": answer("The request holds no query, or one that cannot be run.", ["errors"]),
    "401": { description: "No token, or one that names no organization." },
  };
  return contractOf(
    {
      openapi: "3.1.0",
      info: { title, version: "1" },
      "x-assumed": reason,
      security: [{ apiToken: [] }],
      components: { securitySchemes: { apiToken: { type: "http", scheme: "bearer" } } },
      paths: {
        [path]: {
          get: {
            operationId: "queryByUrl",
            summary: `Query the ${title} with a URL`,
            parameters: [
              parameter("query", { required: true, schema: { type: "string", minLength: 1 } }),
              parameter("operationName", { schema: { type: "string" } }),
              parameter("variables", { content: json(object) }),
              parameter("extensions", { content: json(object) }),
            ],
            responses,
          },
          post: {
            operationId: "query",
            summary: `Query the ${title}`,
            "x-safe": !("mutation" in schema.document),
            requestBody: {
              required: true,
              content: json({
                type: "object",
                required: ["query"],
                properties: {
                  query: { type: "string", minLength: 1 },
                  operationName: { type: ["string", "null"] },
                  variables: object,
                  extensions: object,
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

const errors: Json = {
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
