import { createRequire } from "node:module";
import type * as Yaml from "yaml";

/** Loaded with the first line that is asked for in a YAML file: most runs ask for none. */
const loadYaml = createRequire(import.meta.url) as (name: "yaml") => typeof Yaml;

/** For the tokens of a pointer into YAML text, the line of its key, or of the nearest part of it that exists. */
export function createYamlLineFinder(text: string): (tokens: readonly string[]) => number {
  const { LineCounter, isCollection, isPair, isScalar, parseDocument } = loadYaml("yaml");
  const counter = new LineCounter();
  const root = parseDocument(text, { lineCounter: counter, logLevel: "silent", uniqueKeys: false });

  return (tokens) => {
    let node: unknown = root.contents;
    let offset = offsetOf(node) ?? 0;
    for (const token of tokens) {
      if (!isCollection(node)) break;
      const item = node.items.find((candidate, index) =>
        isPair(candidate) ? textOf(candidate.key) === token : String(index) === token,
      );
      if (item === undefined) break;
      offset = offsetOf(isPair(item) ? item.key : item) ?? offset;
      node = isPair(item) ? item.value : item;
    }
    return counter.linePos(offset).line;
  };

  function textOf(key: unknown): string {
    return String(isScalar(key) ? key.value : key);
  }
}

function offsetOf(node: unknown): number | undefined {
  return (node as { range?: readonly [number, number, number] } | null)?.range?.[0];
}
