import { compile } from "./compile.ts";
import type { Contract, JsonObject } from "./contract.ts";

/** The contract of an OpenAPI 3.1 document in one piece that was made, and that no file holds. */
export function contractOf(document: JsonObject, { api, file }: Pick<Contract, "api" | "file">): Contract {
  return compile({ kind: "openapi", api, file, document, origins: { file, parts: {} }, problems: [] });
}
