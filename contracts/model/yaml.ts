import { createRequire } from "node:module";
import type * as Yaml from "js-yaml";

const require = createRequire(import.meta.url);

/** The parser, loaded with the first YAML file: who reads JSON only does without. */
export function loadYaml(): typeof Yaml {
  return require("js-yaml") as typeof Yaml;
}

let schema: Yaml.Schema | undefined;

/** What values may be written as: that of YAML 1.2, and "<<". Made once, as that takes longer than a small file. */
export function yamlSchema(): Yaml.Schema {
  const { CORE_SCHEMA, mergeTag } = loadYaml();
  return (schema ??= CORE_SCHEMA.withTags(mergeTag));
}
