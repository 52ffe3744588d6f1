import type { SentFile } from "../model/sent-file.ts";
import { isUtf8 } from "node:buffer";
import {
  type Body,
  type Contract,
  type Json,
  type MediaType,
  type Violation,
  mediaTypeCovers,
  chooseMediaType,
  isJson,
  isReadableCharset,
  limitMatches,
  readContentType,
  readForm,
  writeMediaType,
} from "../../contracts/index.ts";
import { createJudge } from "../calls/assumed.ts";
import type { MockRequest } from "../model/exchange.ts";
import { FIELD_VALUES, type ReadingBudget, refuseValues } from "../model/body-limits.ts";
import type { Refusal, RequestViolation } from "../model/problem.ts";
import { decodeContent } from "../semantics/content-coding.ts";
import { readJsonBody } from "../semantics/json-body.ts";
import { readMultipart } from "../semantics/multipart.ts";
import { textReader } from "../semantics/text.ts";
import type { RestoreOriginal } from "../faults/index.ts";

/** Parsed body with its violations. */
export interface ParsedBody {
  readonly value?: Json;
  readonly files?: readonly SentFile[];
  readonly violations: readonly RequestViolation[];
  /** Violations of assumed constraints. They do not refuse the request. */
  readonly assumed?: readonly RequestViolation[];
}

/** Reads a body of one media type. */
type ReadForm = (sent: SentBody) => ParsedBody | Refusal | Promise<ParsedBody | Refusal>;

interface SentBody extends ReadOptions {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** The whole Content-Type. */
  readonly header: string;
}

interface ReadOptions {
  readonly restore?: RestoreOriginal | undefined;
  /** The rest of the budget of the request. The caller counts the steps of pattern matches, except for bodies that are read asynchronously. */
  readonly budget: ReadingBudget;
}

const nothing: readonly RequestViolation[] = [];
const unread: ParsedBody = { violations: nothing };

/** Compiles the reader of an operation's bodies. */
export function createBodyReader(
  contract: Contract,
  body: Body,
  strictAssumed: boolean,
): (request: MockRequest, options: ReadOptions) => ParsedBody | Refusal | Promise<ParsedBody | Refusal> {
  const content = withFormTypes(body.content);
  const forms = content.map((media) => ({ media, read: formReader(contract, media, strictAssumed) }));
  const isAssumed = !strictAssumed && body.basis === "assumed";
  /** How the last Content-Type was read: most clients send one. */
  let last: ReturnType<typeof readType> | undefined;
  return ({ body: bytes, headers }, options) => {
    if (bytes === undefined || bytes.length === 0) {
      if (!body.required) return { violations: nothing };
      const missing = [{ in: "body" as const, pointer: "", expected: "a body", got: "nothing" }];
      if (isAssumed) return { violations: nothing, assumed: missing };
      return { violations: missing };
    }
    const name = headers["content-type"];
    if (last?.name !== name) last = undefined;
    last ??= readType(name);
    const { sent, form } = last;
    const { type } = sent;
    if (!form) {
      if (forms.length === 0) return { violations: nothing };
      const known = body.content.map(writeMediaType).join(", ");
      const isNamed = body.content.some((each) => mediaTypeCovers(each.mediaType, type));
      const got = isNamed ? (name ?? type) : type;
      if (!isAssumed) return { refused: `The body is "${got}", but must be ${known}`, status: 415 };
      const wrongType = { in: "header" as const, pointer: "/Content-Type", expected: known, got: JSON.stringify(got) };
      const jsonForm = forms.find((each) => isJson(each.media.mediaType));
      // A client that does not name the type usually sends JSON. Anything else is kept as a file.
      const read: ReturnType<ReadForm> =
        jsonForm && "value" in readJsonBody(bytes, options.budget)
          ? jsonForm.read({ bytes, type: jsonForm.media.mediaType, header: jsonForm.media.mediaType, ...options })
          : { violations: nothing, files: [{ type, bytes }] };
      return Promise.resolve(read).then((each) =>
        "refused" in each ? each : { ...each, assumed: [wrongType, ...(each.assumed ?? nothing)] },
      );
    }
    if (!isReadableCharset(sent))
      return { refused: `The body is in the charset "${sent.charset}", but must be in utf-8`, status: 415 };
    const coding = headers["content-encoding"];
    const plain = coding === undefined ? bytes : decodeContent(bytes, coding);
    if ("refused" in plain) return plain;
    return form.read({
      bytes: plain,
      type: type || form.media.mediaType,
      header: name ?? form.media.mediaType,
      ...options,
    });
  };

  function readType(name: string | undefined) {
    const sent = readContentType(name);
    const { type } = sent;
    // The most specific media range applies (OpenAPI 3.1, 4.8.13.1).
    const ownMedia = type === "" ? content[0] : chooseMediaType(content, name ?? "");
    const media = ownMedia ?? (type === "application/json" ? content.find(isPlainJson) : undefined);
    return { name, sent, form: forms.find((each) => each.media === media) };
  }
}

