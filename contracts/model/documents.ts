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

/** Whether a text looks like a document of OpenAPI rather than a part of one, or something else. */
export function isOpenApiText(text: string): boolean {
  return /(^|[\s{,])["']?(openapi|swagger)["']?\s*:\s*["']?\d/.test(text);
}
