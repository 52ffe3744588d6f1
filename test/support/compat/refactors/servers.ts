import {
  type Json,
  type JsonObject,
  isObject,
  joinPointer,
  splitPointer,
  valueAt,
} from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting } from "../rewriting.ts";

/** Moves the servers of the document to its operations. */
export const serversToOperations = nodeRewriting(
  "say the servers of each operation",
  "operation",
  ({ node, document, pointer }) => {
    const [room = "", ...rest] = splitPointer(pointer);
    const ofPath = valueAt(document, joinPointer("", room, ...rest.slice(0, -1), "servers"));
    const isOperation = room === "paths" && rest.length === 2 && node["servers"] === undefined && ofPath === undefined;
    return isOperation && document["servers"] !== undefined ? { ...node, servers: document["servers"] } : undefined;
  },
);

/** Moves the first segment of all paths to the servers. */
export const segmentToServers: Rewriting = {
  name: "move the first segment of all paths to the servers",
  rewrite(document) {
    const { paths } = document;
    if (!isObject(paths) || JSON.stringify(document).includes("#/paths/")) return undefined;
    const [segment = "", ...others] = new Set(Object.keys(paths).map((path) => /^\/[^/{}]+(?=\/)/.exec(path)?.[0]));
    const items = Object.values(paths);
    if (segment === "" || others.length > 0 || items.some(hasServers)) return undefined;
    const servers = (document["servers"] ?? [{ url: "" }]) as readonly JsonObject[];
    const moved = Object.entries(paths).map(([path, item]): [string, Json] => [path.slice(segment.length), item]);
    return {
      ...document,
      servers: servers.map((server) => ({ ...server, url: String(server["url"]).replace(/\/?$/, segment) })),
      paths: Object.fromEntries(moved),
    };
  },
};

function hasServers(item: Json): boolean {
  return isObject(item) && [item, ...Object.values(item)].some((one) => isObject(one) && one["servers"] !== undefined);
}