/**
 * Creates the reader of bodies that an operation does not document: JSON and forms. A body of another kind counts as not
 * sent, because no document forbids it.
 */
export function createUndocumentedBodyReader(
  contract: Contract,
): (request: MockRequest, options: ReadOptions) => ParsedBody | Refusal {
  return ({ body: bytes, headers }, { budget }) => {
    if (bytes === undefined || bytes.length === 0 || headers["content-encoding"] !== undefined) return unread;
    const { type } = readContentType(headers["content-type"]);
    if (type === "application/x-www-form-urlencoded") {
      const text = Buffer.from(bytes).toString();
      if (hasMoreFields(text, budget.values / FIELD_VALUES)) return refuseValues(budget);
      return { value: readForm(contract, true, text), violations: nothing };
    }
    if (type !== "" && !isJson(type)) return unread;
    const read = readJsonBody(bytes, budget);
    if ("refused" in read) return read;
    if ("value" in read) return { value: read.value, violations: nothing };
    return unread;
  };
}

/** A media type that does not exist, by which documents mean a form. */
const FORM_BY_MISTAKE = "application/form-data";

/** Media types of a body, with those of forms that clients send where a document means a form. */
function withFormTypes(content: Body["content"]): Body["content"] {
  const meant = content.find(({ mediaType }) => mediaType.toLowerCase() === FORM_BY_MISTAKE);
  if (!meant) return content;
  const types = ["multipart/form-data", "application/x-www-form-urlencoded"];
  const missing = types.filter((type) => content.every(({ mediaType }) => mediaType !== type));
  return [...content, ...missing.map((mediaType) => ({ ...meant, mediaType }))];
}

/** True for a media type of JSON documents, such as "application/vnd.api+json": JSON by its general name is the same. */
function isPlainJson({ mediaType }: MediaType): boolean {
  return mediaType.endsWith("+json") && !/(patch|seq|stream)\+json$/.test(mediaType);
}

function formReader(contract: Contract, media: MediaType, strictAssumed: boolean): ReadForm {
  const { schema } = media;
  const judge = schema && createJudge(contract, schema, media.basis, strictAssumed);
  const isAssumed = !strictAssumed && media.basis === "assumed";
  const readText = textReader(contract, schema?.value);

  return ({ bytes, type, header, restore, budget }) => {
    if (isJson(type)) {
      const read = readJsonBody(bytes, budget);
      if ("refused" in read) return read;
      if ("value" in read) return judgeBody(read.value, restore);
      return { violations: [read] };
    }
    if (type === "application/x-www-form-urlencoded" || type === FORM_BY_MISTAKE) {
      const text = Buffer.from(bytes).toString();
      if (hasMoreFields(text, budget.values / FIELD_VALUES)) return refuseValues(budget);
      return judgeBody(readForm(contract, schema?.value ?? true, text, media.encodings), restore);
    }
    if (type === "multipart/form-data")
      return readMultipart(contract, media, { bytes, header, budget }).then((parts) => {
        if ("refused" in parts) return parts;
        const { whole, violations, otherTypes, ...read } = parts;
        const inSchema: ParsedBody =
          whole === undefined ? { violations: nothing } : limitMatches(() => judgeBody(whole), budget);
        const assumed = [...(isAssumed ? otherTypes : nothing), ...(inSchema.assumed ?? nothing)];
        return {
          ...read,
          violations: [...violations, ...(isAssumed ? nothing : otherTypes), ...inSchema.violations],
          ...(assumed.length > 0 && { assumed }),
        };
      });
    const files = [{ type, bytes }];
    // A JSON schema does not describe bodies of other media types.
    if (!type.startsWith("text/") || !readText) return { files, violations: nothing };
    if (!isUtf8(bytes))
      return { violations: [{ in: "body", pointer: "", expected: "text in UTF-8", got: "bytes that are not UTF-8" }] };
    return { ...judgeBody(readText(Buffer.from(bytes).toString()), restore), files };
  };

  function judgeBody(sent: Json, restore?: RestoreOriginal): ParsedBody {
    const value = restore && schema ? restore(schema.pointer, sent) : sent;
    if (!judge) return { value, violations: nothing };
    const { refusing, assumed } = judge(value);
    const violations = refusing.map(toBodyViolation);
    if (assumed.length > 0) return { value, violations, assumed: assumed.map(toBodyViolation) };
    return { value, violations };
  }
}

function hasMoreFields(text: string, limit: number): boolean {
  let fields = 1;
  for (let at = text.indexOf("&"); at >= 0 && fields <= limit; at = text.indexOf("&", at + 1)) fields++;
  return fields > limit;
}

function toBodyViolation({ pointer, expected, got, member, isFirst }: Violation): RequestViolation {
  const at = { in: "body", pointer, expected, got, ...(member !== undefined && { member }) } as const;
  return isFirst ? { ...at, isFirst } : at;
}
