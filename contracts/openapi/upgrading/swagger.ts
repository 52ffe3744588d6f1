import { toList, object } from "../../model/json-parts.ts";
import type { SourceFault } from "../bundling/source-fault.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { withHeaderStyles, withListStyle } from "./collection-format.ts";
import type { Origin } from "../../model/contract.ts";
import { withoutMisformedSwagger } from "../misformed.ts";
import { ToolError } from "../../model/error.ts";
import { join, targetPointer, valueAt } from "../../model/pointer.ts";
import { define, isObject } from "../../model/shapes.ts";
import { mergeBodies } from "./one-body.ts";

const swaggerMethods = ["get", "put", "post", "delete", "options", "head", "patch"] as const;

/** Sections of OpenAPI 3.0 components, and the sections of 2.0 that they come from. */
const formerSections: Readonly<Record<string, string>> = {
  "/components/schemas": "/definitions",
  "/components/parameters": "/parameters",
  "/components/requestBodies": "/parameters",
  "/components/responses": "/responses",
  "/components/securitySchemes": "/securityDefinitions",
};

/** Result of `convertSwagger()`. */
export interface ConvertedDocument {
  readonly document: JsonObject;
  readonly moved: Readonly<Record<string, Origin>>;
  readonly faults: readonly SourceFault[];
}

/** A document that is being converted. */
interface Conversion {
  readonly file: string;
  readonly document: JsonObject;
  readonly moved: Record<string, Origin>;
  readonly faults: SourceFault[];
}

/**
 * Converts a document of OpenAPI 2.0 to 3.0.
 * @throws ToolError "not-openapi-3" if the converter fails.
 */
export function convertSwagger(path: string, given: JsonObject, file: string): ConvertedDocument {
  const faults: SourceFault[] = [];
  const document = withoutMisformedSwagger(given, (code, place, message, value) =>
    faults.push({ code, message, file, pointer: join("", ...place), value }),
  );
  const conversion: Conversion = { file, document, moved: {}, faults };
  if (document["components"] === undefined)
    for (const [to, from] of Object.entries(formerSections)) addMove(conversion, to, from);
  const prepared: JsonObject & { readonly paths: JsonObject } = {
    ...structuredClone(document),
    swagger: "2.0",
    ...prepareSection(conversion, "parameters", withListStyle),
    ...prepareSection(conversion, "responses", withHeaderStyles),
    paths: preparePaths(conversion),
  };
  const converted = upgradeOrThrow(path, prepared);
  completeForms(converted, prepared.paths);
  addMovesOfContents(conversion, converted);
  return { document: converted, moved: conversion.moved, faults };
}

function prepareSection(conversion: Conversion, section: string, prepare: (one: JsonObject) => JsonObject): JsonObject {
  const former = conversion.document[section];
  if (!isObject(former)) return {};
  const components = Object.entries(former).flatMap(([name, one]) => {
    const isUsable = section !== "parameters" || isUsableParameter(conversion, one, join("", section, name));
    if (isUsable) return [[name, isObject(one) ? prepare(one) : one]];
    return [];
  });
  return { [section]: structuredClone(Object.fromEntries(components) as JsonObject) };
}

/** Returns paths without malformed parts, where the converter would fail, and with shared bodies in place of `$ref`s. */
function preparePaths(conversion: Conversion): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [name, item] of Object.entries(object(conversion.document["paths"])))
    define(paths, name, isObject(item) ? prepareItem(conversion, item, join("/paths", name)) : item);
  return paths;
}

function prepareItem(conversion: Conversion, item: JsonObject, at: string): Record<string, Json> {
  const itemParameters = readParameters(conversion, item, at);
  const queryParameters = itemParameters.filter(({ value }) => !isBody(value));
  const result: Record<string, Json> = { ...structuredClone(item) };
  if (item["parameters"] !== undefined) result["parameters"] = placeParameters(conversion, queryParameters, at);
  for (const method of swaggerMethods) {
    const operation = item[method];
    if (operation === undefined) continue;
    if (isObject(operation))
      result[method] = prepareOperation(
        conversion,
        operation,
        join(at, method),
        itemParameters.filter(({ value }) => isBody(value)),
      );
    else delete result[method];
  }
  return result;
}

function prepareOperation(
  conversion: Conversion,
  operation: JsonObject,
  at: string,
  shared: readonly LocatedParameter[],
): JsonObject {
  const operationParameters = readParameters(conversion, operation, at);
  const ownBodies = operationParameters.filter(({ value }) => isBody(value));
  const bodies = ownBodies.length > 0 ? ownBodies : shared;
  const others = operationParameters.filter(({ value }) => !isBody(value));
  const [body] = bodies;
  if (body) addMove(conversion, join(at, "requestBody"), body.pointer);
  const values = mergeBodies(
    bodies.map(({ value }) => value),
    (message) => reportSwaggerFault(conversion, "several-bodies", join(at, "parameters"), message),
  );
  const responses = Object.entries(object(operation["responses"])).flatMap(([status, response]) =>
    isObject(response) ? [[status, withHeaderStyles(response)] as const] : [],
  );
  return {
    ...structuredClone(operation),
    parameters: [...placeParameters(conversion, others, at), ...structuredClone(values)],
    responses: structuredClone(Object.fromEntries(responses)),
  };
}

