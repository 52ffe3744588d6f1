import {
  type Contract,
  type JsonObject,
  type Operation,
  foldedName,
  isJson,
  isObject,
  listPropertyNames,
  validatorOf,
} from "../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { getContentType } from "../model/response-media.ts";
import { requestMedia } from "../requests/wire.ts";
import { rolesFor } from "../model/roles.ts";

/** Tags for items that a run creates on a live deployment, so that a person can find remaining items. */
export interface Tagging {
  /** Request with the tag, if it creates an item and its schema has a property for tags. Else the request itself. */
  tagRequest(request: WireRequest, operation: Operation, contract: Contract): WireRequest;
  /**
   * Retries a refused tagged request without the tag, because a target may accept only tags that it knows. If the retry
   * succeeds, further requests of the operation get no tag.
   */
  withoutIt(marked: Exchange, plain: () => Promise<Exchange>, operation: Operation): Promise<Exchange>;
}

/** Names of properties for tags, in lower case without separators. */
const tagNames: readonly string[] = ["tags", "labels"];

/** Status codes that refuse the content of a request. */
const refusals: readonly number[] = [400, 422];

/** Maximum unsuccessful retries without the tag per operation. */
const MAX_FAILED_RETRIES = 3;

/** @param tag stable text that contains the seed of the run. */
export function createTagging(tag: string): Tagging {
  const without = new Set<Operation>();
  const inVain = new Map<Operation, number>();
  return {
    tagRequest(request, operation, contract) {
      if (without.has(operation) || rolesFor(contract).get(operation)?.kind !== "create") return request;
      const pointer = requestMedia(operation)?.schema?.pointer;
      const body = isJson(getContentType(request)) ? jsonIn(request) : undefined;
      if (pointer === undefined || !isObject(body)) return request;
      const violations = validatorOf(contract, pointer, "request");
      // Invalid requests are not tagged.
      if (violations(body).length > 0) return request;
      const fitting = createTaggedBodies(body, listTagNames(operation, contract), tag).find(
        (each) => violations(each).length === 0,
      );
      if (fitting) return { ...request, body: JSON.stringify(fitting) };
      return request;
    },
    async withoutIt(marked, plain, operation) {
      const tries = inVain.get(operation) ?? 0;
      if (!refusals.includes(marked.response.status) || tries >= MAX_FAILED_RETRIES) return marked;
      const result = await plain();
      if (result.response.status < 300) without.add(operation);
      else inVain.set(operation, tries + 1);
      return result;
    },
  };
}

function listTagNames(operation: Operation, contract: Contract): readonly string[] {
  const schema = requestMedia(operation)?.schema?.value;
  if (schema === undefined) return [];
  return [...listPropertyNames(contract, schema)].filter((name) => tagNames.includes(foldedName(name)));
}

/** Bodies with the tag in a new array, or appended to existing tags. */
function createTaggedBodies(body: JsonObject, names: readonly string[], tag: string): readonly JsonObject[] {
  return names.flatMap((name): readonly JsonObject[] => {
    const original = body[name];
    // An empty array stays empty, because it is a test case of its own.
    if (Array.isArray(original)) {
      if (original.length === 0) return [];
      return [{ ...body, [name]: [...original, tag] }];
    }
    if (original === undefined) return [{ ...body, [name]: [tag] }];
    return [];
  });
}
