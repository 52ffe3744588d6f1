import type { Stored } from "../../state/stored.ts";
import { type Operation, type Route, ToolError, findResponse, nearestOperations } from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import type { Refusal } from "../../model/problem.ts";
import { headerError } from "../../model/sendable-headers.ts";
import { deepCopy } from "../../state/deep-copy.ts";
import { deepFreeze } from "../../state/deep-freeze.ts";
import type { Store } from "../../state/store.ts";
import { listRouteNames } from "../../faults/settings.ts";
import type { Behaviour } from "../behaviour.ts";
import type { CustomBehaviour, CustomState, Next, Reply } from "./custom.ts";

/**
 * Binds the user's behaviours to the operations that the mock serves.
 * @throws ToolError "unknown-operation", and RangeError for an invalid behaviour.
 */
export function customBehaviours(given: readonly CustomBehaviour[], routes: readonly Route[]): readonly Behaviour[] {
  return given.map((custom, index) => {
    const problem = findInvalidity(custom, given.slice(0, index));
    if (problem !== undefined) throw new RangeError(`Cannot use ${labelBehaviour(custom, index)}: ${problem}`);
    return {
      id: custom.id,
      operations: [...new Set(custom.operations.flatMap((name) => operationsNamed(name, custom, routes)))],
      handle: (call, next) => runBehaviour(custom, call, next),
    };
  });
}

function labelBehaviour(custom: CustomBehaviour, index: number): string {
  if (typeof custom?.id === "string") return `the behaviour "${custom.id}"`;
  return `behaviour ${index + 1}`;
}

/** Reason why a behaviour is invalid. JavaScript without type checks can pass any value. */
function findInvalidity(custom: CustomBehaviour, earlier: readonly CustomBehaviour[]): string | undefined {
  if (typeof custom !== "object" || custom === null) return "it is not an object";
  const { id, operations } = custom;
  if (typeof id !== "string" || id === "") return "it has no id";
  if (earlier.some((other) => other.id === id)) return "another one has the same id";
  if (!Array.isArray(operations) || operations.length === 0) return "it names no operations";
  if (typeof custom.handle === "function") return undefined;
  return "it has no function handle(call, next)";
}

function operationsNamed(name: string, { id }: CustomBehaviour, routes: readonly Route[]): string[] {
  const found = routes.filter((route) => listRouteNames(route).includes(name));
  if (found.length > 0) return found.map((route) => `${route.api}/${route.id}`);
  const nearest = nearestOperations(String(name), routes);
  throw new ToolError(
    "unknown-operation",
    `Cannot bind the behaviour "${id}" to "${name}": no operation has this name${nearest}`,
    { hint: "concord contracts show API lists the operations of an API" },
  );
}

/** Runs a behaviour. An error names the behaviour, unless the mock itself threw the error in `next`. */
async function runBehaviour(custom: CustomBehaviour, call: Call, next: Handler): Promise<Answer | Refusal> {
  let mockReply: { readonly reply: Reply; readonly answer: Answer } | undefined;
  let mockError: unknown;
  const nextReply: Next = async (input = call.input) => {
    try {
      const answer = await next({ ...call, input });
      if ("refused" in answer) return answer;
      const reply = deepFreeze(toReply(answer));
      mockReply = { reply, answer };
      return reply;
    } catch (error) {
      mockError = error;
      throw error;
    }
  };
  let reply: Reply | Refusal | undefined;
  try {
    reply = await custom.handle(
      { ...toCustomCall(call), memory: openMemory(custom, call), state: bindState(call) },
      nextReply,
    );
  } catch (error) {
    if (error === mockError) throw error;
    throw behaviourError(custom, call.operation, error instanceof Error ? error.message : String(error), error);
  }
  if (typeof reply !== "object" || reply === null)
    throw behaviourError(custom, call.operation, "it returned neither a value nor a refusal");
  const unsendable = headerError(reply.headers);
  if (unsendable !== undefined) throw behaviourError(custom, call.operation, unsendable);
  if (!("refused" in reply)) {
    // Returns the same answer object for an unchanged reply, because the JSON texts of its resources are cached.
    if (mockReply?.reply === reply) return mockReply.answer;
    return toCustomAnswer(reply, mockReply ? mockReply.answer.now : call.now);
  }
  if (findResponse(call.operation, reply.status) !== undefined) return reply;
  const documented = call.operation.responses.map(({ status }) => status).join(", ");
  throw behaviourError(
    custom,
    call.operation,
    `it refused with ${reply.status}, but the contract documents ${documented}`,
  );
}

function toCustomCall({ operation, request, input, world, seed }: Call) {
  return { operation, request, input, organization: world.organization, clock: world.clock, seed };
}

function openMemory({ id }: CustomBehaviour, { world }: Call): Map<string, unknown> {
  const name = `custom ${id}`;
  let memory = world.memory.get(name) as Map<string, unknown> | undefined;
  if (!memory) world.memory.set(name, (memory = new Map()));
  return memory;
}

function bindState({ store, world: { organization } }: { store: Store; world: Call["world"] }): CustomState {
  const wholeList = { offset: 0, limit: Number.POSITIVE_INFINITY };
  return {
    read: async (collection, id) => deepFreeze((await store.read({ organization, collection, id }))?.value),
    list: async (collection) =>
      (await store.list(organization, collection, wholeList)).items.map(({ value }) => deepFreeze(value)),
    async change(collection, id, step) {
      const next = await store.change({ organization, collection, id }, (current) => {
        const value = step(deepFreeze(current?.value));
        // Copies the value, because the behaviour may change its own object later.
        if (value === null) return null;
        return { ...current, value: deepCopy(value) };
      });
      if (next === null || "refused" in next) return null;
      return deepFreeze(next.value);
    },
  };
}

function pickStoredValue({ value }: Stored) {
  return value;
}

function toReply({ value, page, headers }: Answer): Reply {
  return {
    ...(value !== undefined && { value }),
    ...(page && { items: page.items.map(pickStoredValue), envelope: page.envelope }),
    ...(headers && { headers }),
  };
}

function toCustomAnswer({ value, items, envelope = {}, headers }: Reply, now: number | undefined): Answer {
  return {
    ...(now !== undefined && { now }),
    ...(value !== undefined && { value }),
    ...(items && { page: { items: items.map((item) => ({ value: item })), envelope } }),
    ...(headers && { headers }),
  };
}

function behaviourError({ id }: CustomBehaviour, { name }: Operation, reason: string, cause?: unknown): Error {
  return new Error(`The behaviour "${id}" failed at ${name}: ${reason}`, { cause });
}
