import { fileURLToPath, pathToFileURL } from "node:url";

/** Returns the local file that a `$ref` in the file `from` names before its "#". Returns undefined for other URLs. */
export function resolveFile(reference: string, from: string): string | undefined {
  // A "%" without two hex digits is part of the file name.
  const path = reference.replaceAll("\\", "/").replaceAll(/%(?![\da-f]{2})/gi, "%25");
  try {
    const url = new URL(path, fileUrl(from));
    if (url.protocol === "file:" && url.host === "") return fileURLToPath(url);
    return undefined;
  } catch {
    return undefined;
  }
}

let lastFileUrl = { file: "", url: "" };

/** Returns the URL of a file. The last result is cached, because references of one file follow each other. */
function fileUrl(file: string): string {
  if (lastFileUrl.file !== file) lastFileUrl = { file, url: pathToFileURL(file).href };
  return lastFileUrl.url;
}

/** Splits a reference at the first "#". */
export function splitReference(reference: string): { readonly path: string; readonly fragment: string } {
  const at = reference.indexOf("#");
  if (at < 0) return { path: reference, fragment: "" };
  return { path: reference.slice(0, at), fragment: reference.slice(at + 1) };
}
