import { flagsOfAction } from "./actions/effect.ts";
import { withItemAbove } from "./actions/item-above.ts";
import { deleteHandler } from "./actions/removal.ts";
import { withDeletedItems } from "./actions/soft-deletion.ts";
import { withPages } from "./actions/paged-action.ts";
import { toMembers, pickMembers } from "./members/members.ts";
import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Json,
  type JsonObject,
  canonicalPath,
  isObject,
  extractItemId,
  saysUpsert,
  valueAtPath,
  withValueAtPath,
  omitUndefined,
} from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import { whenKnown } from "../model/awaitable.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address } from "../state/store.ts";
import { copyHandler } from "./copy.ts";
import { createHandler } from "./create.ts";
import { batchHandler } from "./batch-handler.ts";
import { withEmbedding } from "./embedded.ts";
import { createExamples } from "./examples.ts";
import { listHandler } from "./lists/list.ts";
import { withWrapper, withoutWrapper } from "./bodies/wrapper.ts";
import { compileAddress, compileCollection, notFound, itemAnswer } from "./resource.ts";
import { withQueryMembers } from "./members/query-members.ts";
import { singletonActionHandler, singletonHandler } from "./singleton.ts";
import { updateHandler } from "./update.ts";

/** Creates the handler of an operation by its role. */
export function createRoleHandler(context: ResourceContext): Handler {
  const whole = withEmbedding(context, withQueryMembers(context, handlerOfOne(context)));
  const one = withItemAbove(context, whole);
  if (context.role.each === undefined) return one;
  return batchHandler(context, one);
}

function handlerOfOne(context: ResourceContext): Handler {
  switch (context.role.kind) {
    case "create":
      if (saysUpsert(context.contract, context.operation)) return upsertHandler(context);
      return createHandler(context);
    case "copy":
      return copyHandler(context);
    case "read":
      return readHandler(context);
    case "transition":
    case "replace":
    case "update":
      return updateHandler(context);
    case "delete":
      return deleteHandler(context);
    case "list":
      return withDeletedItems(context, listHandler(context));
    case "singleton":
      return singletonHandler(context);
    case "action":
      if (context.singleton) return singletonActionHandler(context, context.singleton, actionHandler(context));
      return actionHandler(context);
  }
}

/** Changes the item that a request to create one names, if it exists. */
function upsertHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = compileAddress(role);
  const [create, update] = [createHandler(context), updateHandler(context)];
  return async (call) => {
    const address = addressed(call);
    const isStored = address.id !== "" && (await call.store.read(address)) !== undefined;
    return isStored ? update(call) : create(call);
  };
}

/** Answers an action with an example, and with the note that nothing was changed. */
function actionHandler(context: ResourceContext): Handler {
  const { operation } = context;
  const answer = exampleHandler(context);
  if (operation.safe) return withPages(context, answer);
  return async (call) => {
    const answered = await answer(call);
    if ("refused" in answered) return answered;
    return { ...answered, note: UNKNOWN_EFFECT };
  };
}

const UNKNOWN_EFFECT = "the effect of this operation is not known, so that it changed nothing";

/**
 * Answers with an example for the path that contains the members of the request, or with the stored item that the
 * example is about.
 */
function exampleHandler(context: ResourceContext): Handler {
  const { operation, representations, beside } = context;
  const collection = beside && compileCollection(beside.role);
  const isEchoedName = (name: string): boolean =>
    representations.hasProperty(operation, name) && !representations.isReadOnly(operation, name);
  const asked = operation.parameters
    .filter(({ in: place, name }) => place === "query" && isEchoedName(name))
    .map(({ name }) => name);
  const edge = edges.find(([words]) => words.test(canonicalPath(operation.path)))?.[1];
  const flags = operation.safe ? [] : flagsOfAction({ ...context, shower: context });
  const flagValues = Object.fromEntries(flags.map(({ name, value }) => [name, value]));
  return async (call) => {
    const answer = await answerAction(call);
    if (answer.stored === undefined && answer.value !== undefined)
      representations.shownItems.remember(call.world, operation, answer.value);
    return answer;
  };

  async function answerAction(call: Call): Promise<Answer> {
    const { input, path, seed, store, world } = call;
    const generateExample = (entry = ""): Json =>
      representations.example(operation, `${seed} ${world.organization} ${path}${entry}`);
    const value = generateExample();
    if (!isObject(value)) return { value: operation.safe ? value : answerEach(value, input.body, generateExample) };
    const id = beside && extractItemId(withoutWrapper(value, beside.role), beside.role);
    if (collection && (typeof id === "string" || typeof id === "number")) {
      const address = { organization: world.organization, collection: collection(call), id: String(id) };
      const stored = edge ? await atEdge(call, address.collection) : await store.read(address);
      if (stored) return { value: withWrapper(stored.value, beside.role) };
    }
    const body = toMembers(input.body);
    const sent = {
      ...pickMembers(input.parameters, asked),
      ...pickMembers(body, Object.keys(body).filter(isEchoedName)),
    };
    const whole = operation.safe ? value : withSentParts(value, body);
    return { value: { ...whole, ...flagValues, ...sent } };
  }

  async function atEdge({ store, world }: Call, of: string): Promise<Stored | undefined> {
    const range = { offset: 0, limit: 1, isReversed: edge === "last" };
    return (await store.list(world.organization, of, range)).items[0];
  }
}

