import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import {
  type Json,
  type JsonObject,
  findUniqueMembers,
  listMemberSchemas,
  listSchemaParts,
  findResponse,
  extractItemId,
  uniquenessSentences,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { requestMedia } from "../requests/wire.ts";
import { listValidBodies, acceptsBody } from "./story/bodies.ts";
import { isSuccess } from "../items/fields.ts";
import type { Relation, Story } from "./story/relation.ts";
import { traceRefusal } from "./story/trace.ts";

const MAX_VARIANTS = 4;

/** A second create of a unique item is refused with 409, and the refused request changes nothing. */
export const conflict: Relation = {
  id: "conflict",
  claim: "An existing item cannot be created again",
  cause: "lives",
  needs: [],
  async holds(item, story) {
    if (!mayConflict(story) || isPut(story)) return [];
    const second = await repeatCreate(item, story);
    if (isSuccess(second)) {
      const broken = duplicateAccepted(item, second, story);
      if (broken.length > 0) return broken;
      const full = listValidBodies(story.contract, story.operation, item).at(-1);
      const rich =
        full && uniquenessSentences(story.contract, story.operation).length > 0
          ? await story.resource.createItem({ body: full })
          : undefined;
      const twice = rich && (await repeatCreate(rich, story));
      const brokenRich = rich && twice && isSuccess(twice) ? duplicateAccepted(rich, twice, story) : [];
      if (brokenRich.length > 0) return brokenRich;
      return acceptedWithMoreThanLean(item, story);
    }
    if (second.response.status !== 409) return [];
    const broken = await acceptedWithMore(item, story, [item.exchange, second]);
    if (broken.length > 0) return broken;
    return tracesOfVariants(item, story);
  },
};

/** True where a 409 is documented, by its status, by a range or by default, or where a description says what is unique. */
function mayConflict({ contract, operation }: Story): boolean {
  return findResponse(operation, 409) !== undefined || uniquenessSentences(contract, operation).length > 0;
}

/** A second PUT replaces the item, so it cannot conflict. */
function isPut({ operation }: Story): boolean {
  return operation.method === "PUT";
}

/** An idempotency key is not repeated, so that a second response is not that of the first request. */
function repeatCreate({ exchange }: Item, story: Story): Promise<Exchange> {
  return story.exchange(exchange.request);
}

/** A second create that was accepted, although `x-state` or a description makes it unique, or the client chose the id. */
function duplicateAccepted(item: Item, second: Exchange, story: Story): readonly Violation[] {
  const { resource, operation } = story;
  const made = resource.createdItem(second);
  const unique = operation.state?.unique ?? [];
  const isUnique = unique.length > 0 && unique.every((name) => !isBlankValue(item.sent[name]));
  const chosen = extractItemId(item.sent, resource.roleOf("read") ?? {});
  const isSame =
    made !== undefined &&
    second.response.status === 201 &&
    String(made.id) === String(item.id) &&
    chosen !== undefined &&
    String(chosen) === String(item.id);
  if (!isUnique && !isSame && !isDocumentedUnique(item, { made, second, story })) return [];
  const what =
    !isUnique && !isSame ? "The same request" : isSame ? `The id "${item.id}"` : `The same ${unique.join(", ")}`;
  const message = `${what} was accepted a second time (${second.response.status}), not refused with 409`;
  return [{ key: "second", message, exchange: second, otherExchanges: [item.exchange] }];
}

interface Duplicate {
  readonly made: Item | undefined;
  readonly second: Exchange;
  readonly story: Story;
}

/**
 * True where a description makes the item unique, the request has all members that the description names, and the
 * response has a new item. A response that repeats the first item is not a duplicate.
 */
function isDocumentedUnique(item: Item, { made, second: { response }, story }: Duplicate): boolean {
  const isAnother = made !== undefined && response.status === 201 && String(made.id) !== String(item.id);
  if (!isAnother) return false;
  const { contract, operation } = story;
  return uniquenessSentences(contract, operation).some((text) =>
    findUniqueMembers(contract, operation, text).every((name) => !isBlankValue(item.sent[name])),
  );
}

/** Repeats the comparison from a body with fewer members, because that body may be refused the second time. */
async function acceptedWithMoreThanLean(item: Item, story: Story): Promise<readonly Violation[]> {
  const [lean] = listValidBodies(story.contract, story.operation, item);
  const other = lean && (await story.resource.createItem({ body: lean }));
  const second = other && (await repeatCreate(other, story));
  if (other && second?.response.status === 409) return acceptedWithMore(other, story, [other.exchange, second]);
  return [];
}

/**
 * Duplicates that are refused with few members and accepted with more. Only free texts are added or changed: a new item
 * must be possible, and enum values select cases of the schema.
 */
async function acceptedWithMore(item: Item, story: Story, refused: readonly Exchange[]): Promise<readonly Violation[]> {
  const { contract, operation, resource } = story;
  for (const body of listValidBodies(contract, operation, item).toReversed()) {
    const free = Object.entries(body).filter(
      ([name, value]) => !isBlankValue(value) && isFreeText(name, value as Json, story),
    );
    const more = { ...item.sent, ...Object.fromEntries(free) };
    if (!acceptsBody(contract, operation, more) || Object.keys(more).length <= Object.keys(item.sent).length) continue;
    const other = await resource.createItem({ body: more });
    const second = other && (await repeatCreate(other, story));
    if (!second || !isSuccess(second)) return [];
    const message = `A repeated create request is refused with 409, but accepted with more members (${second.response.status})`;
    return [{ key: "uneven", message, exchange: second, otherExchanges: [...refused, other.exchange] }];
  }
  return [];
}

/** True for a member with a free text: no enum and no const. */
function isFreeText(name: string, value: Json, { contract, operation }: Story): boolean {
  const schema = requestMedia(operation)?.schema;
  const parts = schema
    ? listMemberSchemas(contract, schema.value, name).flatMap((member) => listSchemaParts(contract, member))
    : [];
  return (
    typeof value === "string" && parts.length > 0 && parts.every((part) => !("enum" in part) && !("const" in part))
  );
}

/** Repeats the create with one member changed. If it is refused, the existing item must stay unchanged. */
async function tracesOfVariants(item: Item, story: Story): Promise<readonly Violation[]> {
  const { contract, operation } = story;
  const otherBodies = listValidBodies(contract, operation, item);
  const variants = Object.keys(item.sent).flatMap((name): JsonObject[] => {
    const other = otherBodies.find(
      (body) =>
        !isBlankValue(body[name]) && canonicalJson(body[name] as Json) !== canonicalJson(item.sent[name] as Json),
    );
    if (other) return [{ ...item.sent, [name]: other[name] as Json }];
    return [];
  });
  for (const body of variants.filter((each) => acceptsBody(contract, operation, each)).slice(0, MAX_VARIANTS)) {
    const request = { ...item.exchange.request, body: JSON.stringify(body) };
    const { traces } = await traceRefusal(item, story, {
      what: "second refused with",
      refuse: () => story.exchange(request),
    });
    if (traces.length > 0) return traces;
  }
  return [];
}

function isBlankValue(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}
