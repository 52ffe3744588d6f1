import {
  type Contract,
  type FormPart,
  type Json,
  type JsonObject,
  type MediaType,
  type Operation,
  isJson,
  isObject,
  findJsonMedia,
  shellWord,
  writeForm,
  writeMultipart,
  writeXml,
} from "../../contracts/index.ts";
import type { Values } from "../../contracts/generate/index.ts";

/** Body of a call, as it is sent, and the options of curl that send it. */
export interface CallBody {
  readonly mediaType: string;
  readonly text: string;
  readonly options: readonly string[];
}

const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

/** Ranks of media types: the lower, the easier a body is to read in a command. */
const ranks = [form, multipart, "text/plain"];

/**
 * Body of a request, in the simplest of the documented media types. Undefined if the operation needs none, "none" if no
 * value can be written.
 */
export function createFirstBody(
  contract: Contract,
  { body, id }: Operation,
  values: Values,
): CallBody | "none" | undefined {
  if (!body?.required) return undefined;
  const json = findJsonMedia(body.content);
  const others = body.content.toSorted((one, other) => rankMediaType(one) - rankMediaType(other));
  for (const media of json ? [json, ...others] : others) {
    const found = bodyOfMedia(contract, media, id, values);
    if (found) return found;
  }
  return "none";
}

function rankMediaType({ mediaType }: MediaType): number {
  const rank = ranks.indexOf(mediaType);
  return rank < 0 ? ranks.length : rank;
}

function bodyOfMedia(contract: Contract, media: MediaType, name: string, values: Values): CallBody | undefined {
  const { mediaType, schema, encodings } = media;
  const value = schema && values.sample(schema, { name, optional: mediaType === multipart });
  const isAnyJson = isJson(mediaType) || mediaType === "*/*" || mediaType === "application/*";
  if (!isAnyJson && mediaType !== form && mediaType !== multipart)
    return dataBody(
      mediaType.replace("*", mediaType.startsWith("image/") ? "png" : "plain"),
      writeOtherBody(contract, media, value),
    );
  if (value === undefined) return undefined;
  if (isAnyJson) return dataBody(isJson(mediaType) ? mediaType : "application/json", JSON.stringify(value));
  if (mediaType === form) return dataBody(form, writeForm(value, encodings));
  if (isObject(value)) return multipartBody(contract, media, value);
  return undefined;
}

/** Body that curl sends as it is. With -d, a text that begins with "@" would name a file. */
export function dataBody(mediaType: string, text: string): CallBody {
  const option = text.startsWith("@") ? "--data-raw" : "-d";
  return {
    mediaType,
    text,
    options: [`-H ${shellWord(`Content-Type: ${mediaType}`)}`, `${option} ${shellWord(text)}`],
  };
}

/** Body whose parts curl writes. It also writes the header with the boundary. */
function multipartBody(contract: Contract, media: MediaType, value: JsonObject): CallBody | undefined {
  const { type, text, parts } = writeMultipart(contract, media, value);
  const options = parts.map(partOption);
  if (options.length === 0 || options.includes(undefined)) return undefined;
  return { mediaType: type, text, options: options.filter((each) => each !== undefined) };
}

/** Option of curl for a part. Undefined for a name or content that curl cannot write. */
function partOption({ name, headers, text }: FormPart): string | undefined {
  if (/[="\p{Cc}]/u.test(name) || /\p{Cc}/u.test(text)) return undefined;
  const { "content-type": type, "content-disposition": disposition = "" } = headers;
  if (type === undefined) return `--form-string ${shellWord(`${name}=${text}`)}`;
  const content = `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  const file = disposition.includes("filename=") ? ";filename=file" : "";
  return `-F ${shellWord(`${name}=${content}${file};type=${type}`)}`;
}

/** Text of a body of another media type: its example, XML by its schema, or any text. */
function writeOtherBody(
  contract: Contract,
  { mediaType, schema, examples }: MediaType,
  value: Json | undefined,
): string {
  const isXml = /[/+]xml$/.test(mediaType);
  const [example] = Object.values(examples);
  if (typeof example === "string") {
    if (isXml) return example.replaceAll(/>\s+</g, "><").trim();
    return example;
  }
  if (isXml && schema && value !== undefined) return writeXml(contract, schema, value);
  if (typeof value === "string" && value !== "") return value;
  return "text";
}
