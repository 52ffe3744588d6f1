import type { JsonObject } from "../model/json.ts";
import { compile } from "./compile.ts";
import type { Contract } from "../model/contract.ts";
import type { Draft } from "./draft.ts";

/** Compiles a contract again with another document and the same origins. */
export function withDocument(contract: Contract, document: JsonObject): Contract {
  const { api, title, origins } = contract;
  return { ...compile({ ...contract, document, origins: origins as Draft["origins"] }), api, title };
}

/** Compiles a generated OpenAPI 3.1 document, which is in no file, into a contract. */
export function contractOf(document: JsonObject, { api, file }: Pick<Contract, "api" | "file">): Contract {
  return compile({ kind: "openapi", api, file, document, origins: { file, parts: {} }, problems: [] });
}
