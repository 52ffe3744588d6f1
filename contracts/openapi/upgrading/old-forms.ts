import type { SourceFault } from "../bundling/source-fault.ts";
import { methods } from "../../model/methods.ts";
import { list, object } from "../../model/json-parts.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { join, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";

/** Members of a document of 2.0, and those of 3.0 and 3.1 that win over them. */
const replacedBy: Readonly<Record<string, string>> = {
  host: "servers",
  basePath: "servers",
  securityDefinitions: "components/securitySchemes",
};

/**
 * Returns a document of OpenAPI 3.0 or 3.1 with forms of 2.0 as one of 2.0, so that its converter reads them. The
 * converter leaves forms of 3.0 as they are.
 */
export function asSwagger({ openapi: _, definitions: _definitions, ...document }: JsonObject): JsonObject {
  const members = Object.entries(document).filter(([name]) => {
    const winner = replacedBy[name];
    return winner === undefined || valueAt(document, `/${winner}`) === undefined;
  });
  return { ...Object.fromEntries(members), swagger: "2.0" };
}

/** Completes a converted document by what the converter did not get: references find definitions where they are. */
export function withNewVersion(converted: JsonObject, { openapi, definitions }: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...converted, openapi: openapi as Json };
  if (definitions !== undefined) result["definitions"] = definitions;
  return result;
}

/**
 * Returns the first place of each form of OpenAPI 2.0 in a document of 3.0 or 3.1, such as a parameter `in: body`. Where
 * people or generators mixed the versions, these are what they meant.
 */
export function oldFormsIn(document: JsonObject, file: string): SourceFault[] {
  const faultsByForm = new Map<string, SourceFault>();
  for (const [name, winner] of Object.entries(replacedBy))
    if (document[name] !== undefined && valueAt(document, `/${winner}`) === undefined)
      report(`"${name}"`, `"${winner}"`, `/${name}`);
  for (const [name, item] of Object.entries(object(document["paths"]))) {
    checkParameters(item, join("/paths", name));
    for (const method of methods) {
      const at = join("/paths", name, method);
      const operation = object(item)[method];
      checkParameters(operation, at);
      for (const [status, response] of Object.entries(object(object(operation)["responses"])))
        if (isObject(object(response)["schema"]) && object(response)["content"] === undefined)
          report('"schema" in a response', '"content" of it', join(at, "responses", status, "schema"));
    }
  }
  return [...faultsByForm.values()];

  function checkParameters(owner: Json | undefined, at: string): void {
    for (const [index, one] of list(object(owner)["parameters"]).entries()) {
      const { in: place, type, schema, content } = object(one) as { readonly [name: string]: Json | undefined };
      const pointer = join(at, "parameters", index);
      if (place === "body" || place === "formData") report(`parameter "in: ${place}"`, '"requestBody"', pointer);
      else if (typeof type === "string" && schema === undefined && content === undefined)
        report('"type" in a parameter', '"schema" of it', join(pointer, "type"));
    }
  }

  function report(form: string, meaning: string, pointer: string): void {
    const message = `OpenAPI 3 has no ${form}, a form of 2.0: it is read as ${meaning}; write that, here and elsewhere`;
    if (!faultsByForm.has(form)) faultsByForm.set(form, { code: "old-form", message, file, pointer });
  }
}