/** Returns the valid parameters of an operation or path item. References to shared body parameters are resolved. */
function readParameters(conversion: Conversion, owner: JsonObject, at: string): LocatedParameter[] {
  return toList(owner["parameters"]).flatMap((value, index): LocatedParameter[] => {
    const pointer = join(at, "parameters", index);
    const reference = isObject(value) ? value["$ref"] : undefined;
    const target = typeof reference === "string" ? valueAt(conversion.document, targetPointer(reference)) : undefined;
    if (isObject(target) && isBody(target))
      return [{ value: withListStyle(target), pointer: targetPointer(reference as string) }];
    if (isUsableParameter(conversion, value, pointer)) return [{ value: withListStyle(value), pointer }];
    return [];
  });
}

function isUsableParameter(conversion: Conversion, value: Json, pointer: string): value is JsonObject {
  if (isObject(value) && (typeof value["$ref"] === "string" || typeof value["in"] === "string")) return true;
  reportSwaggerFault(conversion, "invalid-parameter", pointer, "A parameter needs a name and a location (in)");
  return false;
}

/** Returns parameters for their new location, and records where they come from. */
function placeParameters(conversion: Conversion, parameters: readonly LocatedParameter[], at: string): Json[] {
  return parameters.map(({ value, pointer }, index) => {
    addMove(conversion, join(at, "parameters", index), pointer);
    return structuredClone(value);
  });
}

function upgradeOrThrow(path: string, prepared: JsonObject): JsonObject {
  try {
    return upgradeFromTwoToThree(prepared) as JsonObject;
  } catch (cause) {
    throw new ToolError(
      "not-openapi-3",
      `Cannot convert "${path}" from OpenAPI 2.0: ${cause instanceof Error ? cause.message : String(cause)}`,
      { at: { file: path }, hint: "Fix the fault, or convert the document by hand", cause },
    );
  }
}

function completeForms(converted: JsonObject, preparedPathItems: JsonObject): void {
  for (const [name, item] of Object.entries(preparedPathItems)) {
    for (const method of swaggerMethods) {
      const parameters = toList(object(object(item)[method])["parameters"]).map((one) => object(one));
      const fields = parameters.filter((field) => field["in"] === "formData");
      const at = join("/paths", name, method);
      restoreHeaders(converted, at, object(object(item)[method])["responses"]);
      const body = valueAt(converted, join(at, "requestBody"));
      if (fields.length > 0 && isObject(body)) completeForm(body, fields);
    }
  }
}

/**
 * Completes the result of the converter: a form with a required field is required itself, one without has no empty
 * list of required fields, which 3.0 forbids, and fields keep the array formats for which OpenAPI 3 has no style.
 */
function completeForm(body: Record<string, Json>, fields: readonly JsonObject[]): void {
  if (fields.some(({ required }) => required === true)) define(body, "required", true);
  else for (const media of Object.values(object(body["content"]))) removeEmptyRequired(object(media)["schema"]);
  const styledFields = fields.flatMap(({ name, style }): [string, Json][] =>
    typeof name === "string" && style !== undefined ? [[name, { style, explode: false }]] : [],
  );
  if (styledFields.length === 0) return;
  for (const media of Object.values(object(body["content"])))
    define(media as Record<string, Json>, "encoding", {
      ...object(object(media)["encoding"]),
      ...Object.fromEntries(styledFields),
    });
}

function removeEmptyRequired(schema: Json | undefined): void {
  if (isObject(schema) && toList(schema["required"]).length === 0) delete (schema as Record<string, Json>)["required"];
}

/** Restores the schemas of headers that are in the form of 3.0, which the converter replaces. */
function restoreHeaders(converted: JsonObject, at: string, responses: Json | undefined): void {
  for (const [status, response] of Object.entries(object(responses)))
    for (const [name, header] of Object.entries(object(object(response)["headers"]))) {
      const { schema } = object(header);
      const target = valueAt(converted, join(at, "responses", status, "headers", name));
      if (schema !== undefined && isObject(target)) define(target as Record<string, Json>, "schema", schema);
    }
}

/** Records the origin of each response schema, which is below its media types after the conversion. */
function addMovesOfContents(conversion: Conversion, converted: JsonObject): void {
  const operations = Object.entries(object(converted["paths"])).flatMap(([name, item]) =>
    swaggerMethods.map((method): [string, Json | undefined] => [join("/paths", name, method), object(item)[method]]),
  );
  for (const [at, owner] of [...operations, ["/components", converted["components"]] as const]) {
    for (const [status, response] of Object.entries(object(object(owner)["responses"]))) {
      const newPointer = join(at, "responses", status);
      const formerPointer = at === "/components" ? join("/responses", status) : newPointer;
      for (const type of Object.keys(object(object(response)["content"])))
        addMove(conversion, join(newPointer, "content", type, "schema"), join(formerPointer, "schema"));
    }
  }
}

function addMove({ file, moved }: Conversion, to: string, from: string): void {
  if (to !== from) moved[to] = { file, pointer: from };
}

function reportSwaggerFault({ file, faults }: Conversion, code: string, pointer: string, message: string): void {
  faults.push({ code, message, file, pointer });
}

interface LocatedParameter {
  readonly value: JsonObject;
  readonly pointer: string;
}

function isBody(parameter: JsonObject): boolean {
  return parameter["in"] === "body" || parameter["in"] === "formData";
}
