import { singular } from "../../contracts/index.ts";
import { toMembers } from "./members/members.ts";
import { withoutWrapper } from "./bodies/wrapper.ts";
import type { OperationRole, ResourceContext } from "./resource-context.ts";
import type { SentFile } from "../model/sent-file.ts";
import type { Stored } from "../state/stored.ts";
import type { JsonObject } from "../../contracts/index.ts";
import type { Handler } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import { toDeletionMark } from "./examples.ts";
import { type CompletedItem, compileCollection, createItemCompletion, itemAnswer } from "./resource.ts";

/** Creates the handler of a resource without an id. It is an example until the first write. */
export function singletonHandler(context: ResourceContext): Handler {
  const { role, representations, operation, reader } = context;
  const collection = compileCollection(role);
  const completeItem = createItemCompletion(context);
  const presenter = reader?.operation ?? operation;
  /** True for content that is not JSON, such as text or an image. */
  const isContent = representations.schemaOf(presenter) === undefined;
  const canBeMissing = operation.responses.some(({ status }) => status === "404");
  const missing: Refusal = { refused: `There is no ${singular(role.collection)}`, status: 404 };
  return async (call) => {
    const address = { organization: call.world.organization, collection: collection(call), id: "" };
    const example = () =>
      representations.example(presenter, `${call.seed} ${address.organization} ${address.collection}`);
    if (operation.method === "GET") {
      const stored = await call.store.read(address);
      if (stored && isContent) return { content: readFileContent(stored) };
      if (!stored && (await call.store.read(toDeletionMark(address)))) return missing;
      if (isContent && canBeMissing) return missing;
      if (stored) return itemAnswer(stored, role);
      return { value: example() };
    }
    const [file] = call.input.files ?? [];
    if (file && isContent) {
      const put = await call.store.change(address, () => storedContent(file));
      if (put && !("refused" in put)) return { content: readFileContent(put) };
      return {};
    }
    const body: JsonObject = withoutWrapper(call.input.body, role);
    let made: CompletedItem | undefined;
    const { part } = role;
    const next = await call.store.change(address, (stored) => {
      if (part !== undefined) return { value: { [part]: body[part] ?? stored?.value[part] ?? example() } };
      const current = stored ?? { value: toMembers(example()) };
      const item = completeItem(call, address, { body, current });
      if ("refused" in item) return item;
      made = item;
      return item.stored;
    });
    if (next === null || "refused" in next) return next ?? {};
    if (role.wrapper === undefined) return itemAnswer(next, role, made);
    return { value: next.value, stored: next };
  };
}

/**
 * Creates the handler of a POST or DELETE of a resource without an id, which other operations read and write. Deleted, it
 * is missing until it is written again. `answer` is the handler of an action, which answers a POST.
 */
export function singletonActionHandler(context: ResourceContext, singleton: OperationRole, answer: Handler): Handler {
  const { operation, role } = context;
  const collection = compileCollection(role);
  const write = singletonHandler({ ...context, role: singleton.role, reader: singleton, presenter: singleton });
  return async (call) => {
    const address = { organization: call.world.organization, collection: collection(call), id: "" };
    if (operation.method !== "DELETE") {
      const written = await write(call);
      if ("refused" in written) return written;
      return answer(call);
    }
    const mark = toDeletionMark(address);
    const isStored = (await call.store.read(address)) !== undefined;
    if (!isStored && (await call.store.read(mark)))
      return { refused: `There is no ${singular(role.collection)}`, status: 404 };
    if (isStored) await call.store.change(address, () => null);
    await call.store.change(mark, () => ({ value: {} }));
    return answer(call);
  };
}

/** Uploaded content as JSON for the state. */
function storedContent({ type, bytes }: SentFile): Stored {
  return { value: { content_type: type, content: Buffer.from(bytes).toString("base64") } };
}

function readFileContent({ value }: Stored): Pick<SentFile, "type" | "bytes"> {
  return { type: String(value["content_type"]), bytes: Buffer.from(String(value["content"]), "base64") };
}
