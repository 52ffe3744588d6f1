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
  acceptedMediaType,
  getAcceptor,
  isJson,
  extractItemId,
  findJsonMedia,
  findResponse,
  saysUpsert,
  chooseSuccess,
  mediaTypeCovers,
  writeMediaType,
} from "../../contracts/index.ts";
import { createValues, fit } from "../../contracts/generate/index.ts";
import type { Answer } from "../calls/call.ts";
import { type MockResponse, noBody } from "../model/exchange.ts";
import { basisHeaders } from "../model/basis-header.ts";
import { createDocumentedHeaders } from "../model/headers.ts";
import { failImpossible } from "../model/fail-impossible.ts";
import type { Refusal } from "../model/problem.ts";
import { writeRefusal } from "./refusal.ts";
import { createPageWriter } from "./list-page.ts";
import { lifecycleHeaders } from "../calls/lifecycle.ts";
import type { Representations } from "../resources/representation.ts";
import { withoutWrapper } from "../resources/bodies/wrapper.ts";
import { nonStreamingMedia } from "../semantics/streaming.ts";
import { textMatching } from "../semantics/text.ts";

/** Usual success status by role. Preferred if the contract documents several. */
export const usualStatus: Partial<Record<Role["kind"], 201 | 204>> = { create: 201, copy: 201, delete: 204 };

/** Statuses that never have a body (RFC 9110). */
export const bodiless: readonly number[] = [204, 205, 304];

