import { maskUrl } from "../secrets/index.ts";
import type { Contract } from "../model/contract.ts";
import { ToolError } from "../model/error.ts";

export function createUrlError(url: string): ToolError {
  return new ToolError(
    "unreadable-document",
    `Cannot read "${maskUrl(url, undefined)}": it is not an http or https URL`,
    {
      hint: "Download the document and pass the file",
    },
  );
}

export function createAbsentError(input: string, hint: string): ToolError {
  return new ToolError(
    "unreadable-document",
    `Cannot read "${input}": there is no such file or folder at that commit`,
    { at: { file: input }, hint },
  );
}

/** Throws for a document of a later OpenAPI version, whose members can have another meaning. */
export function requireSupportedVersion(contract: Contract): void {
  const versionProblem = contract.problems.find(({ code }) => code === "unknown-version");
  if (!versionProblem) return;
  const [version = ""] = /^OpenAPI \S+/.exec(versionProblem.message) ?? [];
  throw new ToolError("unsupported-version", `Cannot read "${versionProblem.at.file}": ${version} is not supported`, {
    at: versionProblem.at,
    hint: "Supported versions of OpenAPI are 2.0, 3.0 and 3.1",
  });
}

/** Throws if there are no documents, because a run without documents would always pass. */
export function requireDocuments(documents: readonly string[], input: string): readonly string[] {
  if (documents.length > 0) return documents;
  return throwNoContracts(input, "none of the matching files is an OpenAPI document or GraphQL schema");
}

export function throwNoContracts(input: string, reason: string): never {
  throw new ToolError("no-contracts", `Cannot find a contract in "${input}": ${reason}`, { at: { file: input } });
}
