import type * as Yaml from "js-yaml";
import { MAX_LEVELS } from "./bounds.ts";
import { loadYaml } from "./yaml.ts";

/** A member of a mapping (its key as text), or an item of a sequence (its index), by the numbers of nodes. */
interface YamlMember {
  readonly name: string;
  readonly key: number;
  readonly value: number;
}

/** Where each node of a YAML text begins, kept small: documents have millions. */
export interface YamlTree {
  /** The number of the outermost node; undefined where the text holds none. */
  readonly root: number | undefined;
  /** What lies right below a node. */
  membersOf(node: number): Iterable<YamlMember>;
  isMapping(node: number): boolean;
  /** The offset in the text at which a node begins. */
  offsetOf(node: number): number;
}

/**
 * The nodes of a YAML text, in the order in which they are written.
 * @throws where the text is no YAML.
 */
export function treeOf(text: string): YamlTree {
  return treeFrom(text, loadYaml().parseEvents(text, { maxDepth: MAX_LEVELS }));
}

/** The same of a text that has been parsed. */
export function treeFrom(text: string, events: readonly Yaml.Event[]): YamlTree {
  const { EVENT_ID, getScalarValue } = loadYaml();
  const { SCALAR, MAPPING, SEQUENCE, ALIAS, DOCUMENT } = EVENT_ID;
  const count = events.length;
  const types = new Uint8Array(count);
  const starts = new Int32Array(count);
  const stops = new Int32Array(count);
  const looks = new Uint8Array(count);
  /** The number behind all that belongs to a node. */
  const ends = new Int32Array(count);
  const open: number[] = [];
  events.forEach((event, index) => {
    types[index] = event.type;
    ends[index] = index + 1;
    if (event.type === SCALAR) {
      [starts[index], stops[index]] = [event.valueStart, event.valueEnd];
      looks[index] = event.style * 2 + Number(event.fast);
    } else if (event.type === ALIAS) starts[index] = event.anchorStart;
    else if (event.type === DOCUMENT) open.push(index);
    else if (event.type === MAPPING || event.type === SEQUENCE) {
      starts[index] = event.start;
      open.push(index);
    } else ends[open.pop() as number] = index + 1;
  });

  return {
    root: count > 2 ? 1 : undefined,
    membersOf,
    isMapping: (node) => types[node] === MAPPING,
    offsetOf: (node) => Math.max(starts[node] ?? 0, 0),
  };

  function* membersOf(node: number): Generator<YamlMember> {
    if (types[node] !== MAPPING && types[node] !== SEQUENCE) return;
    const last = (ends[node] as number) - 1;
    for (let at = node + 1, index = 0; at < last; index++) {
      const value = types[node] === MAPPING ? (ends[at] as number) : at;
      yield { name: types[node] === MAPPING ? textOf(at) : String(index), key: at, value };
      at = ends[value] as number;
    }
  }

  function textOf(node: number): string {
    if (types[node] !== SCALAR) return "";
    const style = ((looks[node] as number) >> 1) as Yaml.ScalarStyle;
    const [valueStart, valueEnd] = [starts[node] as number, stops[node] as number];
    const fast = (looks[node] as number) % 2 === 1;
    const none = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1, chomping: 1, indent: 0 } as const;
    return getScalarValue(text, { ...none, type: SCALAR, valueStart, valueEnd, style, fast });
  }
}
