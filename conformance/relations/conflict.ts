import {
  type Json,
  type JsonObject,
  joinPointer,
  membersOf,
  partsOf,
  propertyNamesOf,
  responseFor,
  valueAt,
  idShown,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/values/index.ts";
import type { Exchange } from "../exchange.ts";
import { requestMedia } from "../requests/wire.ts";
import type { Item } from "../resource.ts";
import { bodiesFor, takes } from "./bodies.ts";
import { isSuccess } from "./fields.ts";
import { traceOf } from "./refused-no-trace.ts";
import type { Broken, Relation, Story } from "./relation.ts";
import { sentencesIn } from "./sentences.ts";

const MAX_VARIANTS = 4;

/** What may be there only once cannot be made twice, and the try leaves no trace in what there is. */
export const conflict: Relation = {
  id: "conflict",
  claim: "What is there cannot be made a second time",
  needs: [],
  async holds(item, story) {
    if (responseFor(story.operation, 409)?.status !== "409" || isPut(story)) return [];
    const second = await again(item, story);
    if (isSuccess(second)) {
      const broken = mayNotBe(item, second, story);
      if (broken.length > 0) return broken;
      const full = bodiesFor(story.contract, story.operation, item).at(-1);
      const rich = full && saidToBeUnique(story).length > 0 ? await story.resource.make({ body: full }) : undefined;
      const twice = rich && (await again(rich, story));
      const brokenToo = rich && twice && isSuccess(twice) ? mayNotBe(rich, twice, story) : [];
      return brokenToo.length > 0 ? brokenToo : refusedWith(item, story);
    }
    if (second.response.status !== 409) return [];
    const broken = await acceptedWithMore(item, story, [item.exchange, second]);
    return broken.length > 0 ? broken : varied(item, story);
  },
};

/** What is put a second time is replaced. */
function isPut({ operation }: Story): boolean {
  return operation.method === "PUT";
}

function again({ exchange }: Item, story: Story): Promise<Exchange> {
  return story.exchange(exchange.request);
}

/** A second one, where the contract says what is unique (`x-state`), or where the client has chosen its id. */
function mayNotBe(item: Item, second: Exchange, story: Story): readonly Broken[] {
  const { resource, operation } = story;
  const made = resource.made(second);
  const unique = operation.state?.unique ?? [];
  const isUnique = unique.length > 0 && unique.every((name) => !isAbsent(item.sent[name]));
  const chosen = idShown(item.sent, resource.roleOf("read") ?? {});
  const isSame =
    made !== undefined &&
    second.response.status === 201 &&
    String(made.id) === String(item.id) &&
    chosen !== undefined &&
    String(chosen) === String(item.id);
  if (!isUnique && !isSame && !isSaidOf(item, { made, second, story })) return [];
  const what =
    !isUnique && !isSame ? "The very same" : isSame ? `The id "${item.id}"` : `The same ${unique.join(", ")}`;
  const message = `${what} was accepted a second time (${second.response.status}), not refused with 409`;
  return [{ key: "second", message, exchange: second, rests: [item.exchange] }];
}

const uniqueWords =
  /\b(exists?|taken|duplicate|unique|overlap\w*|(already|is|are) (there|in use|used|known|registered|present)|(invited|registered|used|known|there|booked) already|(that|this|same) (name|slug|title|e?-?mail|address|key|code|number|id|handle|label|time)|there is (a|an|one))\b/i;
const otherWords =
  /\b(does not allow|running|progress|busy|locked|full|limit|stale|version|state|idempotency|archived|closed)\b/i;

/** What is written of the 409 that says that there may be one of something. */
function saidToBeUnique({ contract, operation }: Story): readonly string[] {
  const refusal = operation.responses.find(({ status }) => status === "409");
  const own = valueAt(contract.document, joinPointer(operation.pointer, "description"));
  const sentences = typeof own === "string" ? sentencesIn(own) : [];
  const said = [refusal?.description ?? "", ...sentences.filter((sentence) => /\b409\b|conflict/i.test(sentence))];
  return said.filter((text) => uniqueWords.test(text) && !otherWords.test(text));
}

interface Twice {
  readonly made: Item | undefined;
  readonly second: Exchange;
  readonly story: Story;
}

/**
 * Then the very same request cannot make another item, where it says all that could be meant. An answer with the same
 * item, or of an earlier time, is another way to say so.
 */
function isSaidOf(item: Item, { made, second: { request, response }, story }: Twice): boolean {
  const isAnother = made !== undefined && response.status === 201 && String(made.id) !== String(item.id);
  if (!isAnother || Object.keys(request.headers).some((name) => /idempoten/i.test(name))) return false;
  const { contract, operation } = story;
  const schema = requestMedia(operation)?.schema?.value ?? true;
  const names = [...propertyNamesOf(contract, schema)].filter((name) =>
    membersOf(contract, schema, name).every((member) => typeof member === "object" && member["readOnly"] !== true),
  );
  return saidToBeUnique(story).some((text) => {
    const named = names.filter((name) => new RegExp(`\\b${name.replaceAll(/[^\w]/g, ".")}\\b`, "i").test(text));
    return (named.length > 0 ? named : names).every((name) => !isAbsent(item.sent[name]));
  });
}

/** What is accepted twice with more members: whether it is refused with fewer of them. */
async function refusedWith(item: Item, story: Story): Promise<readonly Broken[]> {
  const [lean] = bodiesFor(story.contract, story.operation, item);
  const other = lean && (await story.resource.make({ body: lean }));
  const second = other && (await again(other, story));
  return other && second?.response.status === 409 ? acceptedWithMore(other, story, [other.exchange, second]) : [];
}

/**
 * What is refused for its members is refused as well with more of them. Texts may be others, else there would be
 * nothing to make; whatever chooses between cases stays as it is, or is left out.
 */
async function acceptedWithMore(item: Item, story: Story, refused: readonly Exchange[]): Promise<readonly Broken[]> {
  const { contract, operation, resource } = story;
  for (const body of bodiesFor(contract, operation, item).toReversed()) {
    const free = Object.entries(body).filter(([name, value]) => !isAbsent(value) && isText(name, value as Json, story));
    const more = { ...item.sent, ...Object.fromEntries(free) };
    if (!takes(contract, operation, more) || Object.keys(more).length <= Object.keys(item.sent).length) continue;
    const other = await resource.make({ body: more });
    const second = other && (await again(other, story));
    if (!second || !isSuccess(second)) return [];
    const message = `The same twice is refused with 409, and with more members it is accepted (${second.response.status})`;
    return [{ key: "uneven", message, exchange: second, rests: [...refused, other.exchange] }];
  }
  return [];
}

/** A text of any kind. */
function isText(name: string, value: Json, { contract, operation }: Story): boolean {
  const schema = requestMedia(operation)?.schema;
  const parts = schema ? membersOf(contract, schema.value, name).flatMap((member) => partsOf(contract, member)) : [];
  return (
    typeof value === "string" && parts.length > 0 && parts.every((part) => !("enum" in part) && !("const" in part))
  );
}

/** The same with one member changed: if it is refused all the same, what there is must stay as it is. */
async function varied(item: Item, story: Story): Promise<readonly Broken[]> {
  const { contract, operation } = story;
  const others = bodiesFor(contract, operation, item);
  const variants = Object.keys(item.sent).flatMap((name): JsonObject[] => {
    const other = others.find(
      (body) => !isAbsent(body[name]) && canonicalJson(body[name] as Json) !== canonicalJson(item.sent[name] as Json),
    );
    return other ? [{ ...item.sent, [name]: other[name] as Json }] : [];
  });
  for (const body of variants.filter((each) => takes(contract, operation, each)).slice(0, MAX_VARIANTS)) {
    const broken = await traceOf(item, story, "second refused with", () =>
      story.exchange({ ...item.exchange.request, body: JSON.stringify(body) }),
    );
    if (broken.length > 0) return broken;
  }
  return [];
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}
