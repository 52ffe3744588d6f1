import { createRequire } from "node:module";
import type * as Yaml from "js-yaml";
import { isInexact } from "../text/decimal.ts";
import { ExactNumber } from "./extract-exact-numbers.ts";

const require = createRequire(import.meta.url);

/** Loads the parser on first use, because JSON files do not need it. */
export function loadYaml(): typeof Yaml {
  return require("js-yaml") as typeof Yaml;
}

let schema: Yaml.Schema | undefined;

/** Returns the schema of YAML 1.2 with merge keys ("<<"). It is cached, because creating it takes longer than parsing a small file. */
function yamlSchema(): Yaml.Schema {
  const { CORE_SCHEMA, mergeTag } = loadYaml();
  return (schema ??= CORE_SCHEMA.withTags(mergeTag));
}

/** Returns the schema of a text: that of YAML 1.1 if a directive names it. Numbers without a double are `ExactNumber`. */
export function chooseYamlSchema(text: string, isInexactText: boolean): Yaml.Schema {
  if (/^(?:\uFEFF?|(?:#.*|%.*)\r?\n)*%YAML 1\.1\b/.test(text)) {
    const { boolYaml11Tag, floatYaml11Tag, intYaml11Tag, nullYaml11Tag } = loadYaml();
    return yamlSchema().withTags(boolYaml11Tag, floatYaml11Tag, intYaml11Tag, nullYaml11Tag);
  }
  if (isInexactText) return yamlSchema().withTags(...exactTags());
  return yamlSchema();
}

/** Returns tags that parse a number as `ExactNumber` if no double can represent it. */
function exactTags(): Yaml.ScalarTagDefinition<unknown>[] {
  const { defineScalarTag, intCoreTag, floatCoreTag, NOT_RESOLVED } = loadYaml();
  return [intCoreTag, floatCoreTag].map(({ tagName, resolve, ...tag }) =>
    defineScalarTag<unknown>(tagName, {
      ...tag,
      resolve(source, isExplicit, name) {
        const value = resolve(source, isExplicit, name);
        if (value === NOT_RESOLVED || !isInexact(source)) return value;
        return new ExactNumber(source);
      },
    }),
  );
}
