import { type JsonObject, ToolError, isObject } from "../../contracts/index.ts";
import type { Target } from "../target.ts";
import { callOperation } from "./call-operation.ts";
import type { Control } from "./control.ts";
import { deliveryOf } from "./deliver.ts";
import type { Interaction, MessageInteraction } from "./interaction.ts";
import type { Delivered } from "./pact-runner.ts";
import type { Setting } from "./state.ts";
import type { MeantState } from "./states.ts";

/** What an interaction finds in the organization that was made for it. */
export interface Ready {
  readonly token: string;
  /** What each state has to say of itself, for generators of the pact. */
  readonly states: readonly { readonly name: string; readonly values: JsonObject }[];
  /** What the provider answered last, as one line. */
  readonly lastAnswer: () => Promise<string | undefined>;
  /** What was delivered, where the interaction is a message. */
  readonly delivered?: Delivered;
}

/** An organization in the states that an interaction names, for as long as `then` takes. */
export async function inWorld<T>(
  {
    target,
    control,
    ...known
  }: { readonly target: Target; readonly control: Control } & Pick<Setting, "contracts" | "fixtures">,
  interaction: Interaction,
  meant: readonly MeantState[],
  then: (ready: Ready) => Promise<T>,
): Promise<T> {
  const world = await control.createWorld();
  try {
    const { token } = world;
    const setting: Setting = {
      ...known,
      world,
      control,
      call: (contract, operation, given) => callOperation(target, { contract, operation, given, token }),
    };
    const states: Ready["states"][number][] = [];
    const setUp = async (some: readonly MeantState[]): Promise<void> => {
      for (const { state, words, params, name } of some) {
        const values = await state.set(setting, words, params).catch((error: unknown) => {
          if (error instanceof ToolError) throw error;
          throw new Error(`The state "${name}" cannot be had: ${(error as Error).message}`, { cause: error });
        });
        states.push({ name, values: values ?? {} });
      }
    };
    await setUp(meant.filter(({ state }) => !state.happens));
    const happen = (): Promise<void> => setUp(meant.filter(({ state }) => state.happens));
    if (interaction.kind === "message")
      return await then({ token, states, lastAnswer, delivered: await told(setting, interaction, happen) });
    await happen();
    return await then({ token, states, lastAnswer });
  } finally {
    await control.end(world);
  }

  async function lastAnswer(): Promise<string | undefined> {
    const journal = await control.ask(world, "GET", "/journal?limit=1");
    const exchanges = isObject(journal) ? journal["exchanges"] : [];
    const [last] = Array.isArray(exchanges) ? (exchanges as JsonObject[]) : [];
    if (!last || !isObject(last["response"])) return undefined;
    const { body } = last["response"];
    return `${String(last["status"])} ${body === undefined ? "" : JSON.stringify(body)}`.trimEnd();
  }
}

/** What is told of the event that a message is about. */
async function told(
  setting: Setting,
  { content }: MessageInteraction,
  happen: () => Promise<void>,
): Promise<Delivered> {
  const event = isObject(content) ? content["name"] : undefined;
  if (typeof event !== "string") throw new Error('The message names no event: its "name" is the event type');
  const delivered = await deliveryOf(setting, event, happen);
  if (delivered) return delivered;
  throw new Error(
    `Nobody was told of "${event}": name a state in which it happens, such as "metering/createMeter was called"`,
  );
}
