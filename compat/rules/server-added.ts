import { rule } from "../rule.ts";
import { isAmong } from "../servers.ts";
import { quoted } from "../wording.ts";

export const serverAdded = rule({
  id: "server-added",
  on: "api",
  kind: "added",
  verdict: "non-breaking",
  section: "9.2",
  mirror: "server-removed",
  why: "Consumers of the earlier contract send their requests where they did.",
  compare(base, revision, report) {
    for (const url of revision.servers) {
      if (isAmong(url, base.servers)) continue;
      report({ message: `Server ${quoted(url)} was added`, base: "/servers", revision: "/servers", values: [url] });
    }
  },
});
