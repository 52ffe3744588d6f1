import {
  type Json,
  type JsonObject,
  type MediaType,
  type Operation,
  type Response,
  mediaTypeCovers,
  isJson,
  isObject,
  findJsonMedia,
  readContentType,
} from "../../../contracts/index.ts";
import { placeOfNode } from "./contract-place.ts";
import type { Finding } from "../finding.ts";
import type { HttpInteraction } from "../interaction.ts";

/** Media type of a body. If the pact does not name it, the JSON type. */
export function selectPactMedia(
  { content }: Pick<Response, "content">,
  header: string | undefined,
): MediaType | undefined {
  if (header === undefined) return findJsonMedia(content) ?? content[0];
  const { type } = readContentType(header);
  const found =
    content.find(({ mediaType }) => mediaType === type) ??
    content.find(({ mediaType }) => mediaTypeCovers(mediaType, type));
  return found ?? (isJson(type) ? findJsonMedia(content) : undefined);
}

/** Findings for a request whose content type the operation does not accept. */
export function sentTypeFindings(
  operation: Operation,
  { request: { headers, body }, pointer }: HttpInteraction,
): Finding[] {
  const types = (operation.body?.content ?? []).map(({ mediaType }) => mediaType);
  const header = headers["content-type"];
  const at = { side: "request", pact: `${pointer}/request/headers`, contract: placeOfNode(operation) } as const;
  if (!isPresent(body)) return [];
  if (types.length === 0)
    return [
      {
        ...at,
        code: "request.body.unknown",
        severity: "warning",
        message: `${operation.name} takes no body`,
        remedy: "Send none",
        pact: `${pointer}/request/body`,
      },
    ];
  if (header === undefined)
    return [
      {
        ...at,
        code: "request.content-type.missing",
        severity: "warning",
        message: `The pact does not say in which media type the body of ${operation.name} is sent`,
        remedy: `Send the header Content-Type with ${types[0]}`,
      },
    ];
  const { type } = readContentType(header);
  if (types.some((each) => mediaTypeCovers(each, type))) return [];
  return [
    {
      ...at,
      code: "request.content-type.incompatible",
      severity: "error",
      message: `${operation.name} takes ${types.join(" or ")}, not ${type}`,
      remedy: `Send the body as ${types[0]}`,
    },
  ];
}

/** Findings for the response's content type. Pact compares it as text, and a problem document is not plain JSON. */
export function answeredTypeFindings(
  operation: Operation,
  documented: Response,
  { response: { headers, status, body }, pointer, raw }: HttpInteraction,
): Finding[] {
  const header = headers["content-type"];
  const { type } = readContentType(header);
  const types = documented.content.map(({ mediaType }) => mediaType);
  const at = { side: "response", contract: placeOfNode(documented) } as const;
  if (types.length === 0 && isPresent(body))
    return [
      {
        ...at,
        code: "response.body",
        severity: "error",
        message: `Status ${status} of ${operation.name} has no body`,
        remedy: "Expect none",
        pact: `${pointer}/response/body`,
      },
    ];
  if (header === undefined || types.length === 0) return [];
  if (!types.some((each) => mediaTypeCovers(each, type)))
    return [
      {
        ...at,
        code: "response.content-type",
        severity: "error",
        message: `Status ${status} of ${operation.name} responds with ${types.join(" or ")}, not with ${type}`,
        remedy: `Expect the header Content-Type with ${types[0]}`,
        pact: `${pointer}/response/headers`,
      },
    ];
  if (!header.includes(";") || isMatched(raw)) return [];
  return [
    {
      ...at,
      code: "response.content-type.exact",
      severity: "warning",
      message: `The type "${header}" is expected with its parameters, which no contract promises`,
      remedy: `Expect ${type}, or match the header by its form`,
      pact: `${pointer}/response/headers`,
    },
  ];
}

/** True if a matching rule covers the header, so that its text is only an example. */
function isMatched({ response }: JsonObject): boolean {
  const rules = isObject(response) ? response["matchingRules"] : undefined;
  return isObject(rules) && /"(\$\.headers?\.)?content-type"/i.test(JSON.stringify(rules));
}

function isPresent(body: Json | undefined): boolean {
  return body !== undefined && body !== null && body !== "";
}
