import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judgedFindings, serverNames } from "../servers/server.ts";
import { type Page, code, page, table } from "./markdown.ts";

const folder = join(import.meta.dirname, "../servers");

/** Differences between servers of other authors and their documents, which conformance found. */
export function foundPage(): Page {
  const servers = serverNames().flatMap((name) => {
    const readme = readFileSync(join(folder, name, "README.md"), "utf8");
    const rows = judgedFindings(name).filter(({ verdict }) => verdict);
    if (rows.length === 0) return [];
    return [
      `## ${/^# (.*)$/m.exec(readme)?.[1] ?? name}`,
      table(
        ["operation", "found by", "the document", "the server"],
        rows.map(({ operation, check, why, against = "" }) => [
          operation === "*" ? "several" : code(operation),
          code(check),
          why,
          against,
        ]),
      ),
    ];
  });
  return page("reference/found.md", "Found by Concord", [
    "Servers of other authors, and small applications on frameworks of other authors, conformed to the documents that they publish. Each row is a kind of finding that was judged by hand and is a difference between a server and its own document. Some are defaults of a framework that its users may want.",
    `${code("npm run servers")} installs the servers, conforms them with three seeds, and fails for a finding that nobody judged or that was judged false. Folders, versions and verdicts are in ${code("tools/servers")} of the repository.`,
    ...servers,
  ]);
}
