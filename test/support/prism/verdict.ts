import {
  type Objection,
  toPrismBody,
  findPrism,
  createPrism as prismOn,
  toPrismQuery,
} from "../../../conformance/proxy/prism.ts";
import type { Contract, Operation } from "../../../contracts/index.ts";
import type { MockRequest } from "../../../mock/index.ts";

/** Validates requests of a contract as `prism mock` does. Returns objections; empty for a valid request. */
export async function prismOf(
  contract: Contract,
): Promise<(operation: Operation, request: MockRequest) => readonly Objection[]> {
  const prism = await prismOn(contract, findPrism() as NonNullable<ReturnType<typeof findPrism>>);
  return (operation, { method, url, headers, body: bytes }) => {
    const { pathname, searchParams } = new URL(url, "http://prism.example");
    const body = toPrismBody(Buffer.from(bytes ?? "").toString(), headers["content-type"] ?? "");
    if (body === undefined) return [{ message: "the body is not JSON" }];
    const length = bytes === undefined ? {} : { "content-length": String(bytes.length) };
    return prism.ofRequest(operation, {
      method: method.toLowerCase(),
      url: { path: pathname, query: toPrismQuery(searchParams) },
      headers: { ...headers, ...length },
      body,
    });
  };
}
