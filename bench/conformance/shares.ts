/** CPU profile in the format of Node's inspector. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[] | undefined;
}

/** Parts of Concord, by pattern of the file of a stack frame. */
const parts: readonly (readonly [part: string, file: RegExp])[] = [
  ["generation", /\/contracts\/generate\/|\/conformance\/requests\/|\/fast-check\//],
  ["validation", /\/conformance\/(checks|drift|exercise|relations)\/|\/ajv\/|\/contracts\/schema\/(validator|places)/],
  ["transport", /\/conformance\/target\/|\/undici\/|^node:(net|internal\/(streams|stream_base_commons))/],
];
const mock = /\/mock\//;
const ours = /\/conformance\//;
const collector = "(garbage collector)";
const passive = new Set(["(idle)", "(root)", "(program)"]);

/**
 * Share of CPU time of each part. A sample counts for the innermost part of its stack. All frames below a mock in the
 * same process count for the mock.
 */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profile): Readonly<Record<string, number>> {
  const partOf = new Map<number, string | undefined>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [root] = nodes;
  if (root) label(root, undefined);
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const name = byId.get(id)?.callFrame.functionName ?? "";
    if (passive.has(name)) continue;
    const part = name === collector ? "garbage collection" : (partOf.get(id) ?? "the rest");
    const time = timeDeltas[index] ?? 0;
    times.set(part, (times.get(part) ?? 0) + time);
    total += time;
  }
  return Object.fromEntries([...times].map(([part, time]) => [part, time / total]));

  function label(node: ProfileNode, above: string | undefined): void {
    const { url } = node.callFrame;
    const own = mock.test(url) ? "the mock" : parts.find(([, file]) => file.test(url))?.[0];
    // Callbacks of fast-check are not part of generation.
    const part = above === "the mock" ? above : (own ?? (ours.test(url) ? undefined : above));
    partOf.set(node.id, part);
    for (const child of node.children ?? []) {
      const next = byId.get(child);
      if (next) label(next, part);
    }
  }
}
