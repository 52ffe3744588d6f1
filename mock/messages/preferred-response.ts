import type { ResponseWriter } from "../calls/response-writer.ts";
import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Response,
  type Role,
  getAcceptor,
  isJson,
  findJsonMedia,
  findResponse,
  chooseSuccess,
} from "../../contracts/index.ts";
import { createValues, fit } from "../../contracts/generate/index.ts";
import { type MockResponse, noBody } from "../model/exchange.ts";
import { basisHeaders } from "../model/basis-header.ts";
import { createDocumentedHeaders } from "../model/headers.ts";
import { lifecycleHeaders } from "../calls/lifecycle.ts";
import { failImpossible } from "../model/fail-impossible.ts";
import { type Refusal, findInvalidStatus, refuseViolations } from "../model/problem.ts";
import type { Representations } from "../resources/representation.ts";
import { bodiless, concreteType, usualStatus } from "./response.ts";
import { refuseStream, nonStreamingMedia } from "../semantics/streaming.ts";
import { textMatching } from "../semantics/text.ts";
import { type Preferences, readPreferences, writePreference } from "../semantics/prefer.ts";

/** Preferences that select a response. Prism supports the same ones. */
const selectingPreferences = ["code", "example", "dynamic"];

interface PreferredContext {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly role: Role;
  readonly representations: Representations;
  readonly writer: ResponseWriter;
}

/** Data of a request that its preferred response depends on. */
interface PreferringRequest {
  readonly path: string;
  /** Seed of generated values: the same name gives the same response. */
  readonly name: string;
}

/** Response that a Prefer header selects. Undefined if the header selects none. */
export type PreferredResponse = (header: string, request: PreferringRequest) => MockResponse | Refusal | undefined;

/** Documented response, and its status code. */
interface SelectedResponse {
  readonly status: number;
  readonly documented: Response | undefined;
}

/**
 * Compiles the responses to `Prefer: code=409, example=name, dynamic=true` (RFC 7240). `code` selects the documented
 * response of that status, with all its headers and a valid body. `example` selects the example of that name.
 * `dynamic` generates a value in place of any example.
 *
 * The request is authenticated, rate-limited and validated as usual, but not carried out: state does not change.
 * Unlike Prism, a generated value is the same each time, and an example that violates its schema is corrected.
 * An undocumented code or name is refused as an invalid request. Prism responds with its own 404, which a consumer
 * cannot tell from a documented 404.
 */
