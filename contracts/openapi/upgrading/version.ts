import type { Json, JsonObject } from "../../model/json.ts";
import { ToolError } from "../../model/error.ts";
import { isObject } from "../../model/shapes.ts";

/** What a document says of the specification that it follows. */
export interface Version {
  readonly is: "2" | "3";
  /** The same as text that the specification allows. */
  readonly text: string;
  /** What is wrong with how it says so. */
  readonly fault?: {
    readonly code: string;
    readonly message: string;
    readonly pointer: string;
    /** Whether the document may mean something else than what is read. */
    readonly isLost?: boolean;
  };
}

/**
 * The version of OpenAPI that a document is written in.
 * @throws ToolError "not-openapi-3" where it is none that can be read.
 */
export function versionOf(path: string, document: Json): Version {
  if (!isObject(document)) throw notOpenApi(path, "it names no openapi version");
  const { openapi, swagger } = document as { openapi?: Json; swagger?: Json };
  if (openapi === undefined && swagger === undefined) return unnamed(path, document);
  if (String(swagger) === "2.0" || swagger === 2) return { is: "2", text: "2.0" };
  const text = String(openapi ?? swagger);
  if (!/^3(\.\d|$)/.test(text)) throw notOpenApi(path, `its version is ${JSON.stringify(openapi ?? swagger)}`);
  if (openapi === undefined) return { is: "3", text, fault: fault("swagger", `"swagger" names version ${text}`) };
  // YAML reads 3.0 without quotes as the number 3.
  if (typeof openapi !== "string")
    return {
      is: "3",
      text: text === "3" ? "3.0" : text,
      fault: fault("openapi", `The version is ${text}, a number: it must be text`),
    };
  if (!/^3\.[01](\.|$)/.test(text))
    return {
      is: "3",
      text,
      fault: {
        ...fault("openapi", `OpenAPI ${text} is not known: the document is read as OpenAPI 3.1`),
        code: "unknown-version",
      },
    };
  return { is: "3", text };
}

/** What has paths is meant to be OpenAPI all the same. */
function unnamed(path: string, document: JsonObject): Version {
  if (!isObject(document["paths"])) throw notOpenApi(path, "it names no openapi version");
  const isSwagger = isObject(document["definitions"]) || typeof document["basePath"] === "string";
  return {
    is: isSwagger ? "2" : "3",
    text: isSwagger ? "2.0" : "3.1.0",
    fault: {
      ...fault("", `No version is named: the document is read as OpenAPI ${isSwagger ? "2.0" : "3.1"}`),
      isLost: true,
    },
  };
}

function fault(member: string, message: string): NonNullable<Version["fault"]> {
  return { code: "invalid-version", message, pointer: member === "" ? "" : `/${member}` };
}

function notOpenApi(path: string, reason: string): ToolError {
  return new ToolError("not-openapi-3", `Cannot read "${path}" as OpenAPI 3.0 or 3.1: ${reason}`, {
    at: { file: path },
    hint: 'The document must begin with openapi: "3.0.x" or "3.1.x", or with swagger: "2.0"',
  });
}
