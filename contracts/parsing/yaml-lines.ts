import { findLineBreaks, lineAtOffset } from "../text/line-breaks.ts";
import { type YamlTree, parseYamlTree } from "./yaml-tree.ts";

/**
 * Creates a function that returns the line of the key for the tokens of a pointer. Without a match, the nearest parent
 * counts. Of duplicate keys the last counts, as in the parser.
 */
export function createYamlLineFinder(
  text: string,
  tree: YamlTree | undefined = parseableTree(text),
): (tokens: readonly string[]) => number {
  const membersByNode = new Map<number, ReadonlyMap<string, { readonly key: number; readonly value: number }>>();
  const breaks = findLineBreaks(text);

  return (tokens) => {
    if (tree?.root === undefined) return 1;
    let offset = tree.offsetOf(tree.root);
    let node = tree.root;
    for (const token of tokens) {
      const member = getYamlMembers(tree, node).get(token);
      if (member === undefined) break;
      offset = tree.offsetOf(member.key);
      node = member.value;
    }
    return lineAtOffset(breaks, offset);
  };

  function getYamlMembers(yamlTree: YamlTree, node: number): ReadonlyMap<string, { key: number; value: number }> {
    let members = membersByNode.get(node);
    if (!members)
      membersByNode.set(node, (members = new Map([...yamlTree.membersOf(node)].map((each) => [each.name, each]))));
    return members;
  }
}

/** Returns undefined if the text is not YAML, because the file may have changed since it was parsed. */
function parseableTree(text: string): YamlTree | undefined {
  try {
    return parseYamlTree(text);
  } catch {
    return undefined;
  }
}
