import {
  type Json,
  type JsonObject,
  isObject,
  joinPointer,
  validatorOf,
  listMemberSchemas,
  listSchemaParts,
} from "../../contracts/index.ts";
import { findAlterations } from "../items/alterations.ts";
import {
  type OperationExchange,
  selectKeptMembers,
  lostMapEntry,
  readSentItem,
  readShownItem,
  writesItem,
} from "../items/fields.ts";
import { rolesFor } from "../model/roles.ts";
import { toGenericPointer } from "../model/generic-pointer.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { findResponseMedia } from "../model/response-media.ts";
import type { Flaw } from "./finding.ts";
import type { Check, CheckContext } from "./check.ts";
import { requestMedia } from "../requests/wire.ts";

/** Words in a name or description that announce normalisation of a text. */
const normalising = /lower|upper|\bcase|trim|space|normali[sz]|canonical|slug/i;
/** Formats in which spellings can be equivalent (RFC 3986, RFC 4122, RFC 5321). */
const formatsWithEquivalents = new Set([
  "email",
  "idn-email",
  "uri",
  "uri-reference",
  "hostname",
  "idn-hostname",
  "uuid",
]);

/**
 * Flaws of texts whose case or surrounding spaces changed. Contracts do not promise to keep a text exactly, so the basis
 * is assumed, except for listed values.
 */
function normalisedTexts(
  kept: JsonObject,
  shown: JsonObject,
  { contract, operation }: OperationExchange,
): readonly Flaw[] {
  const schema = requestMedia(operation)?.schema?.value ?? true;
  return Object.entries(kept).flatMap(([name, sent]): readonly Flaw[] => {
    const shownText = shown[name];
    if (typeof sent !== "string" || typeof shownText !== "string" || shownText === sent || !/^[ -~]*$/.test(sent))
      return [];
    const isCase = shownText === sent.toLowerCase() || shownText === sent.toUpperCase();
    if (!isCase && shownText !== sent.trim()) return [];
    const parts = listMemberSchemas(contract, schema, name).flatMap((member) => listSchemaParts(contract, member));
    // A listed value has an exact spelling, so another case is another value.
    const isListed = parts.some((part) => "enum" in part || "const" in part);
    const isFree = parts.every(
      ({ format, description }) =>
        !formatsWithEquivalents.has(String(format)) && !normalising.test(String(description ?? "")),
    );
    if (!isFree || parts.length === 0 || normalising.test(name)) return [];
    const what = isCase ? "case" : "spaces";
    const message = `The response shows at "/${name}" ${JSON.stringify(shownText)}, where ${JSON.stringify(sent)} was sent: its ${what} changed`;
    return [
      {
        key: `/${name} ${what}`,
        message,
        shown: { pointer: `/${name}`, actual: JSON.stringify(shownText) },
        ...(!isListed && { basis: "assumed" as const }),
      },
    ];
  });
}

/** Check that a response shows the sent values of properties in both bodies. Normalised values pass. */
export const echo: Check = {
  id: "echo",
  claim: "The response shows the values that the request sent",
  cause: "loss",
  appliesTo: concernsItemWrites,
  judge(exchange, context) {
    if (!concernsItemWrites(exchange, context)) return [];
    const { contract, operation } = context;
    const exchangeContext = { contract, operation, exchange };
    const shown = readShownItem(exchangeContext);
    const sent = shown && readSentItem(exchangeContext);
    const kept = sent && selectKeptMembers(sent, exchangeContext);
    if (!kept) return [];
    const shownListed = readShownItem({ ...exchangeContext, exchange: withoutUnlisted(exchange, context) }) ?? shown;
    const flaws = Object.entries(kept).flatMap(([name, value]) =>
      findEchoFlaws({ [name]: value as Json }, shownListed, exchangeContext),
    );
    return [...flaws, ...normalisedTexts(kept, shownListed, exchangeContext)];
  },
};

/** Exchange without unlisted values of open enums in the response, because such a value may stand for any sent one. */
function withoutUnlisted(exchange: Exchange, { contract, documented }: CheckContext): Exchange {
  const { response } = exchange;
  const schema = documented && findResponseMedia(response, documented)?.schema;
  const body = jsonIn(response);
  if (!schema || body === undefined) return exchange;
  const unlisted = validatorOf(contract, schema.pointer, "response")(body).filter(({ isOpen }) => isOpen);
  if (unlisted.length === 0) return exchange;
  const kept = omitPlaces(body, new Set(unlisted.map(({ pointer }) => pointer)));
  return { ...exchange, response: { ...response, body: JSON.stringify(kept) } };
}

/** Value without the properties at the given pointers, and without the arrays that contain such an item. */
function omitPlaces(value: Json, places: ReadonlySet<string>, pointer = ""): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) =>
      omitPlaces(item, places, joinPointer(pointer, String(index))),
    );
  if (!isObject(value)) return value;
  const keepsMember = ([name, member]: readonly [string, Json]): boolean => {
    const at = joinPointer(pointer, name);
    return !places.has(at) && !(Array.isArray(member) && member.some((_, index) => places.has(`${at}/${index}`)));
  };
  const members = (Object.entries(value) as [string, Json][]).filter(keepsMember);
  return Object.fromEntries(
    members.map(([name, member]) => [name, omitPlaces(member, places, joinPointer(pointer, name))]),
  );
}

function concernsItemWrites({ response }: Exchange, { contract, operation }: CheckContext): boolean {
  return response.status < 300 && writesItem(rolesFor(contract).get(operation)?.kind);
}

/** Flaws of one property. */
function findEchoFlaws(kept: JsonObject, shown: JsonObject, answered: OperationExchange): readonly Flaw[] {
  const lost = lostMapEntry(kept, shown, answered);
  if (lost !== undefined) {
    const message = `The response does not show "${lost}", which was sent`;
    return [{ key: `${lost.split("/", 2).join("/")} lost`, message, shown: { pointer: lost } }];
  }
  return findAlterations(kept, shown).map(({ pointer, expected, got }) => ({
    key: toGenericPointer(answered.contract, pointer),
    message: `The response shows at "${pointer}" ${got}, where ${expected} was sent`,
    shown: { pointer, expected, actual: got },
  }));
}
