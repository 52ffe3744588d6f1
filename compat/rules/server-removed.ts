import { compareNames } from "../model/usage-graph.ts";
import { rule } from "./support/rule.ts";
import { removedServers, replacedVersionPath } from "../pairing/servers.ts";
import { quote } from "../model/wording.ts";

export const serverRemoved = rule({
  id: "server-removed",
  on: "api",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  advice: [{ text: "Check which server you call." }],
  mirror: "server-added",
  why: "Consumers of the earlier contract send requests to the removed server.",
  compare(base, revision, report) {
    const kept = [...base.operations].flatMap(([key, operation]) => {
      const other = revision.operations.get(key);
      if (other && !operation.hasOwnServers && !other.hasOwnServers) return [operation];
      return [];
    });
    const served = kept.toSorted((one, other) => compareNames(one.name, other.name));
    for (const url of removedServers(base.servers, revision.servers)) {
      const place = {
        message: `Server ${quote(url)} was removed`,
        base: "/servers",
        revision: "/servers",
        values: [url],
      };
      const below = replacedVersionPath(url, revision.servers);
      if (below === undefined || served.length === 0) report({ ...place, question: "server-changed" });
      else
        for (const operation of served)
          report({ ...place, operation, below, removesOperation: true, question: "server-version-changed" });
    }
  },
});