/** Words of a path beside the items of a collection that lead to the one that was created first or last. */
const edges: readonly (readonly [words: RegExp, edge: "first" | "last"])[] = [
  [/\/(first|oldest|earliest)$/i, "first"],
  [/\/(last|latest|newest|most-?recent)$/i, "last"],
];

/** A generated body whose objects have the values of the request, where names and types are the same. */
function withSentParts(value: JsonObject, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isObject(part) ? withSent(part, body) : part]),
  );
}

/** An object with the values of another one, where names and types are the same. */
function withSent(part: JsonObject, body: JsonObject): JsonObject {
  const sent = Object.entries(body).filter(([name, each]) => typeof each === typeof part[name] && !isObject(each));
  return { ...part, ...Object.fromEntries(sent) };
}

/** Entries of an answer that are generated each for itself. Those of a longer list repeat them. */
const MAX_GENERATED_ENTRIES = 100;

/** A list with an entry for each object that a request lists, with the values of that object. */
function answerEach(value: Json, body: Json | undefined, exampleOf: (entry: string) => Json): Json {
  const lists = [body, ...Object.values(toMembers(body))].filter((each) => Array.isArray(each) && each.some(isObject));
  const [sent, other] = lists as Json[][];
  if (!Array.isArray(value) || !isObject(value[0]) || sent === undefined || other !== undefined) return value;
  const generated = sent.slice(0, MAX_GENERATED_ENTRIES).map((_, index) => {
    const list = index === 0 ? value : exampleOf(` ${index}`);
    return toMembers(Array.isArray(list) ? list[index % list.length] : value[0]);
  });
  return sent.map((each, index) => withSent(generated[index % generated.length] as JsonObject, toMembers(each)));
}

function readHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = compileAddress(role);
  const exampleAt = createExamples(context);
  return (call) => {
    const address = addressed(call);
    return whenKnown(call.store.read(address), (stored) =>
      stored ? withEmptyLists(call, itemAnswer(stored, role)) : otherAnswer(call, address),
    );
  };

  /** The answer of a view with the lists beside its item, of which nothing is known. */
  function withEmptyLists(call: Call, answer: Answer): Answer {
    if (!role.isView || role.wrapper === undefined || !isObject(answer.value)) return answer;
    const steps = role.wrapper.split(".").slice(0, -1);
    const beside = Object.entries(
      toMembers(valueAtPath(context.representations.example(context.operation, call.seed), steps)),
    );
    const lists = Object.fromEntries(beside.flatMap(([name, each]) => (Array.isArray(each) ? [[name, []]] : [])));
    const holder = { ...lists, ...toMembers(valueAtPath(answer.value, steps)) };
    return { ...answer, value: withValueAtPath(answer.value, steps, holder) };
  }

  /** A deleted item that can still be read, or an example. */
  async function otherAnswer(call: Call, address: Address): Promise<Answer | Refusal> {
    const deleted = await context.bin?.findShown(call, address);
    if (deleted) return itemAnswer(deleted, role);
    return exampleAnswer(call, address);
  }

  async function exampleAnswer(call: Call, address: Address): Promise<Answer | Refusal> {
    const example = await exampleAt(call, address);
    if (!example) return notFound(role, address.id);
    const { value = null, stored: shown } = itemAnswer(example(), role);
    return omitUndefined({ value, shown });
  }
}
