import { createRequire } from "node:module";
import type { Ajv2020 } from "ajv/dist/2020.js";
import type formats from "ajv-formats";

const require = createRequire(import.meta.url);

/** The validator, loaded with the first schema that is compiled: who only reads contracts does without. */
export function loadAjv(): { readonly Ajv2020: typeof Ajv2020; readonly formats: typeof formats.default } {
  const ajv = require("ajv/dist/2020.js") as { Ajv2020: typeof Ajv2020 };
  return { Ajv2020: ajv.Ajv2020, formats: (require("ajv-formats") as typeof formats).default };
}
