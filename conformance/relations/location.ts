import { decodeSegment, extractItemId } from "../../contracts/index.ts";
import { isGone } from "../items/fields.ts";
import type { Relation } from "./story/relation.ts";
import { resolveTargetPath, compilePathTemplate } from "./story/target-path.ts";

/** The Location header of a create response leads to the item, or to its status monitor (RFC 9110, 10.2.2 and 15.3.3). */
export const location: Relation = {
  id: "location",
  claim: "The Location header of a created item leads to the item",
  needs: ["read"],
  async holds(item, story) {
    const reader = story.resource.operationOf("read");
    const text = item.exchange.response.headers["location"];
    const path = text === undefined ? undefined : resolveTargetPath(text, item.exchange.request.path, story);
    if (!reader || path === undefined) return [];
    const named = compilePathTemplate(reader.path)
      .exec(path.split("?", 1)[0] as string)
      ?.at(-1);
    const id = named === undefined ? undefined : decodeSegment(named);
    const shown = extractItemId(item.value, story.resource.roleOf("read") ?? {});
    if (id !== undefined && shown !== undefined && id !== String(item.id)) {
      const message = `The Location of "${item.id}" leads to "${id}"`;
      return [{ key: "another", message, exchange: item.exchange }];
    }
    const exchange = await story.exchange(
      { method: "GET", path, headers: { accept: "application/json, */*" } },
      reader,
    );
    if (!isGone(exchange)) return [];
    const message = `The Location leads nowhere: ${path} is answered with ${exchange.response.status}`;
    return [{ key: "nowhere", message, exchange: item.exchange }];
  },
};
