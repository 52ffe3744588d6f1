import type { ResponseWriter } from "../calls/response-writer.ts";
import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Response,
  type Role,
  acceptorOf,
  isJson,
  jsonOf,
  responseFor,
  successOf,
} from "../../contracts/index.ts";
import { createValues, fit } from "../../contracts/generate/index.ts";
import { type MockResponse, noBody } from "../model/exchange.ts";
import { createHeaders } from "../model/headers.ts";
import { lifecycleHeaders } from "../calls/lifecycle.ts";
import { type Refusal, invalidStatus, refuseViolations } from "../model/problem.ts";
import type { Representations } from "../resources/representation.ts";
import { bodiless, concreteType, usualStatus } from "./response.ts";
import { refuseStream, wholeMedia } from "../semantics/streaming.ts";
import { fittingText } from "../semantics/text.ts";
import { type Preferences, readPreferences, writePreference } from "../semantics/prefer.ts";

/** The preferences that choose a response, as Prism has them. */
const choosing = ["code", "example", "dynamic"];

interface PreferredContext {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly role: Role;
  readonly representations: Representations;
  readonly writer: ResponseWriter;
}

/** What a request is, as far as its preferred response shows it. */
interface Preferring {
  readonly path: string;
  /** Names what is made up: the same name gives the same response. */
  readonly name: string;
}

/** Shows the response that a Prefer header asks for; nothing where the header asks for none. */
export type PreferredResponse = (header: string, preferring: Preferring) => MockResponse | Refusal | undefined;

/** A response of the document, and the status to send it with. */
interface Chosen {
  readonly status: number;
  readonly documented: Response | undefined;
}

/**
 * Compiles what `Prefer: code=409, example=name, dynamic=true` (RFC 7240) gets from an operation: the
 * documented response of that status, with all its documented headers and a body that fits; the example
 * of that name; a made-up value in place of any example.
 *
 * The request is authenticated, rate-limited and validated as ever before: what breaks the contract is
 * refused, as Prism refuses it. What passes is not carried out, so nothing changes, and the response is
 * the same each time. Unlike Prism, a made-up value is the same each time, too, an example that breaks
 * its schema is mended, and a code or name that is not documented is refused as an invalid request
 * (Prism answers its own 404, which a consumer takes for one of the operation's).
 */
