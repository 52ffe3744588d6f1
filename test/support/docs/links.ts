import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";

/** Dead links of a built site. */
export function brokenLinksIn(site: string): readonly string[] {
  const pages = pagesIn(site);
  const anchors = new Map([...pages].map(([name, html]) => [name, anchorsIn(html)]));
  return [...pages].flatMap(([page, html]) =>
    linksIn(html).flatMap((href) => {
      const [path = "", anchor] = href.split("#");
      const target = fileOf(site, page, decodeURIComponent(path));
      if (target === undefined) return [`${page}: ${href} leads to no file`];
      if (anchor === undefined || anchor === "" || anchors.get(target)?.has(decodeURIComponent(anchor))) return [];
      return [`${page}: ${href} leads to no heading`];
    }),
  );
}

/** Pages of a built site that no other page links to. */
export function orphansIn(site: string): readonly string[] {
  const pages = pagesIn(site);
  const linked = new Set(
    [...pages].flatMap(([page, html]) =>
      linksIn(html)
        .map((href) => fileOf(site, page, decodeURIComponent(href.split("#")[0] ?? "")))
        .filter((target) => target !== page),
    ),
  );
  return [...pages.keys()].filter((page) => !linked.has(page) && page !== "404.html");
}

function pagesIn(site: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(site, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".html"))
      .map((name) => name.replaceAll("\\", "/"))
      .map((name) => [name, readFileSync(join(site, name), "utf8")]),
  );
}

/** Links of a page to pages of the site, each once. */
function linksIn(html: string): readonly string[] {
  const links = [...html.matchAll(/ href="([^"]*)"/g)].map((match) => (match[1] as string).replaceAll("&amp;", "&"));
  return [...new Set(links)].filter((href) => !/^(https?:|data:|mailto:)/.test(href));
}

/** Scripts, styles, fonts and images that a built site loads from other hosts. */
export function foreignFilesIn(site: string): readonly string[] {
  return readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(html|css)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(site, name), "utf8");
      const loaded = [
        ...text.matchAll(/<(?:script|img|iframe|source)[^>]* src="(https?:[^"]+)"/g),
        ...text.matchAll(/<link[^>]* href="(https?:[^"]+)"/g),
        ...(name.endsWith(".css") ? text.matchAll(/url\(["']?(https?:[^)"']+)/g) : []),
      ];
      return loaded.map((match) => `${name}: ${match[1]}`);
    });
}

function anchorsIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] as string));
}

/** File of the site that a path leads to, from the page that has the link. */
function fileOf(site: string, page: string, path: string): string | undefined {
  if (path === "") return page;
  const whole = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(page), path);
  const candidates = [whole, `${whole}.html`, posix.join(whole, "index.html")].filter((name) => name !== "");
  return candidates.find((name) => existsSync(join(site, name)) && /\.\w+$/.test(name));
}
