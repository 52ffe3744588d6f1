import { lineBreaksIn, lineAtOffset } from "../text/line-breaks.ts";
import { type YamlTree, treeOf } from "./yaml-tree.ts";

/**
 * For the tokens of a pointer into YAML text, the line of its key, or of the nearest part of it that exists;
 * of duplicate keys the last one counts, as in the parser.
 */
export function createYamlLineFinder(
  text: string,
  tree: YamlTree | undefined = treeIn(text),
): (tokens: readonly string[]) => number {
  const known = new Map<number, ReadonlyMap<string, { readonly key: number; readonly value: number }>>();
  const breaks = lineBreaksIn(text);

  return (tokens) => {
    if (tree?.root === undefined) return 1;
    let offset = tree.offsetOf(tree.root);
    let node = tree.root;
    for (const token of tokens) {
      const member = membersAt(tree, node).get(token);
      if (member === undefined) break;
      offset = tree.offsetOf(member.key);
      node = member.value;
    }
    return lineAtOffset(breaks, offset);
  };

  function membersAt(whole: YamlTree, node: number): ReadonlyMap<string, { key: number; value: number }> {
    let members = known.get(node);
    if (!members) known.set(node, (members = new Map([...whole.membersOf(node)].map((each) => [each.name, each]))));
    return members;
  }
}

/** A file may be another one by the time that a line is asked for. */
function treeIn(text: string): YamlTree | undefined {
  try {
    return treeOf(text);
  } catch {
    return undefined;
  }
}
