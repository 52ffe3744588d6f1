import type { JsonObject } from "../model/json.ts";
import { compileContract } from "./compile.ts";
import type { Contract } from "../model/contract.ts";
import type { Draft } from "./draft.ts";
import { oncePer } from "../model/once-per.ts";
import { withSubtypes } from "./upgrading/subtypes.ts";

/** Compiles a contract again with another document and the same origins. */
export function withDocument(contract: Contract, document: JsonObject): Contract {
  const { api, title, origins } = contract;
  return { ...compileContract({ ...contract, document, origins: origins as Draft["origins"] }), api, title };
}

/**
 * The contract with a union of subtypes in each schema whose discriminator has none. Requests and responses are read by
 * it. Comparison reads documents as they are written, so a contract is loaded without.
 */
export const expandSubtypes: (contract: Contract) => Contract = oncePer((contract) => {
  if (contract.kind !== "openapi") return contract;
  const document = withSubtypes(contract.document, contract.origins as Draft["origins"]);
  if (document === contract.document) return contract;
  return { ...withDocument(contract, document), problems: contract.problems };
});

/** Compiles a generated OpenAPI 3.1 document, which is in no file, into a contract. */
export function compileGenerated(document: JsonObject, { api, file }: Pick<Contract, "api" | "file">): Contract {
  return compileContract({ kind: "openapi", api, file, document, origins: { file, parts: {} }, problems: [] });
}
