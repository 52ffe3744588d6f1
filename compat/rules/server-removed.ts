import { rule } from "../rule.ts";
import { serversGone } from "../servers.ts";
import { quoted } from "../wording.ts";

export const serverRemoved = rule({
  id: "server-removed",
  on: "api",
  kind: "removed",
  verdict: "dangerous",
  section: "9.2",
  mirror: "server-added",
  why: "Consumers of the earlier contract send their requests there.",
  compare(base, revision, report) {
    for (const url of serversGone(base.servers, revision.servers)) {
      report({
        message: `Server ${quoted(url)} was removed`,
        base: "/servers",
        revision: "/servers",
        values: [url],
        question: "server-changed",
      });
    }
  },
});
