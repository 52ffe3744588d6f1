import { createRequire } from "node:module";
import type * as Yaml from "js-yaml";
import { isInexact } from "../text/decimal.ts";
import { ExactNumber } from "./take-exact.ts";

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

/** The same for a text with numbers that may be no doubles. */
export function exactYamlSchema(): Yaml.Schema {
  return yamlSchema().withTags(...exactTags());
}

/** The tags of numbers, for which a number that is no double is an `ExactNumber`. */
function exactTags(): Yaml.ScalarTagDefinition<unknown>[] {
  const { defineScalarTag, intCoreTag, floatCoreTag, NOT_RESOLVED } = loadYaml();
  return [intCoreTag, floatCoreTag].map(({ tagName, resolve, ...tag }) =>
    defineScalarTag<unknown>(tagName, {
      ...tag,
      resolve(source, isExplicit, name) {
        const value = resolve(source, isExplicit, name);
        return value === NOT_RESOLVED || !isInexact(source) ? value : new ExactNumber(source);
      },
    }),
  );
}
