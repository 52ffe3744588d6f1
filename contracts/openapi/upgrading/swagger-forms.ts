import { methods } from "../../model/methods.ts";
import {
  type Form,
  type ObjectKind,
  any,
  choice,
  flag,
  list,
  listOf,
  mapOf,
  mapOfLeaves,
  descriptive,
  objectOf,
  reference,
  text,
  texts,
} from "../../schema/member-forms.ts";

const swaggerStyle = choice("csv ssv tsv pipes multi");
const swaggerItems = {
  type: text,
  format: text,
  items: any,
  collectionFormat: swaggerStyle,
  uniqueItems: flag,
  enum: list,
};

/** Members of the objects of OpenAPI 2.0 that 3.0 does not have in this form. The others are as in 3.0. */
export const swaggerForms: Readonly<Partial<Record<ObjectKind, Readonly<Record<string, Form>>>>> = {
  document: {
    host: text,
    basePath: text,
    schemes: texts,
    consumes: texts,
    produces: texts,
    paths: mapOf("pathItem"),
    definitions: mapOf("schema"),
    parameters: mapOf("parameter"),
    responses: mapOf("response"),
    securityDefinitions: mapOf("securityScheme"),
    security: listOf("securityRequirement"),
  },
  pathItem: {
    parameters: listOf("parameter"),
    ...Object.fromEntries(methods.map((method) => [method, objectOf("operation")])),
  },
  operation: {
    operationId: text,
    consumes: texts,
    produces: texts,
    schemes: texts,
    parameters: listOf("parameter"),
    responses: mapOf("response"),
    deprecated: flag,
    security: listOf("securityRequirement"),
  },
  parameter: {
    ...reference,
    ...swaggerItems,
    name: text,
    in: text,
    required: flag,
    schema: any,
    allowEmptyValue: flag,
  },
  header: swaggerItems,
  response: { ...reference, description: descriptive(text), schema: any, headers: mapOf("header") },
  securityScheme: {
    name: text,
    flow: choice("implicit password application accessCode"),
    authorizationUrl: text,
    tokenUrl: text,
    scopes: mapOfLeaves(descriptive(text)),
  },
  securityRequirement: { "*": texts },
};
