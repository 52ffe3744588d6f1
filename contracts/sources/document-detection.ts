import { basename } from "node:path";

const documentNames = /^(openapi\.(ya?ml|json)|schema\.graphql)$/;
const documentExtensions = /\.(ya?ml|json|graphqls?|gql)$/;

/** Returns true if the file has an extension that API documents have. */
export function isDocumentName(file: string): boolean {
  return documentExtensions.test(file);
}

/** Selects documents from the relative paths of a folder: those with a standard name, and those directly in the folder. */
export function documentsAmong(files: readonly string[]): { readonly named: string[]; readonly topLevel: string[] } {
  return {
    named: files.filter((file) => documentNames.test(basename(file))),
    topLevel: files.filter((file) => isDocumentName(file) && basename(file) === file),
  };
}

/** Matches members whose value is a version of OpenAPI or Swagger. */
const versionKeys = /(^|\n|[{,]\s*)["']?(?<key>[\w-]{4,12})["']?\s*:\s*["']?(2\.0|3\.\d)/g;

/** Matches the version member of other API description languages. */
const otherApiLanguages =
  /^[^\S\n\r\u2028\u2029]*(?:\{[^\S\n\r\u2028\u2029]*)?["']?(?<name>asyncapi|openrpc|smithy)["']?\s*:\s*["']?\d/m;

/** Returns the mistake in a text that looks like an API document. Returns undefined for other texts. */
export function nearMissReason(text: string): string | undefined {
  for (const { groups } of text.matchAll(versionKeys)) {
    const key = groups?.["key"] ?? "";
    const expected = ["openapi", "swagger"].find((name) => isWithinEditDistance(key.toLowerCase(), name));
    if (expected !== undefined) return `its version member is "${key}" instead of "${expected}"`;
  }
  const otherLanguage = otherApiLanguages.exec(text)?.groups;
  if (otherLanguage) return `it is a document of ${otherLanguage["name"]}, but only OpenAPI and GraphQL are supported`;
  const hasTopMember = (name: string): boolean => new RegExp(`(^|\\n|[{,]\\s*)["']?${name}["']?\\s*:`).test(text);
  if (hasTopMember("info") && hasTopMember("paths")) return 'it has "info" and "paths", but no "openapi" version';
  return undefined;
}

/** Returns true if at most two insertions, deletions or replacements turn one word into the other. */
function isWithinEditDistance(one: string, other: string, maxEdits = 2): boolean {
  if (one === other) return true;
  if (maxEdits === 0) return false;
  if (one[0] === other[0] && one !== "" && other !== "")
    return isWithinEditDistance(one.slice(1), other.slice(1), maxEdits);
  return (
    isWithinEditDistance(one.slice(1), other, maxEdits - 1) ||
    isWithinEditDistance(one, other.slice(1), maxEdits - 1) ||
    isWithinEditDistance(one.slice(1), other.slice(1), maxEdits - 1)
  );
}

/** Returns true if a text looks like a complete OpenAPI document. */
export function isOpenApiText(text: string): boolean {
  return /(^|[\s{,])["']?(openapi|swagger)["']?\s*:\s*["']?\d/.test(text);
}

/** Returns true if a text looks like a complete GraphQL schema, not a fragment or a list of operations. */
export function isGraphqlSchemaText(text: string): boolean {
  return /^[^\S\n\r\u2028\u2029]*(schema|type\s+Query)\b/m.test(text);
}
