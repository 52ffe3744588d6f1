import { omitUndefined } from "../model/omit-undefined.ts";
import type { Contract, FieldEncoding, MediaType } from "../model/contract.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { define } from "../model/shapes.ts";
import { isJson } from "../model/success.ts";
import { resolveMemberSchema, listMemberSchemas, listSchemaParts, listJsonTypes } from "../schema/schema.ts";
import { readStyledField, styledPairs } from "./styled-field.ts";
import { createTextReader, writeText } from "./text.ts";

/** One part of a multipart/form-data body (RFC 7578). */
export interface FormPart {
  readonly name: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Media type of the part of a property. Undefined for plain text. */
type PartTypeOf = (name: string, encoding: FieldEncoding | undefined) => string | undefined;

const CRLF = "\r\n";

/**
 * Parts of a multipart/form-data body (OpenAPI 3.1, section 4.8.14.4). A list has a part for each item, unless a style
 * joins them. Values that are not text are JSON. A media type other than JSON and plain text makes a part a file.
 */
export function writeParts(body: JsonObject, encodings: MediaType["encodings"] = {}, typeOf: PartTypeOf): FormPart[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    const pairs = encoding?.style === undefined ? undefined : styledPairs(name, encoding, value as Json);
    const items = Array.isArray(value) ? (value as readonly Json[]) : [value as Json];
    const texts = pairs ? pairs.map(([, text]) => text) : items.map(writeText);
    const headers = writePartHeaders(name, typeOf(name, encoding));
    return texts.map((text) => ({ name, headers, text }));
  });
}

function writePartHeaders(name: string, type: string | undefined): FormPart["headers"] {
  const isFile = type !== undefined && type !== "text/plain" && !isJson(type);
  const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent);
  return omitUndefined({
    "content-disposition": `form-data; name="${quoted}"${isFile ? '; filename="file"' : ""}`,
    "content-type": type,
  });
}

/** Body with its parts and its media type, whose boundary is in no part. The same parts have the same boundary. */
export function writeMultipart(
  contract: Contract,
  { schema, encodings }: MediaType,
  body: JsonObject,
): { readonly type: string; readonly text: string; readonly parts: readonly FormPart[] } {
  const parts = writeParts(body, encodings, createTypeChooser(contract, schema?.value ?? true));
  let boundary = "concord-form";
  for (let turn = 1; parts.some(({ text }) => text.includes(boundary)); turn++) boundary = `concord-form-${turn}`;
  const lines = parts.flatMap(({ headers, text }) => [
    `--${boundary}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    text,
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    text: [...lines, `--${boundary}--`, ""].join(CRLF),
    parts,
  };
}

/**
 * Value that a receiver reads from the parts of a body, by the types of the schema. A file is read as its text. Half of a
 * surrogate pair arrives as U+FFFD, because it has no form in UTF-8.
 */
export function readWrittenParts(contract: Contract, { schema, encodings = {} }: MediaType, body: JsonObject): Json {
  const whole = schema?.value ?? true;
  const result: Record<string, Json> = {};
  const parts = writeParts(body, encodings, createTypeChooser(contract, whole));
  for (const [name, own] of Map.groupBy(parts, (part) => part.name)) {
    const member = resolveMemberSchema(contract, whole, name);
    const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    const pairs = own.map((part) => [name, part.text.toWellFormed()] as const);
    const field = encoding && readStyledField(contract, { name, encoding, schema: member }, pairs);
    const isList = isListOnly(contract, member);
    const item: JsonSchema = isList ? { allOf: listMemberSchemas(contract, member, "items") } : member;
    const values = pairs.map(([, text]) => createTextReader(contract, item)(text));
    define(result, name, field ? field.value : isList || values.length > 1 ? values : (values[0] as Json));
  }
  return result;
}

/** Media types of the parts that a schema describes: bytes are a file, and objects are JSON. */
function createTypeChooser(contract: Contract, whole: JsonSchema): PartTypeOf {
  return (name, encoding) => {
    const documented = encoding?.contentType?.split(",", 1)[0]?.trim();
    if (documented !== undefined && !documented.includes("*")) return documented;
    const member = resolveMemberSchema(contract, whole, name);
    const item: JsonSchema = isListOnly(contract, member)
      ? { allOf: listMemberSchemas(contract, member, "items") }
      : member;
    const parts = listSchemaParts(contract, item);
    const stated = parts.map((part) => part["contentMediaType"]).find((type) => typeof type === "string");
    if (stated !== undefined) return stated;
    if (parts.some((part) => part["format"] === "binary")) return chooseUsualType(documented);
    const types = listJsonTypes(contract, item);
    if (types.length > 0 && types.every((type) => type === "object")) return "application/json";
    return undefined;
  };
}

/** Media type to send for a range, such as "image/*". */
function chooseUsualType(range = "*/*"): string {
  const usual = ["application/octet-stream", "image/png", "text/plain", "audio/mpeg", "video/mp4"];
  const family = range.split("/", 1)[0] as string;
  return usual.find((type) => range === "*/*" || type.startsWith(`${family}/`)) ?? range.replaceAll("*", "x-other");
}

/** True if several parts with one name are a list, and a single one, too. */
function isListOnly(contract: Contract, member: JsonSchema): boolean {
  const types = listJsonTypes(contract, member);
  return types.includes("array") && !types.includes("string");
}
