import { rule } from "./support/rule.ts";
import { removedServers } from "../pairing/servers.ts";
import { quote } from "../model/wording.ts";

export const operationServerAdded = rule({
  id: "operation-server-added",
  on: "operation",
  kind: "added",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "operation-server-removed",
  why: "Consumers of the earlier contract still send requests to the earlier servers.",
  compare(base, revision, report) {
    // Servers of the whole document are reported once, by another rule.
    if (!base.hasOwnServers && !revision.hasOwnServers) return;
    for (const url of removedServers(revision.servers, base.servers)) {
      report({
        message: `Operation "${base.name}" is at ${quote(url)}, too`,
        base: base.pointer,
        revision: revision.pointer,
        values: [url],
      });
    }
  },
});
