import type * as Yaml from "js-yaml";
import { MAX_LEVELS } from "./bounds.ts";
import { loadYaml } from "./yaml.ts";

/** Member of a mapping (`name` is its key) or item of a sequence (`name` is its index). `key` and `value` are nodes. */
interface YamlMember {
  readonly name: string;
  readonly key: number;
  readonly value: number;
}

/** Positions of the nodes of a YAML text. Nodes are numbers, because large documents have millions. */
export interface YamlTree {
  /** Root node, or undefined if the text is empty. */
  readonly root: number | undefined;
  /** Returns the members of a mapping, or the items of a sequence. */
  membersOf(node: number): Iterable<YamlMember>;
  isMapping(node: number): boolean;
  /** Returns the offset in the text at which a node starts. */
  offsetOf(node: number): number;
}

/**
 * Parses a YAML text into a tree of positions.
 * @throws if the text is not YAML.
 */
export function parseYamlTree(text: string): YamlTree {
  return yamlTreeFromEvents(text, loadYaml().parseEvents(text, { maxDepth: MAX_LEVELS }));
}

/** Returns the tree for the events of a text that has been parsed. */
export function yamlTreeFromEvents(text: string, events: readonly Yaml.Event[]): YamlTree {
  const { EVENT_ID, getScalarValue } = loadYaml();
  const { SCALAR, MAPPING, SEQUENCE, ALIAS, DOCUMENT } = EVENT_ID;
  const count = events.length;
  const types = new Uint8Array(count);
  const starts = new Int32Array(count);
  const valueEnds = new Int32Array(count);
  const styles = new Uint8Array(count);
  /** Number of the first node after each node and its descendants. */
  const ends = new Int32Array(count);
  const openNodes: number[] = [];
  events.forEach((event, index) => {
    types[index] = event.type;
    ends[index] = index + 1;
    if (event.type === SCALAR) {
      [starts[index], valueEnds[index]] = [event.valueStart, event.valueEnd];
      styles[index] = event.style * 2 + Number(event.fast);
    } else if (event.type === ALIAS) starts[index] = event.anchorStart;
    else if (event.type === DOCUMENT) openNodes.push(index);
    else if (event.type === MAPPING || event.type === SEQUENCE) {
      starts[index] = event.start;
      openNodes.push(index);
    } else ends[openNodes.pop() as number] = index + 1;
  });

  return {
    root: count > 2 ? 1 : undefined,
    membersOf: walkYamlMembers,
    isMapping: (node) => types[node] === MAPPING,
    offsetOf: (node) => Math.max(starts[node] ?? 0, 0),
  };

  function* walkYamlMembers(node: number): Generator<YamlMember> {
    if (types[node] !== MAPPING && types[node] !== SEQUENCE) return;
    const last = (ends[node] as number) - 1;
    for (let at = node + 1, index = 0; at < last; index++) {
      const value = types[node] === MAPPING ? (ends[at] as number) : at;
      yield { name: types[node] === MAPPING ? keyText(at) : String(index), key: at, value };
      at = ends[value] as number;
    }
  }

  function keyText(node: number): string {
    if (types[node] !== SCALAR) return "";
    const style = ((styles[node] as number) >> 1) as Yaml.ScalarStyle;
    const [valueStart, valueEnd] = [starts[node] as number, valueEnds[node] as number];
    const isFast = (styles[node] as number) % 2 === 1;
    const noProperties = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1, chomping: 1, indent: 0 } as const;
    return getScalarValue(text, { ...noProperties, type: SCALAR, valueStart, valueEnd, style, fast: isFast });
  }
}
