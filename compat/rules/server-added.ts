import { rule } from "./support/rule.ts";
import { removedServers } from "../pairing/servers.ts";
import { quote } from "../model/wording.ts";

export const serverAdded = rule({
  id: "server-added",
  on: "api",
  kind: "added",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "server-removed",
  why: "Consumers of the earlier contract still send requests to the earlier servers.",
  compare(base, revision, report) {
    for (const url of removedServers(revision.servers, base.servers)) {
      report({ message: `Server ${quote(url)} was added`, base: "/servers", revision: "/servers", values: [url] });
    }
  },
});
