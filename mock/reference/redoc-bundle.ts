import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Redoc as one file for browsers. */
export interface RedocBundle {
  readonly version: string;
  read(): string;
}

/** Only file that Redoc loads from another host. */
const foreignLogo = "https://cdn.redoc.ly/redoc/logo-mini.svg";

/** Finds the optional package of Redoc. Undefined if it is not installed. */
export function findRedoc(): RedocBundle | undefined {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve("redoc/bundles/redoc.standalone.js");
    const { version } = require("redoc/package.json") as { version: string };
    // The policy would block the logo, too, but with an error in the browser's console.
    return { version, read: () => readFileSync(file, "utf8").replaceAll(foreignLogo, "data:,") };
  } catch {
    return undefined;
  }
}
