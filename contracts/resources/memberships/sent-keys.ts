import type { Operation } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import { listMemberSchemas } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import type { Resource, Resources } from "../resources.ts";
import { type SentKeys, readLinkage } from "./linkage.ts";
import { holdsKey, holdsList, holdsObject } from "../sites.ts";

/** Maximum number of members beside the keys, such as a role: with more, a request makes an item of its own. */
const MAX_BESIDE = 3;

/** Ends of names for the key of an item, and beginnings that say nothing. */
const keyEnds = ["", "id", "ids", "key", "keys", "uuid", "uuids", "name", "names", "slug", "s", "es"];
const plainKeys = /^(id|uuid|guid|key|gid)$/;
const plainLists = /^(ids|uuids|keys|members|items|data|add)$/;

/** True if a word, a parameter or a member names the items of a resource: "users", "user_id", "userIds" for "/users". */
export function isNamedAfter({ collection }: Resource, names: readonly string[]): boolean {
  const noun = foldedName(singular(collection));
  return names.some((name) => {
    const folded = foldedName(name);
    return keyEnds.some((end) => folded === noun + end) || foldedName(singular(name)) === noun;
  });
}

/** Compiles the reading of the keys of a resource in requests. `words` name its items on this side: "members". */
export function createKeyReader(resources: Resources, resource: Resource, words: readonly string[]) {
  const { bodies, contract } = resources;
  const known = resource.item === undefined ? new Set<string>() : bodies.names(resource.item);
  const ownKeys = [resource.key?.property, resource.idParameter, ...words].map((each) => foldedName(each ?? ""));
  const forms = words.map((word) => foldedName(singular(word)));

  return { of: readSentKeys, isNoItem };

  /** The keys in a request that has nothing else of the items. */
  function readSentKeys(operation: Operation): SentKeys | undefined {
    const sent = bodies.requestSchema(operation);
    if (sent === undefined) return keysInQuery(operation);
    return keysInBody(sent) ?? readLinkage(resources, sent);
  }

  function keysInBody(sent: JsonSchema): SentKeys | undefined {
    if (holdsList(contract, sent)) return readKeyList({ allOf: listMemberSchemas(contract, sent, "items") }, undefined);
    const names = [...bodies.names(sent)];
    const found = names
      .map((name) => readNamedKeys(name, bodies.member(sent, name) ?? true))
      .filter((each) => each !== undefined)
      .toSorted((one, other) => Number(other.isList) - Number(one.isList))[0];
    const beside = names.filter((name) => name !== found?.name);
    if (beside.length <= MAX_BESIDE && beside.every(isBeside)) return found;
    return undefined;
  }

  /** True for a request without members of the items beside their keys. */
  function isNoItem(operation: Operation): boolean {
    const sent = bodies.requestSchema(operation);
    return sent === undefined || [...bodies.names(sent)].every(isBeside);
  }

  function isBeside(name: string): boolean {
    return !known.has(name) || isOwnKey(name);
  }

  function readNamedKeys(name: string, schema: JsonSchema): SentKeys | undefined {
    if (holdsList(contract, schema)) {
      if (isOwnList(name)) return readKeyList({ allOf: listMemberSchemas(contract, schema, "items") }, name);
      return undefined;
    }
    if (holdsKey(contract, schema)) {
      if (isOwnKey(name)) return { name, isList: false };
      return undefined;
    }
    const key = isNamedAfter(resource, [name]) && holdsObject(contract, schema) ? findOwnKey(schema) : undefined;
    if (key === undefined) return undefined;
    return { name, isList: false, key };
  }

  function readKeyList(entry: JsonSchema, name: string | undefined): SentKeys | undefined {
    const place = name === undefined ? {} : { name };
    if (holdsKey(contract, entry)) return { ...place, isList: true };
    const key = holdsObject(contract, entry) ? findOwnKey(entry) : undefined;
    const isOfKeys = key !== undefined && [...bodies.names(entry)].every((each) => each === key || !known.has(each));
    if (isOfKeys) return { ...place, isList: true, key };
    return undefined;
  }

  function findOwnKey(entry: JsonSchema): string | undefined {
    return [...bodies.names(entry)].find(
      (name) => isOwnKey(name) && holdsKey(contract, bodies.member(entry, name) ?? false),
    );
  }

  function keysInQuery({ parameters, method }: Operation): SentKeys | undefined {
    const found = parameters.find(
      ({ in: place, name }) => place === "query" && method !== "GET" && isNamedAfter(resource, [name]),
    );
    return found && { name: found.name, isList: holdsList(contract, found.schema.value) };
  }

  function isOwnKey(name: string): boolean {
    const folded = foldedName(name);
    return (
      plainKeys.test(folded) ||
      ownKeys.includes(folded) ||
      isNamedAfter(resource, [name]) ||
      forms.some((form) => folded === `${form}id` || folded === form)
    );
  }

  function isOwnList(name: string): boolean {
    const folded = foldedName(name);
    return (
      plainLists.test(folded) ||
      isNamedAfter(resource, [name]) ||
      forms.some((form) => [`${form}ids`, `${form}s`, form].includes(folded))
    );
  }
}
