import type { SentFile } from "../model/sent-file.ts";
import {
  type Contract,
  type Json,
  type JsonSchema,
  type MediaType,
  mediaTypeCovers,
  createTextReader,
  isJson,
  joinPointer,
  memberSchemaOf,
  membersOf,
  readContentType,
  readStyledField,
  typesOf,
} from "../../contracts/index.ts";
import type { RequestViolation } from "../model/problem.ts";
import { readJsonBody } from "./json-body.ts";
import { readParts } from "./multipart-form.ts";

/** Parsed multipart body. */
interface MultipartBody {
  /** Value to validate, in which a file is a text with one character for each byte. Undefined if the body is malformed. */
  readonly whole?: Json;
  /** Value without the files. */
  readonly value?: Json;
  readonly files?: readonly SentFile[];
  /** Violations other than those of the schema. */
  readonly violations: readonly RequestViolation[];
  /** Violations by parts whose media type the encoding does not list. */
  readonly otherTypes: readonly RequestViolation[];
}

/**
 * Parses multipart/form-data (RFC 7578) by its OpenAPI description (3.1, section 4.8.14.4): several parts with one name
 * are a list if the schema has a list, and a part that is an object is JSON.
 */
export async function readMultipart(
  contract: Contract,
  media: MediaType,
  { bytes, header }: { readonly bytes: Uint8Array; readonly header: string },
): Promise<MultipartBody> {
  const boundary = /;[ \t]*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(header);
  if (!boundary)
    return malformed({ in: "header", pointer: "/Content-Type", expected: "a boundary", got: JSON.stringify(header) });
  const mark = (boundary[1] ?? boundary[2]) as string;
  const form = readParts(bytes, mark);
  if (!form) {
    const expected = `parts between lines of "--${mark}"`;
    return malformed({ in: "body", pointer: "", expected, got: "a body without them" });
  }
  const schema = media.schema?.value ?? true;
  const { encodings = {} } = media;
  const whole = new Map<string, Json>();
  const value = new Map<string, Json>();
  const files: SentFile[] = [];
  const violations: RequestViolation[] = [];
  const otherTypes: RequestViolation[] = [];
  for (const [name, part] of form) {
    const member = memberSchemaOf(contract, schema, name);
    const isList = typesOf(contract, member).includes("array") && !typesOf(contract, member).includes("string");
    const item: JsonSchema = isList ? { allOf: membersOf(contract, member, "items") } : member;
    const at = joinPointer("", name);
    if (typeof part === "string") {
      const read = createTextReader(contract, item)(part);
      for (const each of [whole, value]) add(each, name, read, isList);
      continue;
    }
    const types = typesOf(contract, item);
    const content = await part.bytes();
    const allowed = Object.hasOwn(encodings, name) ? encodings[name]?.contentType : undefined;
    if (allowed !== undefined && !allows(allowed, part.type))
      otherTypes.push({
        in: "body",
        pointer: at,
        expected: `a part of the type ${allowed}`,
        got: JSON.stringify(part.type),
      });
    if (types.includes("string")) {
      files.push({ name: part.name, type: part.type, bytes: content });
      add(whole, name, Buffer.from(content).toString("latin1"), isList);
      continue;
    }
    const read = isJson(part.type)
      ? readJsonBody(content)
      : { value: createTextReader(contract, item)(Buffer.from(content).toString()) };
    if ("value" in read) for (const each of [whole, value]) add(each, name, read.value, isList);
    else violations.push({ ...read, pointer: at + read.pointer });
  }
  const texts = form.flatMap(([name, part]) => (typeof part === "string" ? [[name, part] as const] : []));
  for (const [name, encoding] of Object.entries(encodings)) {
    const field = readStyledField(contract, { name, encoding, schema: memberSchemaOf(contract, schema, name) }, texts);
    if (field) for (const members of [whole, value]) members.set(name, field.value);
  }
  return { whole: Object.fromEntries(whole), value: Object.fromEntries(value), files, violations, otherTypes };
}

function malformed(violation: RequestViolation): MultipartBody {
  return { violations: [violation], otherTypes: [] };
}

/** Adds a value. A repeated name becomes a list, even if the schema has none, so that validation reports it. */
function add(members: Map<string, Json>, name: string, value: Json, isList: boolean): void {
  const known = members.get(name);
  if (known === undefined) members.set(name, isList ? [value] : value);
  else members.set(name, [...(Array.isArray(known) ? known : [known]), value]);
}

/** True if a list such as "image/png, text/*" covers a media type. */
function allows(list: string, type: string): boolean {
  return list.split(",").some((each) => mediaTypeCovers(readContentType(each).type, readContentType(type).type));
}
