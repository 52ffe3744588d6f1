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
  const open: { readonly names?: Set<string>; token: string | number }[] = [];
  const mark = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\],]/g;
  for (const [found, colon] of text.matchAll(mark)) {
    const inner = open.at(-1);
    if (found === "{") open.push({ names: new Set(), token: "" });
    else if (found === "[") open.push({ token: 0 });
    else if (found === "}" || found === "]") open.pop();
    else if (found === ",") {
      if (typeof inner?.token === "number") inner.token++;
    } else if (colon !== undefined && inner?.names) {
      inner.token = JSON.parse(found.slice(0, -colon.length)) as string;
      if (inner.names.has(inner.token)) repeated.add(join("", ...open.map(({ token }) => token)));
      inner.names.add(inner.token);
    }
  }
  return [...repeated];
}

/** Returns the pointers of duplicate keys in YAML. */
export function repeatedKeysInYaml(text: string): string[] {
  const repeated = new Set<string>();
  const tree = parseYamlTree(text);
  if (tree.root !== undefined) visit(tree.root, "");
  return [...repeated];

  function visit(node: number, pointer: string): void {
    const seen = new Set<string>();
    for (const { name, value } of tree.membersOf(node)) {
      const at = join(pointer, name);
      if (seen.has(name)) repeated.add(at);
      seen.add(name);
      visit(value, at);
    }
  }
}
