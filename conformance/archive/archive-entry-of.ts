import type { ExchangeDetails } from "./exchange-details.ts";
import { type JsonSchema, type Operation, jsonOf, responseFor } from "../../contracts/index.ts";
import { type Archived, type ArchivedMessage } from "../../formats/index.ts";
import { maskBody, maskHeadersByContract, maskUrl, maskedForm } from "../../contracts/secrets/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { shownHeaders } from "../findings/failure.ts";
import { properties } from "../properties/index.ts";

/** A kept exchange. */
export interface KeptExchange extends ExchangeDetails {
  readonly exchange: Exchange & { readonly bytes: { readonly request: number; readonly response: number } };
  /** Index in the order of the responses, from 0. */
  readonly number: number;
  readonly isFirst: boolean;
  readonly findings: Set<string>;
}

const phaseOf = new Map(properties.map(({ id, phase }) => [id, phase]));

/** The archive entry of an exchange. Known secrets are masked, and so are values that the contract or their names mark as secret. */
export function archiveEntryOf(
  { exchange, operation, contract, timing: during, number, findings }: KeptExchange,
  { url, mask }: { readonly url: string; mask(text: string): string },
): Archived {
  const { request, response, bytes } = exchange;
  const { property, startedAt, durationMs } = during;
  const phase = property === undefined ? undefined : phaseOf.get(property);
  const messageOf = (
    { headers, body = "" }: { readonly headers: Readonly<Record<string, string>>; readonly body?: string },
    size: number,
    schema: JsonSchema | undefined,
  ): ArchivedMessage => {
    const type = headers["content-type"] ?? "";
    const isForm = type.includes("x-www-form-urlencoded");
    return {
      headers: Object.entries(maskHeadersByContract(headers, operation)).map(([name, value]) => [name, mask(value)]),
      bytes: size,
      text: mask(maskBody(isForm ? maskedForm(body) : body, { type, contract, schema })),
      ...(Buffer.byteLength(body) < size && { comment: "Only the beginning was kept" }),
    };
  };
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs * 1000) / 1000,
    method: request.method,
    url: url + mask(maskUrl(request.path, operation)),
    request: messageOf(
      { ...request, headers: shownHeaders(operation, exchange) },
      bytes.request,
      sentSchema(operation),
    ),
    response: {
      status: response.status,
      ...messageOf(response, bytes.response, answeredSchema(operation, response.status)),
      ...(response.status === 0 && { comment: "It was not answered" }),
    },
    annotations: {
      number: number + 1,
      api: operation.api,
      operation: operation.name,
      ...(phase !== undefined && property !== undefined && { phase, property }),
      findings: [...findings],
    },
  };
}

function sentSchema({ body }: Operation): JsonSchema | undefined {
  return body && jsonOf(body.content)?.schema?.value;
}

function answeredSchema(operation: Operation, status: number): JsonSchema | undefined {
  return jsonOf(responseFor(operation, status)?.content ?? [])?.schema?.value;
}
