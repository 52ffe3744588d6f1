import {
  type Property,
  requestMedia,
  type Scope,
  UNKNOWN_FIELD,
  type WireRequest,
} from "../../../conformance/profile/index.ts";
import { type Json, type Operation, isJson, isObject, validatorOf } from "../../../contracts/index.ts";

/** Status codes that refuse a request because of its content. */
const refusalStatuses: readonly number[] = [400, 422];

/**
 * Consumers ignore unknown fields (§9.2). It is assumed that providers do, too. The property claims
 * nothing if the contract closes the body, or if the same body without the field is not accepted
 * before and after.
 */
export const unknownFieldsTolerated: Property = {
  id: "unknown-fields-tolerated",
  claim: "An undocumented field is accepted if the schema allows additional properties",
  cause: "refusing",
  phase: "promises",
  writes: true,
  hasRequests: (scope) => requestWithUnknownField(scope) !== undefined,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain] : [], runs: 1 }],
  async holds(plain, scope) {
    const { exchange } = scope;
    const request = requestWithUnknownField(scope);
    if (!request || !isAcceptedStatus((await exchange(plain)).response.status)) return [];
    const exchangeWithField = await exchange(request);
    if (!refusalStatuses.includes(exchangeWithField.response.status)) return [];
    if (!isAcceptedStatus((await exchange(plain)).response.status)) return [];
    const message = `A field that is not documented was refused with status ${exchangeWithField.response.status}`;
    return [
      {
        check: "unknown-fields-tolerated",
        key: "refused",
        message,
        basis: "assumed",
        section: "9.2",
        exchange: exchangeWithField,
      },
    ];
  },
};

/** The plain request with one additional field. Undefined if the contract allows no additional field. */
function requestWithUnknownField({ contract, operation, coverage }: Scope): WireRequest | undefined {
  const schema = findToleratedSchema(operation);
  // A body of another media type is not JSON.
  const body = schema && coverage && parseSentJson(coverage.plain);
  if (!coverage || !schema || !isObject(body)) return undefined;
  const bodyWithField = { ...body, [UNKNOWN_FIELD]: "concord" };
  const fits = validatorOf(contract, schema.pointer, "request")(bodyWithField).length === 0;
  if (fits) return { ...coverage.plain, body: JSON.stringify(bodyWithField) };
  return undefined;
}

function findToleratedSchema(operation: Operation) {
  const media = requestMedia(operation);
  if (media && isJson(media.mediaType)) return media.schema;
  return undefined;
}

function parseSentJson({ body }: WireRequest): Json | undefined {
  if (body === undefined) return undefined;
  return JSON.parse(body) as Json;
}

function isAcceptedStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
