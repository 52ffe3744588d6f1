import { createRequire } from "node:module";
import type * as Yaml from "js-yaml";

const require = createRequire(import.meta.url);

/** The parser, loaded with the first YAML file: who reads JSON only does without. */
export function loadYaml(): typeof Yaml {
  return require("js-yaml") as typeof Yaml;
}
