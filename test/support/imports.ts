import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** Root of the repository. */
export const root = join(import.meta.dirname, "../..");

/** Source files with their text, by path from the root: "mock/index.ts". */
export type Sources = ReadonlyMap<string, string>;

/** TypeScript files of some folders, without tests. */
export function sourcesIn(folders: readonly string[]): Sources {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("node_modules/")),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

/** Modules that a file imports, types included, as it names them. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
}

/** Files of this repository that a file imports, as paths from the root. */
export function localImports(file: string, text: string): string[] {
  return importsOf(text)
    .filter((name) => name.startsWith("."))
    .map((name) => posix.normalize(posix.join(dirname(file), name)));
}

/** An import from one file to another, as a graph of names. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Imports between files. */
export function graphOf(sources: Sources): Graph {
  return new Map(
    [...sources].map(([file, text]) => [file, new Set(localImports(file, text).filter((name) => sources.has(name)))]),
  );
}

/** Imports between groups of files; `groupOf` names the group of a file. */
export function groupedGraph(graph: Graph, groupOf: (file: string) => string): Graph {
  const grouped = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const group = groupOf(file);
    const reached = grouped.get(group) ?? new Set();
    grouped.set(group, reached);
    for (const target of targets) if (groupOf(target) !== group) reached.add(groupOf(target));
  }
  return grouped;
}

/** Nodes that reach each other, in groups; each group sorted by name (Tarjan's strongly connected components). */
export function cyclesIn(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;

  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.get(node) as number);
    open.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(target) as number));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const component = open.splice(open.indexOf(node));
    if (component.length > 1 || graph.get(node)?.has(node)) cycles.push(component.toSorted());
  }
}