/** Documented success response, compiled. */
interface SuccessForm extends Success {
  readonly media: readonly MediaType[];
  readonly json: MediaType | undefined;
  /** Media type of the body. Undefined without a body. */
  readonly type: string | undefined;
  /** Headers that are the same in every response. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** Compiles the writer of an operation's responses. */
export function createResponseWriter(
  contract: Contract,
  operation: Operation,
  role: Role,
  representations: Representations,
): ResponseWriter {
  const values = createValues(contract, "response");
  const lifecycle = lifecycleHeaders(operation);
  const documentedHeaders = createDocumentedHeaders(contract);
  const ofChange = successOfChange(contract, operation, role);
  const usual = compileSuccess(ofChange ?? chooseSuccess(operation, usualStatus[role.kind]));
  const ofCreation = ofChange && compileSuccess(chooseSuccess(operation, 201));
  // A stored resource is immutable, so its body is written once.
  const bodies = operation.method === "GET" ? new WeakMap<Stored, Uint8Array>() : undefined;
  const writePage = createPageWriter(contract, operation, role, representations);

  return {
    answer(answer, accept) {
      if (answer.whole) return { ...answer.whole, headers: { ...usual.fixed, ...answer.whole.headers } };
      const created =
        ofCreation && (answer.isNew ?? role.kind === "create") ? createdResponse(answer, ofCreation) : undefined;
      const response = inAcceptedType(created ?? fillForm(usual, answer), accept);
      const note = representations.isAmbiguous(operation) ? AMBIGUITY_NOTE : answer.note;
      if (note === undefined) return response;
      return { ...response, headers: { ...response.headers, "concord-note": note } };
    },
    bare: bodilessResponse,
    refuse: refuseRequest,
  };

  function compileSuccess({ status, response }: Success): SuccessForm {
    const media = bodiless.includes(status) ? [] : nonStreamingMedia(response?.content ?? []);
    const json = findJsonMedia(media);
    const usualMedia = json ?? media[0];
    const type = usualMedia && writeContentType(usualMedia);
    const fixedHeaders = {
      ...(type !== undefined && { "content-type": type }),
      ...basisHeaders(contract, response?.basis ?? operation.basis),
      ...documentedHeaders.required(response),
      ...documentedHeaders.fitting(response, lifecycle),
    };
    return { status, ...(response && { response }), media, json, type, fixed: fixedHeaders };
  }

  /** The response in the JSON type that a client prefers, if several are documented. */
  function inAcceptedType(response: MockResponse, accept: string | undefined): MockResponse {
    if (accept === undefined || usual.response === undefined || response.body.length === 0) return response;
    const types = usual.media.filter(({ mediaType }) => isJson(mediaType));
    const media = types.length > 1 ? acceptedMediaType(types, accept) : undefined;
    if (!media || media === usual.json) return response;
    const value = JSON.parse(Buffer.from(response.body).toString()) as Json;
    const { schema } = media;
    const sampleSchema = (of: Schema) => (options: object) => values.sample(of, { name: operation.id, ...options });
    const fitted = schema ? fit(contract, schema, value, "response", sampleSchema(schema)) : value;
    const headers = { ...response.headers, "content-type": writeContentType(media) };
    return { ...response, headers, body: Buffer.from(JSON.stringify(fitted)) };
  }

  function fillForm(form: SuccessForm, answer: Answer): MockResponse {
    const { status, response, media, json, fixed: fixedHeaders } = form;
    const headers = answer.headers
      ? { ...fixedHeaders, ...documentedHeaders.fitting(response, answer.headers) }
      : fixedHeaders;
    if (media.length === 0) return { status, headers, body: noBody };
    if (!json) return { status, ...nonJsonContent(headers, answer, form) };
    if (answer.page) return { status, headers, body: writePage(answer.page) };
    return { status, headers, body: writeAnswerBody(answer) };
  }

  /** Response with 201. Undefined if its documented body is not the created resource. */
  function createdResponse(answer: Answer, form: SuccessForm): MockResponse | undefined {
    const response = fillForm(form, answer);
    const schema = form.json?.schema;
    if (!schema || response.body.length === 0) return response;
    if (getAcceptor(contract, schema.pointer, "response")(JSON.parse(Buffer.from(response.body).toString()) as Json))
      return response;
    return undefined;
  }

  function writeAnswerBody(answer: Answer): Uint8Array {
    const item = answer.stored ?? answer.shown;
    if (item) return itemBody(answer, item);
    return jsonBody(answer);
  }

  function itemBody(answer: Answer, stored: Stored): Uint8Array {
    let body = bodies?.get(stored);
    if (!body) {
      body = jsonBody(answer);
      bodies?.set(stored, body);
    }
    return body;
  }

  /** JSON body. The id seeds generated values, so that each item has its own, such as a secret that is shown once. */
  function jsonBody({ value = null, now, fitting }: Answer): Uint8Array {
    const name = (): string => {
      const id = extractItemId(withoutWrapper(value, role), role);
      if (id === undefined) return operation.id;
      return `${operation.id} ${JSON.stringify(id)}`;
    };
    const options = { name, fitting, ...(now !== undefined && { now: new Date(now) }) };
    return Buffer.from(JSON.stringify(representations.answer(operation, value, options)));
  }

  /** Content that is not JSON: the uploaded bytes, a text that matches the schema, or an empty body. */
  function nonJsonContent(
    headers: MockResponse["headers"],
    { value, content }: Answer,
    { media, type }: SuccessForm,
  ): Pick<MockResponse, "headers" | "body"> {
    if (content && media.some(({ mediaType }) => mediaTypeCovers(mediaType, content.type)))
      return { headers: { ...headers, "content-type": content.type }, body: content.bytes };
    if (!type?.startsWith("text/")) return { headers, body: noBody };
    const [{ schema, examples } = { schema: undefined, examples: {} }] = media;
    const known = [value, ...Object.values(examples), operation.id];
    const sampleSchema = (of: Schema): Json | undefined => values.sample(of, { name: operation.id });
    const text =
      textMatching(contract, schema, { known, sample: sampleSchema }) ?? failImpossible(contract, operation, schema);
    return { headers, body: Buffer.from(text) };
  }

  function bodilessResponse(status: number, headers: Readonly<Record<string, string>>): MockResponse {
    return { status, headers: collectHeaders(findResponse(operation, status), headers), body: noBody };
  }

  function refuseRequest(refusal: Refusal, path: string): MockResponse {
    const documented = findResponse(operation, refusal.status);
    const { mediaType, body, reason } = writeRefusal(refusal, path, {
      contract,
      documented,
      sample: (schema, options) => values.sample(schema, { name: operation.id, ...options }),
    });
    const headers = collectHeaders(documented, refusal.headers);
    return {
      status: refusal.status,
      headers: {
        ...(mediaType !== undefined && { "content-type": mediaType }),
        ...(reason !== undefined && { "concord-refusal": reason }),
        ...headers,
      },
      body,
    };
  }

  function collectHeaders(
    documented: Response | undefined,
    headers: Readonly<Record<string, string>> | undefined,
  ): Record<string, string> {
    return {
      ...basisHeaders(contract, documented?.basis ?? "assumed"),
      ...documentedHeaders.required(documented),
      ...documentedHeaders.fitting(documented, { ...lifecycle, ...headers }),
    };
  }
}

/** Note that the body cannot match the schema, because no value can. */
const AMBIGUITY_NOTE = "the body fits several branches of a oneOf, because none that is complete fits exactly one";

/** Success of an operation that changes an existing item, if the contract documents 201 for a new one. */
function successOfChange(contract: Contract, operation: Operation, { kind }: Role): Success | undefined {
  const { status } = chooseSuccess(operation, 201);
  const isChange = kind === "replace" || kind === "update" || (kind === "create" && saysUpsert(contract, operation));
  if (!isChange || status !== 201) return undefined;
  const others = operation.responses.filter((response) => response.status.startsWith("2") && response.status !== "201");
  if (others.length === 0) return undefined;
  return chooseSuccess({ ...operation, responses: others });
}

/** Content-Type of a documented media type: with its parameters, but without a charset, which is always UTF-8. */
function writeContentType({ mediaType, parameters = [] }: MediaType): string {
  const others = parameters.filter((each) => !each.startsWith("charset="));
  return writeMediaType({ mediaType: concreteType(mediaType) as string, parameters: others });
}

/** Media type to send if the documented one is a wildcard. */
export function concreteType(mediaType: string | undefined): string | undefined {
  if (mediaType === "text/*") return "text/plain";
  if (mediaType === "*/*" || mediaType === "application/*") return "application/json";
  return mediaType;
}
