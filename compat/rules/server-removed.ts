import { rule } from "../rule.ts";
import { isAmong } from "../servers.ts";
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
    for (const url of base.servers) {
      if (isAmong(url, revision.servers)) continue;
      const question = "server-changed";
      report({
        message: `Server ${quoted(url)} was removed`,
        base: "/servers",
        revision: "/servers",
        values: [url],
        question,
      });
    }
  },
});
