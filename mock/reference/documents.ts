import { type Contract, exactDocument, percentEncode } from "../../contracts/index.ts";
import type { MockResponse } from "../model/exchange.ts";

/** Path of the documents. */
const DOCUMENTS_PATH = "/_concord/documents";

/** Documents that a mock serves. */
export interface Documents {
  /** Paths of all documents. */
  readonly paths: readonly string[];
  /** Response for the path of a document. Undefined for other paths. */
  answer(path: string): MockResponse | undefined;
}

/**
 * Serves each document as one self-contained file. The only OpenAPI document is also at /openapi.json, where tools look
 * for it.
 */
export function createDocuments(contracts: readonly Contract[]): Documents {
  const byPath = new Map(contracts.map((contract) => [toDocumentPath(contract), contract] as const));
  const [paths, openApi] = [[...byPath.keys()], contracts.filter(({ kind }) => kind === "openapi")];
  const [only] = openApi;
  if (only && openApi.length === 1) byPath.set("/openapi.json", only);
  return {
    paths,
    answer(path) {
      const contract = byPath.get(path);
      return contract && documentResponse(contract);
    },
  };
}

function toDocumentPath({ kind, api }: Contract): string {
  return `${DOCUMENTS_PATH}/${percentEncode(api)}.${kind === "graphql" ? "graphql" : "json"}`;
}

function documentResponse(contract: Contract): MockResponse {
  const isGraphql = contract.kind === "graphql";
  const text = isGraphql ? String(contract.document["sdl"]) : JSON.stringify(exactDocument(contract));
  return {
    status: 200,
    headers: {
      "content-type": isGraphql ? "text/plain; charset=utf-8" : "application/json",
      "concord-basis": "assumed",
    },
    body: Buffer.from(text),
  };
}
