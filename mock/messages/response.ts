import type { ResponseWriter } from "../calls/response-writer.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Response,
  type Role,
  type Schema,
  type Success,
  acceptorOf,
  idShown,
  jsonOf,
  responseFor,
  successOf,
  covers,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import type { Answer } from "../calls/call.ts";
import { type MockResponse, noBody } from "../model/exchange.ts";
import { createHeaders } from "../model/headers.ts";
import type { Refusal } from "../model/problem.ts";
import { writeRefusal } from "./refusal.ts";
import { createPageWriter } from "./list-page.ts";
import { lifecycleHeaders } from "../calls/lifecycle.ts";
import type { Representations } from "../resources/representation.ts";
import { unwrapped } from "../resources/resource.ts";
import { wholeMedia } from "../semantics/streaming.ts";
import { fittingText } from "../semantics/text.ts";

/** The status with which what is created or deleted is answered. */
export const usualStatus: Partial<Record<Role["kind"], 201 | 204>> = { create: 201, copy: 201, delete: 204 };

/** Statuses that never have a body (RFC 9110). */
export const bodiless: readonly number[] = [204, 205, 304];

/** What is documented of a success, compiled. */
interface Form extends Success {
  readonly media: readonly MediaType[];
  readonly json: MediaType | undefined;
  /** The media type of the body, where there is one. */
  readonly type: string | undefined;
  readonly fixed: Readonly<Record<string, string>>;
}

/** Compiles how an operation answers. */
export function createResponseWriter(
  contract: Contract,
  operation: Operation,
  role: Role,
  representations: Representations,
): ResponseWriter {
  const values = createValues(contract, "response");
  const lifecycle = lifecycleHeaders(operation);
  const documentedHeaders = createHeaders(contract);
  const changed = changedBy(operation, role);
  const usual = formOf(changed ?? successOf(operation, usualStatus[role.kind]));
  const made = changed && formOf(successOf(operation, 201));
  // A resource never changes in place, so what reads it writes its text once for as long as it is remembered.
  const written = operation.method === "GET" ? new WeakMap<Stored, Uint8Array>() : undefined;
  const writePage = createPageWriter(contract, operation, role, representations);

  return {
    answer(answer) {
      if (answer.whole) return { ...answer.whole, headers: { ...usual.fixed, ...answer.whole.headers } };
      const response = (made && answer.isNew ? written201(answer, made) : undefined) ?? inForm(answer, usual);
      return representations.isAmbiguous(operation) ? withNote(response) : response;
    },
    bare,
    refuse,
  };

  function formOf({ status, response }: Success): Form {
    const media = bodiless.includes(status) ? [] : wholeMedia(response?.content ?? []);
    const json = jsonOf(media);
    const type = concreteType((json ?? media[0])?.mediaType);
    const fixed = {
      ...(type !== undefined && { "content-type": type }),
      "concord-basis": response?.basis ?? operation.basis,
      ...documentedHeaders.required(response),
      ...documentedHeaders.fitting(response, lifecycle),
    };
    return { status, ...(response && { response }), media, json, type, fixed };
  }

  function inForm(answer: Answer, form: Form): MockResponse {
    const { status, response, media, json, fixed } = form;
    const headers = answer.headers ? { ...fixed, ...documentedHeaders.fitting(response, answer.headers) } : fixed;
    if (media.length === 0) return { status, headers, body: noBody };
    if (!json) return { status, ...other(headers, answer, form) };
    if (answer.page) return { status, headers, body: Buffer.from(writePage(answer.page)) };
    return { status, headers, body: answer.stored ? storedBody(answer, answer.stored) : jsonBody(answer) };
  }

  /** Nothing where what was made has no place in what 201 documents, which may be another body. */
  function written201(answer: Answer, form: Form): MockResponse | undefined {
    const response = inForm(answer, form);
    const schema = form.json?.schema;
    if (!schema || response.body.length === 0) return response;
    return acceptorOf(contract, schema.pointer, "response")(JSON.parse(Buffer.from(response.body).toString()) as Json)
      ? response
      : undefined;
  }

  function storedBody(answer: Answer, stored: Stored): Uint8Array {
    let body = written?.get(stored);
    if (!body) {
      body = jsonBody(answer);
      written?.set(stored, body);
    }
    return body;
  }

  /** What only this answer shows (a secret, say) is each item's own. */
  function jsonBody({ value = null, now }: Answer): Uint8Array {
    const id = idShown(unwrapped(value, role), role);
    const name = id === undefined ? operation.id : `${operation.id} ${JSON.stringify(id)}`;
    const making = { name, ...(now !== undefined && { now: new Date(now) }) };
    return Buffer.from(JSON.stringify(representations.answer(operation, value, making)));
  }

  /** What was put is shown as it is; else text is some text that fits, and the rest stays empty. */
  function other(
    headers: MockResponse["headers"],
    { value, content }: Answer,
    { media, type }: Form,
  ): Pick<MockResponse, "headers" | "body"> {
    if (content && media.some(({ mediaType }) => covers(mediaType, content.type)))
      return { headers: { ...headers, "content-type": content.type }, body: content.bytes };
    if (!type?.startsWith("text/")) return { headers, body: noBody };
    const [{ schema, examples } = { schema: undefined, examples: {} }] = media;
    const known = [value, ...Object.values(examples), operation.id];
    const sample = (of: Schema): Json | undefined => values.sample(of, { name: operation.id });
    return { headers, body: Buffer.from(fittingText(contract, schema, { known, sample })) };
  }

  function bare(bareStatus: number, headers: Readonly<Record<string, string>>): MockResponse {
    return { status: bareStatus, headers: headersOf(responseFor(operation, bareStatus), headers), body: noBody };
  }

  function refuse(refusal: Refusal, path: string): MockResponse {
    const documented = responseFor(operation, refusal.status);
    const { mediaType, body } = writeRefusal(refusal, path, {
      contract,
      documented,
      sample: (schema, options) => values.sample(schema, { name: operation.id, ...options }),
    });
    const headers = headersOf(documented, refusal.headers);
    return {
      status: refusal.status,
      headers: mediaType === undefined ? headers : { "content-type": mediaType, ...headers },
      body,
    };
  }

  function headersOf(
    documented: Response | undefined,
    headers: Readonly<Record<string, string>> | undefined,
  ): Record<string, string> {
    return {
      "concord-basis": documented?.basis ?? "assumed",
      ...documentedHeaders.required(documented),
      ...documentedHeaders.fitting(documented, { ...lifecycle, ...headers }),
    };
  }
}

/** Says what the body does not keep of its schema: nobody could. */
function withNote(response: MockResponse): MockResponse {
  const note = "the body fits several branches of a oneOf, because no value fits exactly one";
  return { ...response, headers: { ...response.headers, "concord-note": note } };
}

/** How PUT answers what it changed, where 201 is there for what it made. */
function changedBy(operation: Operation, { kind }: Role): Success | undefined {
  const { status } = successOf(operation, 201);
  if (kind !== "replace" || status !== 201) return undefined;
  const others = operation.responses.filter(({ status: its }) => its.startsWith("2") && its !== "201");
  return others.length === 0 ? undefined : successOf({ ...operation, responses: others });
}

/** The type of a body whose documented type is a wildcard. */
export function concreteType(mediaType: string | undefined): string | undefined {
  if (mediaType === "text/*") return "text/plain";
  return mediaType === "*/*" || mediaType === "application/*" ? "application/json" : mediaType;
}
