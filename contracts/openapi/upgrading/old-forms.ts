import type { SourceFault } from "../bundling/source-fault.ts";
import { methods } from "../../model/methods.ts";
import { toList, object } from "../../model/json-parts.ts";
import type { JsonObject } from "../../model/json.ts";
import { join } from "../../model/pointer.ts";

/** Members of a document of 3.0 or 3.1 that the converter of 2.0 must not see. */
const hiddenMembers = ["openapi", "definitions", "host", "basePath", "securityDefinitions"];

/**
 * Returns a document of OpenAPI 3.0 or 3.1 with forms of 2.0 as one of 2.0, so that its converter reads them. The
 * converter leaves forms of 3.0 as they are.
 */
export function asSwagger(document: JsonObject): JsonObject {
  return { ...pickByHidden(document, false), swagger: "2.0" };
}

/** Returns a converted document with the version that it had, and the other members that the converter did not see. */
export function withVersion3(converted: JsonObject, document: JsonObject): JsonObject {
  return { ...converted, ...pickByHidden(document, true) };
}

function pickByHidden(document: JsonObject, isHidden: boolean): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([name]) => hiddenMembers.includes(name) === isHidden));
}

/**
 * Returns the first place of each form of OpenAPI 2.0 in a document of 3.0 or 3.1, such as a parameter `in: body`. Where
 * people or generators mixed the versions, these are what they meant.
 */
export function findOldForms(document: JsonObject, file: string): SourceFault[] {
  const faultsByForm = new Map<string, SourceFault>();
  for (const [name, item] of Object.entries(object(document["paths"]))) {
    const at = join("/paths", name);
    checkOwner(object(item), at);
    for (const method of methods) checkOwner(object(object(item)[method]), join(at, method));
  }
  return [...faultsByForm.values()];

  function checkOwner({ parameters, responses }: JsonObject, at: string): void {
    for (const [index, parameter] of toList(parameters).entries()) {
      const { in: place, type, schema, content } = object(parameter);
      const pointer = join(at, "parameters", index);
      if (place === "body" || place === "formData") reportOldForm(`"in: ${place}"`, '"requestBody"', pointer);
      else if (typeof type === "string" && schema === undefined && content === undefined)
        reportOldForm('"type" in a parameter', 'its "schema"', join(pointer, "type"));
    }
    for (const [status, response] of Object.entries(object(responses))) {
      const { schema, content } = object(response);
      if (schema !== undefined && content === undefined)
        reportOldForm('"schema" in a response', 'its "content"', join(at, "responses", status, "schema"));
    }
  }

  function reportOldForm(form: string, meaning: string, pointer: string): void {
    const message = `OpenAPI 3 has no ${form}: it is read as in 2.0; write it as ${meaning}, here and elsewhere`;
    if (!faultsByForm.has(form)) faultsByForm.set(form, { code: "old-form", message, file, pointer });
  }
}
