import { rule } from "./support/rule.ts";
import { removedServers, replacedVersionPath } from "../pairing/servers.ts";
import { quote } from "../model/wording.ts";

export const operationServerRemoved = rule({
  id: "operation-server-removed",
  on: "operation",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  mirror: "operation-server-added",
  why: "Consumers of the earlier contract send requests of this operation to the removed server.",
  compare(base, revision, report) {
    // Servers of the whole document are reported once, by another rule.
    if (!base.hasOwnServers && !revision.hasOwnServers) return;
    for (const url of removedServers(base.servers, revision.servers)) {
      const below = replacedVersionPath(url, revision.servers);
      report({
        message: `Operation "${base.name}" is no longer at ${quote(url)}`,
        base: base.pointer,
        revision: revision.pointer,
        values: [url],
        ...(below === undefined
          ? { question: "server-changed" }
          : { below, removesOperation: true, question: "server-version-changed" }),
      });
    }
  },
});
