import type { SentFile } from "../model/sent-file.ts";
import { isUtf8 } from "node:buffer";
import {
  type Body,
  type Contract,
  type Json,
  type MatchBudget,
  type MediaType,
  type Violation,
  covers,
  isJson,
  isReadable,
  limitMatches,
  readContentType,
  readForm,
} from "../../contracts/index.ts";
import { createJudge } from "../calls/assumed.ts";
import type { MockRequest } from "../model/exchange.ts";
import type { Refusal, RequestViolation } from "../model/problem.ts";
import { decodeContent } from "../semantics/content-coding.ts";
import { readJsonBody } from "../semantics/json-body.ts";
import { readMultipart } from "../semantics/multipart.ts";
import { textReader } from "../semantics/text.ts";
import type { RestoreOriginal } from "../faults/index.ts";

/** A body as it was read. */
export interface ReadBody {
  readonly value?: Json;
  readonly files?: readonly SentFile[];
  readonly violations: readonly RequestViolation[];
  /** Assumed constraints that it violates: they refuse nothing. */
  readonly assumed?: readonly RequestViolation[];
}

/** How a body of one media type is read; `header` is the whole Content-Type. */
type ReadForm = (sent: SentBody) => ReadBody | Promise<ReadBody>;

interface SentBody extends Reading {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly header: string;
}

interface Reading {
  readonly restore?: RestoreOriginal | undefined;
  /** The steps that are left for the request. Whoever calls spends them, but for what is read later. */
  readonly steps: MatchBudget;
}

const nothing: readonly RequestViolation[] = [];

/** Compiles how the bodies of an operation are read and checked. */
export function createBodyReader(
  contract: Contract,
  body: Body,
  strictAssumed: boolean,
): (request: MockRequest, reading: Reading) => ReadBody | Refusal | Promise<ReadBody> {
  const forms = body.content.map((media) => ({ media, read: formReader(contract, media, strictAssumed) }));
  // Of several ranges, the most specific one is meant (OpenAPI 3.1, 4.8.13.1).
  const narrowFirst = forms.toSorted((one, other) => widthOf(one.media) - widthOf(other.media));
  const isAssumed = !strictAssumed && body.basis === "assumed";
  return ({ body: bytes, headers }, reading) => {
    if (bytes === undefined || bytes.length === 0) {
      if (!body.required) return { violations: nothing };
      const missing = [{ in: "body" as const, pointer: "", expected: "a body", got: "nothing" }];
      return isAssumed ? { violations: nothing, assumed: missing } : { violations: missing };
    }
    const sent = readContentType(headers["content-type"]);
    const { type } = sent;
    const form = type === "" ? forms[0] : narrowFirst.find(({ media }) => covers(media.mediaType, type));
    if (!form) {
      if (forms.length === 0) return { violations: nothing };
      const known = body.content.map(({ mediaType }) => mediaType).join(", ");
      if (!isAssumed) return { refused: `The body is "${type}", but must be ${known}`, status: 415 };
      const other = { in: "header" as const, pointer: "/Content-Type", expected: known, got: JSON.stringify(type) };
      const inJson = forms.find(({ media }) => isJson(media.mediaType));
      // A client that forgets to name the type sends JSON all the same (§4); anything else is kept as a file.
      const read: ReadBody | Promise<ReadBody> =
        inJson && "value" in readJsonBody(bytes)
          ? inJson.read({ bytes, type: inJson.media.mediaType, header: inJson.media.mediaType, ...reading })
          : { violations: nothing, files: [{ type, bytes }] };
      return Promise.resolve(read).then((each) => ({ ...each, assumed: [other, ...(each.assumed ?? nothing)] }));
    }
    if (!isReadable(sent))
      return { refused: `The body is in the charset "${sent.charset}", but must be in utf-8`, status: 415 };
    const coding = headers["content-encoding"];
    const plain = coding === undefined ? bytes : decodeContent(bytes, coding);
    if ("refused" in plain) return plain;
    return form.read({
      bytes: plain,
      type: type || form.media.mediaType,
      header: headers["content-type"] ?? form.media.mediaType,
      ...reading,
    });
  };
}

function widthOf({ mediaType }: MediaType): number {
  return mediaType.split("*").length;
}

function formReader(contract: Contract, media: MediaType, strictAssumed: boolean): ReadForm {
  const { schema } = media;
  const judge = schema && createJudge(contract, schema, media.basis, strictAssumed);
  const isAssumed = !strictAssumed && media.basis === "assumed";
  const readText = textReader(contract, schema?.value);

  return ({ bytes, type, header, restore, steps }) => {
    if (isJson(type)) {
      const read = readJsonBody(bytes);
      return "value" in read ? judged(read.value, restore) : { violations: [read] };
    }
    if (type === "application/x-www-form-urlencoded")
      return judged(readForm(contract, schema?.value ?? true, Buffer.from(bytes).toString(), media.encodings), restore);
    if (type === "multipart/form-data")
      return readMultipart(contract, media, { bytes, header }).then(({ whole, violations, otherTypes, ...read }) => {
        const inSchema: ReadBody =
          whole === undefined ? { violations: nothing } : limitMatches(() => judged(whole), steps);
        const assumed = [...(isAssumed ? otherTypes : nothing), ...(inSchema.assumed ?? nothing)];
        return {
          ...read,
          violations: [...violations, ...(isAssumed ? nothing : otherTypes), ...inSchema.violations],
          ...(assumed.length > 0 && { assumed }),
        };
      });
    const files = [{ type, bytes }];
    // What is in other media is not described by a schema of JSON.
    if (!type.startsWith("text/") || !readText) return { files, violations: nothing };
    if (!isUtf8(bytes))
      return { violations: [{ in: "body", pointer: "", expected: "text in UTF-8", got: "bytes that are none" }] };
    return { ...judged(readText(Buffer.from(bytes).toString()), restore), files };
  };

  function judged(sent: Json, restore?: RestoreOriginal): ReadBody {
    const value = restore && schema ? restore(schema.pointer, sent) : sent;
    if (!judge) return { value, violations: nothing };
    const { refusing, assumed } = judge(value);
    const violations = refusing.map(violationOf);
    return assumed.length > 0 ? { value, violations, assumed: assumed.map(violationOf) } : { value, violations };
  }
}

function violationOf({ pointer, expected, got, member }: Violation): RequestViolation {
  return { in: "body", pointer, expected, got, ...(member !== undefined && { member }) };
}
