import { basename } from "node:path";

const names = /^(openapi\.(ya?ml|json)|schema\.graphql)$/;
const endings = /\.(ya?ml|json|graphqls?|gql)$/;

/** Whether a file is called as documents are. */
export function isDocumentName(file: string): boolean {
  return endings.test(file);
}

/** Of the files below a folder, by path from there: those that are called openapi.yaml and the like, or those right in it. */
export function documentsAmong(files: readonly string[]): { readonly named: string[]; readonly right: string[] } {
  return {
    named: files.filter((file) => names.test(basename(file))),
    right: files.filter((file) => isDocumentName(file) && basename(file) === file),
  };
}

/** The members that name a version, and what is close to them. */
const versionKeys = /(^|\n|[{,]\s*)["']?(?<key>[\w-]{4,12})["']?\s*:\s*["']?(2\.0|3\.\d)/g;

/** The member by which documents of other languages for APIs name their version. */
const otherLanguages =
  /^[^\S\n\r\u2028\u2029]*(?:\{[^\S\n\r\u2028\u2029]*)?["']?(?<name>asyncapi|openrpc|smithy)["']?\s*:\s*["']?\d/m;

/** What is doubtful of a text that is no document of OpenAPI, and yet may be meant as one; undefined where nothing is. */
export function doubtOf(text: string): string | undefined {
  for (const { groups } of text.matchAll(versionKeys)) {
    const key = groups?.["key"] ?? "";
    const meant = ["openapi", "swagger"].find((name) => isCloseTo(key.toLowerCase(), name));
    if (meant !== undefined) return `it says "${key}", not "${meant}" with a version`;
  }
  const other = otherLanguages.exec(text)?.groups;
  if (other) return `it is a document of ${other["name"]}, and only OpenAPI and GraphQL are supported`;
  const has = (name: string): boolean => new RegExp(`(^|\\n|[{,]\\s*)["']?${name}["']?\\s*:`).test(text);
  return has("info") && has("paths") ? 'it has info and paths, and no "openapi" with a version' : undefined;
}

/** Whether one word becomes the other when a letter or two are put in, left out, or written otherwise. */
function isCloseTo(one: string, other: string, most = 2): boolean {
  if (one === other) return true;
  if (most === 0) return false;
  if (one[0] === other[0] && one !== "" && other !== "") return isCloseTo(one.slice(1), other.slice(1), most);
  return (
    isCloseTo(one.slice(1), other, most - 1) ||
    isCloseTo(one, other.slice(1), most - 1) ||
    isCloseTo(one.slice(1), other.slice(1), most - 1)
  );
}

/** Whether a text looks like a document of OpenAPI rather than a part of one, or something else. */
export function isOpenApiText(text: string): boolean {
  return /(^|[\s{,])["']?(openapi|swagger)["']?\s*:\s*["']?\d/.test(text);
}

/** Whether a text looks like a GraphQL schema rather than a part of one, or operations. */
export function isSchemaText(text: string): boolean {
  return /^[^\S\n\r\u2028\u2029]*(schema|type\s+Query)\b/m.test(text);
}
