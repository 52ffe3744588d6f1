import { toList, object } from "../../../../contracts/model/json-parts.ts";
import type { Contract } from "../../../../contracts/model/contract.ts";
import type { HouseRule } from "./house-rule.ts";

export const apiUndescribed: HouseRule = {
  id: "api-undescribed",
  claim: "Every document describes its API and has a server with a host of its own",
  find(contract, { contracts }) {
    if (contract.kind !== "openapi") return [];
    const { document } = contract;
    const description = object(document["info"])["description"];
    const hosts = hostsOf(contract);
    const sameHost = contracts.find(
      (other) => other !== contract && hostsOf(other).some((host) => hosts.includes(host)),
    );
    return [
      ...(typeof description === "string" && description.trim() !== ""
        ? []
        : [{ pointer: "/info", message: "The API is not described" }]),
      ...(hosts.length > 0 ? [] : [{ pointer: "", message: "No server has a host" }]),
      ...(sameHost ? [{ pointer: "/servers", message: `"${sameHost.title}" has the same host` }] : []),
    ];
  },
};

function hostsOf({ document }: Contract): string[] {
  return toList(document["servers"]).flatMap((server) => {
    const { url } = object(server);
    return typeof url === "string" && URL.canParse(url) ? [new URL(url).host] : [];
  });
}
