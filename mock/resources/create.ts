import { createLinkedItem } from "./members/linked-item.ts";
import type { OperationRole, ResourceContext } from "./resource-context.ts";
import {
  type Json,
  type JsonObject,
  type Role,
  type Violation,
  createParameterReader,
  extractItemId,
  listPropertyNames,
  splitPropertyPath,
  valueAtPath,
  listSentSteps,
  joinPointer,
  listJsonTypes,
  validatorOf,
  article,
  singular,
} from "../../contracts/index.ts";
import { createJudge } from "../calls/assumed.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import type { Stored } from "../state/stored.ts";
import { type Awaitable, whenKnown } from "../model/awaitable.ts";
import type { Refusal } from "../model/problem.ts";
import { createAnsweredIdentity, createLocationHeader, findIdParameter } from "./location.ts";
import { findConflictStatus, createNewItemCheck } from "./conflicts.ts";
import { listEntryItems } from "./members/members.ts";
import { withWrapper, withoutWrapper } from "./bodies/wrapper.ts";
import { type CompletedItem, compileCollection, createItemCompletion, itemAnswer } from "./resource.ts";

/** Maximum number of tries to generate a free id: few ids match some patterns. */
const MAX_TRIES = 100;

/** Marks an id that cannot be used. Never sent: the next id is tried. */
const unusableId: Refusal = { refused: "The id cannot be used", status: 409 };

/** Creates an item with the id in the request, or with a generated one. */
export function createHandler(context: ResourceContext): Handler {
  const { role, representations, operation } = context;
  const collection = compileCollection(role);
  const idViolationsOf = createIdCheck(context);
  const locationOf = createLocationHeader(context);
  const identityOf = createAnsweredIdentity(context);
  const completeItem = createItemCompletion(context);
  const checkNewItem = createNewItemCheck(context);
  const slugOf = compileSlug(context);
  const linkedItem = createLinkedItem(context);
  const { sentKey } = role;
  // If the request has a place for the key, the client chooses it, and no other key replaces it.
  const isChosenByClient =
    sentKey !== undefined ||
    representations.writableProperties(operation).has(firstIdProperty(role)) ||
    takesAnyMember(context);
  const bodyTypes = listJsonTypes(context.contract, representations.shapeOf(operation));
  const answersWithId = !bodyTypes.includes("object") && !bodyTypes.includes("array");
  const first = context.isSeeded ? findLargestShownId(context) : 0;
  const isDocumented = operation.responses.some(({ status }) => status === "409");
  return (call) => {
    const body = withoutWrapper(call.input.body, role);
    return whenKnown(checkNewItem?.(call, body), (refusal) => refusal ?? createFromBody(call, body));
  };

  function createFromBody(call: Call, body: JsonObject): Awaitable<Answer | Refusal> {
    const sent = extractItemId(body, role) ?? readSentKey(call, body, sentKey);
    const faults = idViolationsOf(sent);
    if (faults && faults.length > 0 && isChosenByClient) return refuseUnusableKey(call.input.body, faults);
    const given = faults?.length === 0 ? (sent as string | number) : undefined;
    if (given === undefined) return createWithNewId(call, body, 1);
    return whenKnown(linkedItem?.(call, String(given)), (linked) =>
      whenKnown(createWithId(call, { ...linked, ...body }, { id: given, tries: 0 }), (answer) =>
        answer === unusableId ? createWithNewId(call, body, 1) : answer,
      ),
    );
  }

  function createWithNewId(call: Call, body: JsonObject, tries: number): Awaitable<Answer | Refusal> {
    return whenKnown(chooseNewId(call, body, tries), (id) =>
      whenKnown(createWithId(call, body, { id, tries }), (answer) =>
        answer === unusableId ? createWithNewId(call, body, tries + 1) : answer,
      ),
    );
  }

  /** Creates the item with an id: the given one in try 0, else a generated one. */
  function createWithId(
    call: Call,
    body: JsonObject,
    { id, tries }: { readonly id: string | number; readonly tries: number },
  ): Awaitable<Answer | Refusal> {
    const isGiven = tries === 0;
    const address = { organization: call.world.organization, collection: collection(call), id: String(id) };
    let made: CompletedItem | undefined;
    const changing = call.store.change(address, (current) => {
      if (current && isGiven && (isChosenByClient || isDocumented)) return refuseTaken(context, id);
      if (current && !isGiven) {
        if (tries < MAX_TRIES) return unusableId;
        return refuseWithoutFreeId();
      }
      const item = completeItem(call, address, { body, id, current: undefined });
      if ("refused" in item) return item;
      made = item;
      // A response without the key shows no other one.
      if (!isGiven || role.idProperty === undefined || String(extractItemId(item.stored.value, role)) === String(id))
        return item.stored;
      if (isChosenByClient)
        return refuseUnusableKey(call.input.body, [{ expected: "an id that can be shown", got: JSON.stringify(id) }]);
      return unusableId;
    });
    return whenKnown(changing, (next) =>
      next === null || "refused" in next ? (next ?? unusableId) : answerWith(call, next, { id, made }),
    );
  }

  function answerWith(
    call: Call,
    stored: Stored,
    { id, made }: { readonly id: string | number; readonly made: CompletedItem | undefined },
  ): Answer {
    const { value, fitting } = itemAnswer(stored, role, made);
    const location = locationOf(call, id);
    const headers = location === undefined ? undefined : { location };
    const others = { stored, headers, now: call.now };
    if (answersWithId) return { value: bodyTypes.includes("string") ? String(id) : id, ...others };
    if (identityOf) return { value: withWrapper({ ...stored.value, ...identityOf(call, id) }, role), ...others };
    return { value, fitting, ...others };
  }

  function chooseNewId(
    { store, world: { organization, faults }, seed }: Call,
    body: JsonObject,
    tries: number,
  ): Awaitable<string | number> {
    const name = slugOf(body);
    if (name !== undefined) return tries === 1 ? name : `${name}-${tries}`;
    return whenKnown(store.next(organization), (counter) => {
      const id = representations.newId(role, operation, `${seed} ${organization} ${counter}`, first + counter);
      const replaced = typeof id === "string" ? faults.calls?.idOf?.(id) : undefined;
      if (replaced !== undefined && representations.allowsAnyId(role, operation)) return replaced;
      return id;
    });
  }

  function refuseWithoutFreeId(): Refusal {
    const refused = `There is no free id for another ${singular(role.collection)}: all that were tried are taken`;
    return { refused, status: findConflictStatus(operation), code: "already_exists" };
  }

  /** Refuses a key of the client that the contract allows in the body but not in the path. */
  function refuseUnusableKey(
    sentBody: Json | undefined,
    faults: readonly Pick<Violation, "expected" | "got">[],
  ): Refusal {
    const { idProperty = "" } = role;
    const pointer = joinPointer("", ...listSentSteps(sentBody, role), ...idProperty.split("."));
    const violations = faults.map(({ expected, got }) => ({ in: "body" as const, pointer, expected, got }));
    const refused = `No path can name ${article(singular(role.collection))} by this ${idProperty}`;
    return { refused, status: findConflictStatus(operation), code: "invalid_key", violations };
  }
}

