import type { SentFile } from "../model/sent-file.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type MediaType,
  mediaTypeCovers,
  createTextReader,
  isJson,
  joinPointer,
  resolveMemberSchema,
  listMemberSchemas,
  readContentType,
  readStyledField,
  listJsonTypes,
} from "../../contracts/index.ts";
import { PART_VALUES, type ReadingBudget, refuseValues } from "../model/body-limits.ts";
import type { Refusal, RequestViolation } from "../model/problem.ts";
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
  { bytes, header, budget }: { readonly bytes: Uint8Array; readonly header: string; readonly budget: ReadingBudget },
): Promise<MultipartBody | Refusal> {
  const boundary = /;[ \t]*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(header);
  if (!boundary)
    return malformed({ in: "header", pointer: "/Content-Type", expected: "a boundary", got: JSON.stringify(header) });
  const mark = (boundary[1] ?? boundary[2]) as string;
  const limit = budget.values / PART_VALUES;
  const form = readParts(bytes, mark, limit);
  if (!form) {
    const expected = `parts between lines of "--${mark}"`;
    return malformed({ in: "body", pointer: "", expected, got: "a body without them" });
  }
  if (form.length > limit) return refuseValues(budget);
  const schema = media.schema?.value ?? true;
  const { encodings = {} } = media;
  const whole: NamedValues = new Map();
  const value: NamedValues = new Map();
  const memberOf = createMembers(contract, schema);
  const files: SentFile[] = [];
  const violations: RequestViolation[] = [];
  const otherTypes: RequestViolation[] = [];
  for (const [name, part] of form) {
    const { types, readText } = memberOf(name);
    const at = joinPointer("", name);
    if (typeof part === "string") {
      const read = readText(part);
      for (const each of [whole, value]) addFormValue(each, name, read);
      continue;
    }
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
      addFormValue(whole, name, Buffer.from(content).toString("latin1"));
      continue;
    }
    const read = isJson(part.type)
      ? readJsonBody(content, budget)
      : { value: readText(Buffer.from(content).toString()) };
    if ("refused" in read) return read;
    if ("value" in read) for (const each of [whole, value]) addFormValue(each, name, read.value);
    else violations.push({ ...read, pointer: at + read.pointer });
  }
  const texts = form.flatMap(([name, part]) => (typeof part === "string" ? [[name, part] as const] : []));
  const styled: Record<string, Json> = {};
  for (const [name, encoding] of Object.entries(encodings)) {
    const field = readStyledField(
      contract,
      { name, encoding, schema: resolveMemberSchema(contract, schema, name) },
      texts,
    );
    if (field) styled[name] = field.value;
  }
  return { whole: toFormObject(whole), value: toFormObject(value), files, violations, otherTypes };

  /** A repeated name becomes a list, even if the schema has none, so that validation reports it. */
  function toFormObject(members: NamedValues): JsonObject {
    const entries = [...members].map(([name, values]) => {
      const isList = values.length > 1 || memberOf(name).isList;
      return [name, isList ? values : (values[0] as Json)] as const;
    });
    return { ...Object.fromEntries(entries), ...styled };
  }
}

function malformed(violation: RequestViolation): MultipartBody {
  return { violations: [violation], otherTypes: [] };
}

/** How the parts of one name are read. */
interface PartReader {
  readonly isList: boolean;
  /** Types of an item. */
  readonly types: readonly string[];
  readonly readText: (text: string) => Json;
}

/** Readers of parts by their names. Parts with the same name share one. */
function createMembers(contract: Contract, schema: JsonSchema): (name: string) => PartReader {
  const known = new Map<string, PartReader>();
  return (name) => {
    let reader = known.get(name);
    if (!reader) {
      const member = resolveMemberSchema(contract, schema, name);
      const types = listJsonTypes(contract, member);
      const isList = types.includes("array") && !types.includes("string");
      const item: JsonSchema = isList ? { allOf: listMemberSchemas(contract, member, "items") } : member;
      reader = { isList, types: listJsonTypes(contract, item), readText: createTextReader(contract, item) };
      known.set(name, reader);
    }
    return reader;
  };
}

/** Values of each name, in order. */
type NamedValues = Map<string, Json[]>;

function addFormValue(members: NamedValues, name: string, value: Json): void {
  const known = members.get(name);
  if (known) known.push(value);
  else members.set(name, [value]);
}

/** True if a list such as "image/png, text/*" covers a media type. */
function allows(list: string, type: string): boolean {
  return list.split(",").some((each) => mediaTypeCovers(readContentType(each).type, readContentType(type).type));
}
