import type { WireRequest } from "../model/wire-message.ts";
import {
  type Contract,
  type JsonObject,
  type Operation,
  folded,
  isJson,
  isObject,
  propertyNamesOf,
  validatorOf,
} from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { contentTypeOf } from "../model/media-of.ts";
import { requestMedia } from "../requests/wire.ts";
import { rolesFor } from "../model/roles.ts";

/** Tags what a run makes on a live deployment, so that a person finds what was left there. */
export interface Tagging {
  /** The request with the tag in it, where it makes something and its contract has room for one; else itself. */
  marked(request: WireRequest, operation: Operation, contract: Contract): WireRequest;
  /**
   * Is told how a request was answered that was marked. Tags that have to be known to the target are no place for one:
   * where it takes the request without, no other of the operation is marked.
   */
  withoutIt(marked: Exchange, plain: () => Promise<Exchange>, operation: Operation): Promise<Exchange>;
}

/** Fields that hold tags, as their folded names tell. */
const tagNames: readonly string[] = ["tags", "labels"];

/** Refusals for what a request says. */
const refusals: readonly number[] = [400, 422];

/** So often it is asked whether the tag was the reason; then it never is. */
const MOST_IN_VAIN = 3;

/** @param tag stable, with the seed of the run in it. */
export function createTagging(tag: string): Tagging {
  const without = new Set<Operation>();
  const inVain = new Map<Operation, number>();
  return {
    marked(request, operation, contract) {
      if (without.has(operation) || rolesFor(contract).get(operation)?.kind !== "create") return request;
      const pointer = requestMedia(operation)?.schema?.pointer;
      const body = isJson(contentTypeOf(request)) ? jsonIn(request) : undefined;
      if (pointer === undefined || !isObject(body)) return request;
      const violations = validatorOf(contract, pointer, "request");
      // What is to be refused stays as it is.
      if (violations(body).length > 0) return request;
      const fitting = candidates(body, namesOf(operation, contract), tag).find((each) => violations(each).length === 0);
      return fitting ? { ...request, body: JSON.stringify(fitting) } : request;
    },
    async withoutIt(marked, plain, operation) {
      const tries = inVain.get(operation) ?? 0;
      if (!refusals.includes(marked.response.status) || tries >= MOST_IN_VAIN) return marked;
      const answered = await plain();
      if (answered.response.status < 300) without.add(operation);
      else inVain.set(operation, tries + 1);
      return answered;
    },
  };
}

function namesOf(operation: Operation, contract: Contract): readonly string[] {
  const schema = requestMedia(operation)?.schema?.value;
  return schema === undefined
    ? []
    : [...propertyNamesOf(contract, schema)].filter((name) => tagNames.includes(folded(name)));
}

/** The bodies that have the tag: in a list that is not there yet, beside other tags, or in a map of labels. */
function candidates(body: JsonObject, names: readonly string[], tag: string): readonly JsonObject[] {
  return names.flatMap((name): readonly JsonObject[] => {
    const own = body[name];
    // A list that is empty is tried as one that is empty.
    if (Array.isArray(own)) return own.length === 0 ? [] : [{ ...body, [name]: [...own, tag] }];
    return own === undefined ? [{ ...body, [name]: [tag] }] : [];
  });
}
