import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The packaged viewer, as one file for browsers. */
export interface Viewer {
  readonly version: string;
  read(): string;
}

/** The only thing that the viewer would load of its own accord from another host. */
const foreignLogo = "https://cdn.redoc.ly/redoc/logo-mini.svg";

/** Finds Redoc, which is optional; undefined where it is not installed. */
export function findViewer(): Viewer | undefined {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve("redoc/bundles/redoc.standalone.js");
    const { version } = require("redoc/package.json") as { version: string };
    // The policy would hold the logo back, too, but not without an error in the browser's console.
    return { version, read: () => readFileSync(file, "utf8").replaceAll(foreignLogo, "data:,") };
  } catch {
    return undefined;
  }
}
