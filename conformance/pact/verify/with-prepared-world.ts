import {
  type JsonObject,
  ToolError,
  isObject,
  type Contract,
  type Operation,
  isJson,
  omitUndefined,
} from "../../../contracts/index.ts";
import type { Target } from "../../target/target.ts";
import type { Control } from "../../target/mock-control.ts";
import { captureDeliveries, readEventName } from "./deliver.ts";
import type { Interaction, MessageInteraction } from "../interaction.ts";
import type { DeliveredMessage } from "./pact-job.ts";
import type { KnownNames, StateContext } from "../../profile/provider-state.ts";
import type { CatalogueState } from "../states.ts";
import type { WireResponse } from "../../model/exchange.ts";
import { createValues } from "../../../contracts/generate/index.ts";
import { toParameterKey, requestMedia, writeRequest } from "../../requests/wire.ts";
import { withToken } from "./with-token.ts";

/** Prepared organization of an interaction. */
export interface PreparedWorld {
  readonly token: string;
  /** Results of the states, for generators of the pact. */
  readonly states: ReadonlyMap<string, JsonObject>;
  /** Delivery, if the interaction is a message. */
  readonly delivered?: DeliveredMessage;
}

/** Prepares an organization in the states of an interaction, and removes it after `then`. */
export async function withPreparedWorld<T>(
  { target, control, ...known }: { readonly target: Target; readonly control: Control } & KnownNames,
  interaction: Interaction,
  catalogueStates: readonly CatalogueState[],
  then: (ready: PreparedWorld) => Promise<T>,
): Promise<T> {
  const world = await control.createWorld();
  try {
    const { token } = world;
    const setting: StateContext = {
      ...known,
      world,
      control,
      call: (contract, operation, given) => callOperation(target, { contract, operation, given, token }),
    };
    const states = new Map<string, JsonObject>();
    const setUp = async (statesToSet: readonly CatalogueState[]): Promise<void> => {
      for (const { state, words, params, name } of statesToSet) {
        const values = await state.set(setting, words, params).catch((error: unknown) => {
          if (error instanceof ToolError) throw error;
          throw new Error(`Cannot set up the state "${name}": ${(error as Error).message}`, { cause: error });
        });
        states.set(name, values ?? {});
      }
    };
    await setUp(catalogueStates.filter(({ state }) => !state.isEvent));
    const happen = (): Promise<void> => setUp(catalogueStates.filter(({ state }) => state.isEvent));
    if (interaction.kind === "message")
      return await then({
        token,
        states,
        delivered: await findMatchingDelivery(setting, interaction, { meant: catalogueStates, happen }),
      });
    await happen();
    return await then({ token, states });
  } finally {
    await control.end(world);
  }
}

/** Delivery for a message: of the event that the message names, or of the only event that its states cause. */
async function findMatchingDelivery(
  setting: StateContext,
  { content }: MessageInteraction,
  { meant: statesToSet, happen }: { readonly meant: readonly CatalogueState[]; readonly happen: () => Promise<void> },
): Promise<DeliveredMessage> {
  const named = isObject(content) ? content["name"] : undefined;
  const caused = statesToSet.flatMap(({ state, words }) => state.event?.(setting, words) ?? []);
  const events = typeof named === "string" ? [named] : [...new Set(caused)];
  if (events.length === 0)
    throw new Error('It is not known which event is meant: the message has no "name", and its states cause none');
  const delivered = (await captureDeliveries(setting, events, happen)).filter((each) =>
    events.includes(readEventName(each) ?? ""),
  );
  const [first, ...others] = delivered;
  if (first && (typeof named === "string" || others.length === 0)) return first;
  throw new Error(
    first
      ? `It is unclear which event is expected: the states cause ${delivered.map(readEventName).join(", ")}. Name it in "name"`
      : `No delivery of "${events.join('" or "')}" was sent: name a state that causes it, such as "metering/createMeter was called"`,
  );
}

interface Called {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Parameters by name, and the body as `body`. */
  readonly given: JsonObject;
  readonly token: string;
}

/** Calls an operation. Missing required values are generated, always the same. */
function callOperation(target: Target, { contract, operation, given, token }: Called): Promise<WireResponse> {
  const values = createValues(contract, "request");
  const parameters = operation.parameters.flatMap((parameter) => {
    const { name, required, schema } = parameter;
    const value = given[name] ?? (required ? values.sample(schema, { name: `${operation.name} ${name}` }) : undefined);
    if (value === undefined) return [];
    return [[toParameterKey(parameter), value] as const];
  });
  const media = requestMedia(operation);
  const isNeeded = operation.body?.required && media?.schema && isJson(media.mediaType);
  const [example] = Object.values(media?.examples ?? {});
  const body =
    given["body"] ??
    (isNeeded && media.schema ? (example ?? values.sample(media.schema, { name: operation.name })) : undefined);
  const request = writeRequest(
    contract,
    operation,
    omitUndefined({
      parameters: Object.fromEntries(parameters),
      body,
    }),
  );
  return target.send(withToken(operation, request, token));
}
