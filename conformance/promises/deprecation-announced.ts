import { type Header, type Operation, findResponse } from "../../contracts/index.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Property, hasPlain } from "../scope/property.ts";
import type { Finding } from "../checks/finding.ts";

const names = ["deprecation", "sunset"];

/**
 * A deprecated operation sends the headers that the contract documents (RFC 9745, RFC 8594), and does not stop before
 * the documented day.
 */
export const deprecationAnnounced: Property = {
  id: "deprecation-announced",
  claim: "A deprecated operation sends the deprecation headers that the contract documents",
  phase: "promises",
  writes: false,
  applies: ({ operation }) =>
    operation.deprecated && operation.responses.some(({ headers }) => headers.some(({ name }) => names.includes(name))),
  hasRequests: hasPlain,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain] : [], runs: 1 }],
  async holds(request, { exchange, operation }) {
    const result = await exchange(request);
    const { status } = result.response;
    if (status < 200 || status > 299) return [];
    const documented = findResponse(operation, status);
    const announced = (documented?.headers ?? []).filter(({ name }) => names.includes(name));
    return announced.flatMap((header) => findHeaderFlaws(header, result, operation));
  },
};

function findHeaderFlaws(header: Header, exchange: Exchange, operation: Operation): readonly Finding[] {
  const { name } = header;
  const value = exchange.response.headers[name];
  const fault =
    value === undefined
      ? ({
          key: `${name} missing`,
          message: `The operation is deprecated, and its response has no header "${name}"`,
          sameAs: { check: "headers-conform", key: `${name} required` },
        } as const)
      : name === "sunset"
        ? sunsetFault(value, operation)
        : undefined;
  if (!fault) return [];
  const { section } = header;
  return [
    {
      check: "deprecation-announced",
      ...fault,
      basis: weakestBasis(operation.basis, header.basis),
      ...(section !== undefined && { section }),
      exchange,
    },
  ];
}

/** Fault of a Sunset header: it must be an HTTP date (RFC 8594), not before the documented day. */
function sunsetFault(
  value: string,
  { sunset }: Operation,
): { readonly key: string; readonly message: string } | undefined {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return { key: "sunset malformed", message: `The header "sunset" is not a date: "${value}"` };
  if (sunset === undefined || time >= Date.parse(sunset)) return undefined;
  return { key: "sunset early", message: `The operation stops at ${value}, before the contract's ${sunset}` };
}
