import { fileURLToPath, pathToFileURL } from "node:url";

/** The file that the part of a `$ref` before "#" names, from the file it stands in; undefined where it is elsewhere. */
export function fileOf(reference: string, from: string): string | undefined {
  // A "%" that encodes nothing is a part of the name.
  const path = reference.replaceAll("\\", "/").replaceAll(/%(?![\da-f]{2})/gi, "%25");
  try {
    const url = new URL(path, urlOf(from));
    return url.protocol === "file:" && url.host === "" ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
}

let latest = { file: "", url: "" };

/** Asked for with one reference of a file after the other. */
function urlOf(file: string): string {
  if (latest.file !== file) latest = { file, url: pathToFileURL(file).href };
  return latest.url;
}

/** The reference before and behind the first "#". */
export function splitReference(reference: string): { readonly path: string; readonly fragment: string } {
  const at = reference.indexOf("#");
  return at < 0
    ? { path: reference, fragment: "" }
    : { path: reference.slice(0, at), fragment: reference.slice(at + 1) };
}
