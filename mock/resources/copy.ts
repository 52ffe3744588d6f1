import type { ResourceContext } from "./resource-context.ts";
import { withoutItemId } from "../../contracts/index.ts";
import type { Handler } from "../calls/call.ts";
import { createStateGuard } from "./conflicts.ts";
import { createHandler } from "./create.ts";
import { createExamples } from "./examples.ts";
import { withWrapper } from "./bodies/wrapper.ts";
import { compileAddress, notFound } from "./resource.ts";
import { createSetMembers } from "./members/set-members.ts";
import { compileTransition } from "./update.ts";

/** Creates a copy of the item in the path, with another id and the members of the request. */
export function copyHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = compileAddress(role);
  const exampleAt = createExamples(context);
  const changesBy = compileTransition(context);
  const create = createHandler(context);
  const setMembers = createSetMembers(context);
  const guard = createStateGuard(context);
  return async (call) => {
    const address = addressed(call);
    const stored = await call.store.read(address);
    const refusal = stored && guard?.(stored, address.id);
    if (refusal) return refusal;
    const current = stored ?? (await exampleAt(call, address))?.();
    if (!current) return notFound(role, address.id);
    const like = withoutItemId(current.value, role);
    const changed = setMembers(like, { sent: {}, now: new Date(call.now), parameters: call.input.parameters });
    const body = withWrapper({ ...changed, ...changesBy(call.input, like, new Date(call.now)) }, role);
    return create({ ...call, input: { ...call.input, body } });
  };
}