export function createPreferred(context: PreferredContext): PreferredResponse {
  const { contract, operation, role, representations, writer } = context;
  const values = createValues(contract, "response");
  const headersOf = createHeaders(contract);
  const lifecycle = lifecycleHeaders(operation);

  return (header, preferring) => {
    const preferences = readPreferences(header);
    if (!choosing.some((name) => preferences.has(name))) return undefined;
    const dynamic = preferences.get("dynamic");
    if (dynamic !== undefined && dynamic !== "true" && dynamic !== "false")
      return refuse("dynamic", "true or false", dynamic);
    // As Prism has it, this is what is done anyway.
    if (dynamic === "false" && !preferences.has("code") && !preferences.has("example")) return undefined;
    const chosen = chosenBy(preferences.get("code"));
    if ("refused" in chosen) return chosen;
    const shown = shownBy(chosen, preferences, preferring);
    return "refused" in shown ? shown : whole(chosen, shown, preferences);
  };

  function chosenBy(code: string | undefined): Chosen | Refusal {
    if (code === undefined) {
      const { status, response } = successOf(operation, usualStatus[role.kind]);
      return { status, documented: response };
    }
    const status = /^[2-5][0-9]{2}$/.test(code) ? Number(code) : undefined;
    const documented = status === undefined ? undefined : responseFor(operation, status);
    if (status !== undefined && documented) return { status, documented };
    const known = listed(operation.responses.map(statusOf)) || "there is none";
    return refuse("code", `the status of a documented response: ${known}`, code);
  }

  /** The body and its type. */
  function shownBy(
    { status, documented }: Chosen,
    preferences: Preferences,
    { path, name }: Preferring,
  ): Pick<MockResponse, "headers" | "body"> | Refusal {
    const content = bodiless.includes(status) ? [] : (documented?.content ?? []);
    const example = preferences.get("example");
    const isDynamic = preferences.get("dynamic") === "true";
    if (example !== undefined) {
      const media = [jsonOf(content), ...content].find((each) => each && Object.hasOwn(each.examples, example));
      return media ? bodyOf(media, fitted(media, media.examples[example] as Json, name)) : noExample(example, status);
    }
    const documents = wholeMedia(content);
    if (content.length > 0 && documents.length === 0) return refuseStream(operation, content);
    const media = jsonOf(documents) ?? documents[0];
    if (!media) return status < 400 ? { headers: {}, body: noBody } : refusalOf(status, path);
    const accepted = isDynamic ? undefined : exampleOf(media);
    if (accepted !== undefined) return bodyOf(media, accepted);
    if (status >= 400 && !isDynamic) return refusalOf(status, path);
    return bodyOf(media, madeUp(media, name, !isDynamic));
  }

  /** A refusal in the words of the operation's own, where no example says how it looks. */
  function refusalOf(status: number, path: string): Pick<MockResponse, "headers" | "body"> {
    const { headers, body } = writer.refuse({ refused: "The request prefers this response", status }, path);
    const type = headers["content-type"];
    return { headers: type === undefined ? {} : { "content-type": type }, body };
  }

  function exampleOf({ schema, examples }: MediaType): Json | undefined {
    const accepts = schema && acceptorOf(contract, schema.pointer, "response");
    return Object.values(examples).find((example) => accepts?.(example) ?? true);
  }

  function fitted({ mediaType, schema }: MediaType, example: Json, name: string): Json {
    if (!schema || !isJson(concreteType(mediaType) as string)) return example;
    return fit(contract, schema, example, "response", (options) => values.sample(schema, { ...options, name }));
  }

  function madeUp({ schema }: MediaType, name: string, examples: boolean): Json | undefined {
    const label = representations.labelOf(operation);
    return schema && values.sample(schema, { name, label, optional: true, examples });
  }

  function bodyOf({ mediaType, schema }: MediaType, value: Json | undefined): Pick<MockResponse, "headers" | "body"> {
    const type = concreteType(mediaType) as string;
    const headers = { "content-type": type };
    if (isJson(type)) return { headers, body: Buffer.from(JSON.stringify(value ?? null)) };
    // The examples of other media are taken as they are: a named one was asked for.
    const isText = type.startsWith("text/") && typeof value !== "string";
    const text = isText
      ? fittingText(contract, schema, { known: [value, operation.id], sample: () => undefined })
      : value;
    return { headers, body: Buffer.from(typeof text === "string" ? text : "") };
  }

  function whole(
    { status, documented }: Chosen,
    { headers, body }: Pick<MockResponse, "headers" | "body">,
    preferences: Preferences,
  ): MockResponse {
    const applied = [...preferences].filter(([name]) => choosing.includes(name));
    return {
      status,
      headers: {
        ...headers,
        "concord-basis": documented?.basis ?? operation.basis,
        ...headersOf.all(documented),
        ...headersOf.fitting(documented, lifecycle),
        "preference-applied": applied.map((pair) => writePreference(...pair)).join(", "),
      },
      body,
    };
  }

  function noExample(name: string, status: number): Refusal {
    const all = operation.responses.flatMap(({ status: code, content }) =>
      content.flatMap(({ examples }) => Object.keys(examples).map((each) => [each, code] as const)),
    );
    const codes = (of: readonly (readonly [string, string])[]): string =>
      [...new Set(of.map(([, code]) => code))].join(", ");
    const names = [...Map.groupBy(all, ([each]) => each)].map(([each, of]) => `${JSON.stringify(each)} (${codes(of)})`);
    const there = names.length === 0 ? "there is none" : listed(names);
    return refuse("example", `the name of a documented example of the response with ${status}: ${there}`, name);
  }

  function refuse(name: string, expected: string, got: string): Refusal {
    const violation = { in: "header" as const, pointer: `/prefer/${name}`, expected, got: JSON.stringify(got) };
    return refuseViolations(invalidStatus(operation), [violation]);
  }
}

function statusOf({ status }: Response): string {
  return status === "default" ? "any other" : status;
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
