import { join } from "../model/pointer.ts";
import { parseYamlTree } from "./yaml-tree.ts";

const [QUOTE, BACKSLASH, COLON, SPACE] = [0x22, 0x5c, 0x3a, 0x20] as const;

/** Counts the members of all objects in valid JSON. Duplicate keys count each time. */
export function countJsonMembers(json: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] !== QUOTE) continue;
    for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
    let next = at + 1;
    while ((json[next] as number) <= SPACE) next++;
    if (json[next] === COLON) count++;
  }
  return count;
}

/** Returns the pointers of duplicate keys in valid JSON. */
export function repeatedKeysInJson(text: string): string[] {
  const repeated = new Set<string>();
  const openContainers: { readonly names?: Set<string>; token: string | number }[] = [];
  const symbolPattern = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\],]/g;
  for (const [symbol, colon] of text.matchAll(symbolPattern)) {
    const innermost = openContainers.at(-1);
    if (symbol === "{") openContainers.push({ names: new Set(), token: "" });
    else if (symbol === "[") openContainers.push({ token: 0 });
    else if (symbol === "}" || symbol === "]") openContainers.pop();
    else if (symbol === ",") {
      if (typeof innermost?.token === "number") innermost.token++;
    } else if (colon !== undefined && innermost?.names) {
      innermost.token = JSON.parse(symbol.slice(0, -colon.length)) as string;
      if (innermost.names.has(innermost.token)) repeated.add(join("", ...openContainers.map(({ token }) => token)));
      innermost.names.add(innermost.token);
    }
  }
  return [...repeated];
}

/** Returns the pointers of duplicate keys in YAML. */
export function repeatedKeysInYaml(text: string): string[] {
  const repeated = new Set<string>();
  const tree = parseYamlTree(text);
  if (tree.root !== undefined) visitYamlNode(tree.root, "");
  return [...repeated];

  function visitYamlNode(node: number, pointer: string): void {
    const namesHere = new Set<string>();
    for (const { name, value } of tree.membersOf(node)) {
      const memberPointer = join(pointer, name);
      if (namesHere.has(name)) repeated.add(memberPointer);
      namesHere.add(name);
      visitYamlNode(value, memberPointer);
    }
  }
}
