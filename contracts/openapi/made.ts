import type { JsonObject } from "../model/json.ts";
import { compile } from "./compile.ts";
import type { Contract } from "../model/contract.ts";
import type { Draft } from "./draft.ts";

/** A contract with another document in place of its own, each part of which was written where it was. */
export function withDocument(contract: Contract, document: JsonObject): Contract {
  const { api, title, origins } = contract;
  return { ...compile({ ...contract, document, origins: origins as Draft["origins"] }), api, title };
}

/** The contract of an OpenAPI 3.1 document in one piece that was made, and that no file holds. */
export function contractOf(document: JsonObject, { api, file }: Pick<Contract, "api" | "file">): Contract {
  return compile({ kind: "openapi", api, file, document, origins: { file, parts: {} }, problems: [] });
}