/** Ids above it may be too large for the type of a key. */
const MAX_SHOWN_ID = 1_000_000_000;

/** The largest number that identifies an item in the documented lists and items of a collection. */
function findLargestShownId({ contract, lister, reader, representations }: ResourceContext): number {
  const shown = [lister, reader].flatMap((part) => {
    if (!part || !representations.isShownByExample(part.operation)) return [];
    const example = representations.example(part.operation, "");
    if (part.role.kind !== "list") return [extractItemId(withoutWrapper(example, part.role), part.role)];
    const steps = splitPropertyPath(contract, representations.shapeOf(part.operation), part.role.itemsProperty);
    return listEntryItems(valueAtPath(example, steps), part.role).map((item) => extractItemId(item, part.role));
  });
  const numbers = shown.filter((id) => typeof id === "number" && id < MAX_SHOWN_ID) as number[];
  return numbers.reduce((largest, id) => Math.max(largest, id), 0);
}

/** Refuses a new item whose key another item has. */
export function refuseTaken({ operation, role }: OperationRole, id: string | number): Refusal {
  return {
    refused: `There already is ${article(singular(role.collection))} "${id}"`,
    status: findConflictStatus(operation),
    code: "already_exists",
  };
}

/** True if neither a request nor the item documents any member, so that a request may have the key. */
function takesAnyMember({ contract, operation, role, representations, presenter }: ResourceContext): boolean {
  const { value: shown = true } = representations.schemaOf(presenter.operation) ?? {};
  const documented = [...representations.writableProperties(operation), ...listPropertyNames(contract, shown)];
  return role.idProperty !== undefined && operation.body !== undefined && documented.length === 0;
}

/** Key of a new item that a request has under another name than the item. */
function readSentKey({ input }: Call, body: JsonObject, sentKey: string | undefined): Json | undefined {
  if (sentKey === undefined) return undefined;
  return body[sentKey] ?? input.parameters[sentKey];
}

function firstIdProperty({ idProperty = "" }: Role): string {
  return idProperty.split(".", 1)[0] as string;
}

/**
 * Compiles the check of an id in a request against the path parameter of the item. It returns undefined if the request
 * has no id, or must not have one.
 */
function createIdCheck({ contract, operation, role, representations, reader, atItem, strictAssumed }: ResourceContext) {
  const isFixed =
    (role.idProperty === undefined && role.sentKey === undefined) ||
    (role.sentKey === undefined &&
      [operation, ...(reader ? [reader.operation] : [])].some((each) =>
        representations.isReadOnly(each, firstIdProperty(role)),
      ));
  const parameter = findIdParameter(atItem);
  const parameterReader = parameter && createParameterReader(contract, parameter);
  const judge = parameter && createJudge(contract, parameter.schema, parameter.basis, strictAssumed);
  return (sent: Json | undefined): readonly Violation[] | undefined => {
    if (isFixed || (typeof sent !== "number" && typeof sent !== "string") || sent === "") return undefined;
    if (parameterReader && judge) return judge(parameterReader.fromText(String(sent))).refusing;
    return [];
  };
}

const slugNames = /(^|[^a-z])slug$/i;
const titleNames = ["name", "title", "display_name", "displayName", "label"];

/** Derives a slug from the name in a request, if the key of the collection is a slug. */
function compileSlug({ contract, role, atItem }: ResourceContext): (body: JsonObject) => string | undefined {
  const parameter = findIdParameter(atItem);
  const validate = parameter && validatorOf(contract, parameter.schema.pointer, "request");
  if (!slugNames.test(role.idProperty ?? role.idParameter ?? "")) return () => undefined;
  return (body) => {
    const title = titleNames.map((name) => body[name]).find((value) => typeof value === "string");
    const slug = String(title ?? "")
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[\u0300-\u036F]/g, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "");
    if (slug === "" || (validate && validate(slug).length > 0)) return undefined;
    return slug;
  };
}
