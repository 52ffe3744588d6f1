import type { Json, JsonObject } from "../../model/json.ts";
import { ToolError } from "../../model/error.ts";
import { isObject } from "../../model/shapes.ts";

/** OpenAPI version of a document. */
export interface OpenApiVersion {
  readonly major: "2" | "3";
  /** Version as text that the specification allows. */
  readonly text: string;
  /** Fault in the version of the document. */
  readonly fault?: {
    readonly code: string;
    readonly message: string;
    readonly pointer: string;
    /** True if the document may have been written for another version. */
    readonly isLost?: boolean;
  };
}

/**
 * Returns the OpenAPI version of a document.
 * @throws ToolError "not-openapi-3" if the version is not supported.
 */
export function readOpenApiVersion(path: string, document: Json): OpenApiVersion {
  if (!isObject(document)) throw createVersionError(path, "it names no openapi version");
  const { openapi, swagger } = document as { openapi?: Json; swagger?: Json };
  if (openapi === undefined && swagger === undefined) return assumedVersion(path, document);
  if (String(swagger) === "2.0" || swagger === 2) return { major: "2", text: "2.0" };
  const text = String(openapi ?? swagger);
  if (!/^3(\.\d|$)/.test(text)) throw createVersionError(path, `its version is ${JSON.stringify(openapi ?? swagger)}`);
  if (openapi === undefined)
    return { major: "3", text, fault: versionFault("swagger", `"swagger" names version ${text}`) };
  // YAML parses 3.0 without quotes as the number 3.
  if (typeof openapi !== "string")
    return {
      major: "3",
      text: text === "3" ? "3.0" : text,
      fault: versionFault("openapi", `The version is ${text}, a number: it must be a string`),
    };
  if (!/^3\.[01](\.|$)/.test(text))
    return {
      major: "3",
      text,
      fault: {
        ...versionFault("openapi", `OpenAPI ${text} is not known: the document is read as OpenAPI 3.1`),
        code: "unknown-version",
      },
    };
  return { major: "3", text };
}

/** Returns the assumed version of a document that has paths and no version. */
function assumedVersion(path: string, document: JsonObject): OpenApiVersion {
  if (!isObject(document["paths"])) throw createVersionError(path, "it names no openapi version");
  const isSwagger = isObject(document["definitions"]) || typeof document["basePath"] === "string";
  return {
    major: isSwagger ? "2" : "3",
    text: isSwagger ? "2.0" : "3.1.0",
    fault: {
      ...versionFault("", `No version is named: the document is read as OpenAPI ${isSwagger ? "2.0" : "3.1"}`),
      isLost: true,
    },
  };
}

function versionFault(member: string, message: string): NonNullable<OpenApiVersion["fault"]> {
  return { code: "invalid-version", message, pointer: member === "" ? "" : `/${member}` };
}

function createVersionError(path: string, reason: string): ToolError {
  return new ToolError("not-openapi-3", `Cannot read "${path}" as OpenAPI 3.0 or 3.1: ${reason}`, {
    at: { file: path },
    hint: 'The document must begin with openapi: "3.0.x" or "3.1.x", or with swagger: "2.0"',
  });
}
