import { type WitnessRequest, requestFor, writtenBody } from "../../compat/index.ts";
import {
  type Contract,
  type Json,
  type Operation,
  createRouter,
  isObject,
  readQuery,
  writeQuery,
} from "../../contracts/index.ts";

/**
 * A request with all that a contract asks of it besides: other changes of the same operation may not let it through to what
 * is to be shown. What the contract has no word for stays as it is. Undefined where the contract does not have it.
 */
export function completed(
  request: WitnessRequest,
  base: Operation | undefined,
  contracts: readonly Contract[],
): WitnessRequest | undefined {
  const [path = "", query = ""] = request.path.split("?");
  for (const contract of contracts) {
    const match = createRouter(contract.operations).match(request.method, request.path, request.headers);
    if (!match || !("operation" in match)) continue;
    const asked = requestFor(contract, match.operation, { withBody: request.body !== undefined });
    if (!asked) return undefined;
    const demanded = readQuery(asked.path.split("?")[1] ?? "");
    const kept = readQuery(query).filter(([name]) => !demanded.some(([other]) => other === name));
    const pairs = [...kept, ...demanded];
    const body = merged(request.body, asked.body);
    return {
      method: request.method,
      path: pairs.length === 0 ? path : `${path}?${writeQuery(pairs)}`,
      headers: { ...request.headers, ...asked.headers },
      ...(body !== undefined && { body, ...written(request, base, body) }),
    };
  }
  return undefined;
}

/** A body as the base writes it, with the parts that a request has already as they are. */
function written(
  { headers, parts }: WitnessRequest,
  base: Operation | undefined,
  body: Json,
): ReturnType<typeof writtenBody> {
  const mediaType = headers["content-type"] ?? "";
  const media = base?.body?.content.find((one) => one.mediaType === mediaType);
  const whole = writtenBody({ mediaType, encodings: media?.encodings }, body);
  if (!parts || !whole.parts) return whole;
  const others = whole.parts.filter(({ name }) => !parts.some((part) => part.name === name));
  return { parts: [...parts, ...others] };
}

/** Values of the second, and what only the first has. */
function merged(one: Json | undefined, other: Json | undefined): Json | undefined {
  if (other === undefined) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length > 0)
    return (one as readonly Json[]).map((item, index) => merged(item, (other as Json[])[index] ?? other[0]) as Json);
  if (!isObject(one) || !isObject(other)) return other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, merged(one[name], other[name]) as Json]));
}