export function createPreferredResponse(context: PreferredContext): PreferredResponse {
  const { contract, operation, role, representations, writer } = context;
  const values = createValues(contract, "response");
  const headersOf = createDocumentedHeaders(contract);
  const lifecycle = lifecycleHeaders(operation);

  return (header, request) => {
    const preferences = readPreferences(header);
    if (!selectingPreferences.some((name) => preferences.has(name))) return undefined;
    const dynamic = preferences.get("dynamic");
    if (dynamic !== undefined && dynamic !== "true" && dynamic !== "false")
      return refusePreference("dynamic", "true or false", dynamic);
    // Prism sends examples by default. This mock carries out the request.
    if (dynamic === "false" && !preferences.has("code") && !preferences.has("example")) return undefined;
    const selected = selectByCode(preferences.get("code"));
    if ("refused" in selected) return selected;
    const content = chooseContent(selected, preferences, request);
    if ("refused" in content) return content;
    return toPreferred(selected, content, preferences);
  };

  function selectByCode(code: string | undefined): SelectedResponse | Refusal {
    if (code === undefined) {
      const { status, response } = chooseSuccess(operation, usualStatus[role.kind]);
      return { status, documented: response };
    }
    const status = /^[2-5][0-9]{2}$/.test(code) ? Number(code) : undefined;
    const documented = status === undefined ? undefined : findResponse(operation, status);
    if (status !== undefined && documented) return { status, documented };
    const known = joinChoices(operation.responses.map(describeStatus)) || "there is none";
    return refusePreference("code", `the status of a documented response: ${known}`, code);
  }

  /** Body of the response, and its media type. */
  function chooseContent(
    { status, documented }: SelectedResponse,
    preferences: Preferences,
    { path, name }: PreferringRequest,
  ): Pick<MockResponse, "headers" | "body"> | Refusal {
    const content = bodiless.includes(status) ? [] : (documented?.content ?? []);
    const example = preferences.get("example");
    const isDynamic = preferences.get("dynamic") === "true";
    if (example !== undefined) {
      const media = [findJsonMedia(content), ...content].find((each) => each && Object.hasOwn(each.examples, example));
      if (media) return writeMediaBody(media, correctedExample(media, media.examples[example] as Json, name));
      return refuseExample(example, status);
    }
    const documents = nonStreamingMedia(content);
    if (content.length > 0 && documents.length === 0) return refuseStream(operation, content);
    const media = findJsonMedia(documents) ?? documents[0];
    if (!media) {
      if (status < 400) return { headers: {}, body: noBody };
      return toErrorContent(status, path);
    }
    const validExample = isDynamic ? undefined : findValidExample(media);
    if (validExample !== undefined) return writeMediaBody(media, validExample);
    if (status >= 400 && !isDynamic) return toErrorContent(status, path);
    return writeMediaBody(media, generated(media, name, !isDynamic));
  }

  /** Error response in the form of the operation's refusals. For statuses without an example. */
  function toErrorContent(status: number, path: string): Pick<MockResponse, "headers" | "body"> {
    const { headers, body } = writer.refuse({ refused: "The request prefers this response", status }, path);
    const type = headers["content-type"];
    return { headers: type === undefined ? {} : { "content-type": type }, body };
  }

  function findValidExample({ schema, examples }: MediaType): Json | undefined {
    const accepts = schema && getAcceptor(contract, schema.pointer, "response");
    return Object.values(examples).find((example) => accepts?.(example) ?? true);
  }

  function correctedExample({ mediaType, schema }: MediaType, example: Json, name: string): Json {
    if (!schema || !isJson(concreteType(mediaType) as string)) return example;
    return fit(contract, schema, example, "response", (options) => values.sample(schema, { ...options, name }));
  }

  function generated({ schema }: MediaType, name: string, examples: boolean): Json | undefined {
    const label = representations.labelOf(operation);
    return schema && values.sample(schema, { name, label, optional: true, examples });
  }

  function writeMediaBody(
    { mediaType, schema }: MediaType,
    value: Json | undefined,
  ): Pick<MockResponse, "headers" | "body"> {
    const type = concreteType(mediaType) as string;
    const headers = { "content-type": type };
    if (isJson(type)) {
      if (schema && (value === undefined || !getAcceptor(contract, schema.pointer, "response")(value)))
        failImpossible(contract, operation, schema);
      return { headers, body: Buffer.from(JSON.stringify(value ?? null)) };
    }
    // Examples of other media types are not validated.
    const isText = type.startsWith("text/") && typeof value !== "string";
    if (!isText) return { headers, body: Buffer.from(typeof value === "string" ? value : "") };
    const known = [value, operation.id];
    const text = textMatching(contract, schema, { known, sample: () => undefined });
    return { headers, body: Buffer.from(text ?? failImpossible(contract, operation, schema)) };
  }

  function toPreferred(
    { status, documented }: SelectedResponse,
    { headers, body }: Pick<MockResponse, "headers" | "body">,
    preferences: Preferences,
  ): MockResponse {
    const applied = [...preferences].filter(([name]) => selectingPreferences.includes(name));
    return {
      status,
      headers: {
        ...headers,
        ...basisHeaders(contract, documented?.basis ?? operation.basis),
        ...headersOf.all(documented),
        ...headersOf.fitting(documented, lifecycle),
        "preference-applied": applied.map((pair) => writePreference(...pair)).join(", "),
      },
      body,
    };
  }

  function refuseExample(name: string, status: number): Refusal {
    const all = operation.responses.flatMap(({ status: code, content }) =>
      content.flatMap(({ examples }) => Object.keys(examples).map((each) => [each, code] as const)),
    );
    const codes = (of: readonly (readonly [string, string])[]): string =>
      [...new Set(of.map(([, code]) => code))].join(", ");
    const names = [...Map.groupBy(all, ([each]) => each)].map(([each, of]) => `${JSON.stringify(each)} (${codes(of)})`);
    const known = names.length === 0 ? "there is none" : joinChoices(names);
    return refusePreference(
      "example",
      `the name of a documented example of the response with ${status}: ${known}`,
      name,
    );
  }

  function refusePreference(name: string, expected: string, got: string): Refusal {
    const violation = { in: "header" as const, pointer: `/prefer/${name}`, expected, got: JSON.stringify(got) };
    return refuseViolations(findInvalidStatus(operation), [violation]);
  }
}

function describeStatus({ status }: Response): string {
  if (status === "default") return "any other";
  return status;
}

function joinChoices(items: readonly string[]): string {
  if (items.length < 2) return items.join();
  return `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
