import type { Story } from "./relation.ts";

/** The path of a URL or of a reference, relative to the target. Returns undefined for another host. */
export function resolveTargetPath(text: string, from: string, { target }: Story): string | undefined {
  const base = URL.parse(target.url + from);
  const found = base && URL.parse(text, base.href);
  const prefix = new URL(target.url).pathname.replace(/\/$/, "");
  if (!base || !found || found.host !== base.host || !found.pathname.startsWith(prefix)) return undefined;
  return found.pathname.slice(prefix.length) + found.search;
}

/** The paths of a template. Each group is the value of a path parameter. */
export function compilePathTemplate(path: string): RegExp {
  const escaped = path.split(/\{[^{}]+\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("([^/]+)")}/?$`);
}
