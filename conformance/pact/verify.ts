import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contract, type JsonObject, type Operation, isJson, isObject } from "../../contracts/index.ts";
import { createValues } from "../../contracts/values/index.ts";
import type { WireResponse } from "../exchange.ts";
import { keyOf, requestMedia, writeRequest } from "../requests/wire.ts";
import { type Target, connect } from "../target.ts";
import { type Control, type PactWorld, createControl } from "./control.ts";
import { deliveryOf } from "./deliver.ts";
import type { Interaction, Pact } from "./interaction.ts";
import { mismatchesIn } from "./pact-result.ts";
import { type PactJob, type PactRunner, startPact } from "./pact-runner.ts";
import { createRoutes } from "./route.ts";
import type { NamedFixtures, Setting } from "./state.ts";
import { type MeantState, statesOf } from "./states.ts";
import { reasonToSkip } from "./reason-to-skip.ts";
import type { VerifiedInteraction, VerifyReport } from "./verify-report.ts";

export interface VerifyOptions {
  readonly contracts: readonly Contract[];
  /** Base address of the provider. */
  readonly target: string;
  /** What the report calls it; its address if not said. */
  readonly targetName?: string;
  /** Acts for an organization of a live deployment. A mock gets a new organization for each interaction. */
  readonly token?: string;
  /** For a mock that wants one. */
  readonly controlToken?: string;
  /** Whether a live deployment may be written to. */
  readonly mode?: "read-only" | "sandbox";
  readonly fixtures: NamedFixtures;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number, description: string) => void;
  /** Gets all that Pact says while it works. */
  readonly onLog?: (text: string) => void;
}

/** So long a provider may take for one answer, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Holds a running provider to some pacts, one interaction after the other, each against a mock in an organization of
 * its own that is first brought into the states that the pact names.
 * @throws ToolError "unknown-state", "missing-package", "unreachable-target" or "invalid-target".
 */
export async function verifyPacts(pacts: readonly Pact[], options: VerifyOptions): Promise<VerifyReport> {
  const { contracts, fixtures, signal, onProgress, onLog } = options;
  const started = performance.now();
  const wanted = pacts.flatMap((pact) =>
    pact.interactions.map((interaction) => ({
      pact,
      interaction,
      states: statesOf(pact, interaction, { contracts, fixtures }),
    })),
  );
  const target = await connect(options.target, {
    ...(options.token !== undefined && { token: options.token }),
    ...(signal && { signal }),
  });
  const folder = await mkdtemp(join(tmpdir(), "concord-pact-"));
  const routes = createRoutes(contracts);
  const control = createControl(target, options.controlToken);
  const interactions: VerifiedInteraction[] = [];
  try {
    await using runner = startPact({ onLog, signal });
    for (const { pact, interaction, states } of wanted) {
      if (signal?.aborted) break;
      onProgress?.(interactions.length, wanted.length, interaction.description);
      interactions.push(await verified(pact, interaction, states, runner));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await target.close();
  }
  return {
    target: options.targetName ?? target.url,
    isMock: target.isMock,
    durationMs: performance.now() - started,
    interactions,
    interrupted: signal?.aborted ?? false,
  };

  async function verified(
    pact: Pact,
    interaction: Interaction,
    states: readonly MeantState[],
    runner: PactRunner,
  ): Promise<VerifiedInteraction> {
    const { file, consumer, provider } = pact;
    const { description, pointer } = interaction;
    const routed =
      interaction.kind === "http"
        ? routes(provider, interaction.request.method, interaction.request.path)
        : { unknown: "it is no call" };
    const common = {
      file,
      consumer,
      provider,
      description,
      pointer,
      states: interaction.states.map(({ name }) => name),
      ...("operation" in routed && aboutOf(routed.operation)),
      mismatches: [],
    };
    const reason = reasonToSkip(interaction, {
      isMock: target.isMock,
      mode: options.mode ?? "read-only",
      safe: "operation" in routed && routed.operation.safe,
    });
    if (reason !== undefined) return { ...common, outcome: "skipped", reason };
    try {
      const job = await prepared(pact, interaction, states, (made) => runner.verify(made));
      const mismatches = mismatchesIn(target.mask(job.text));
      const failed = interaction.pending ? "pending" : "failed";
      return { ...common, outcome: mismatches.length === 0 ? "passed" : failed, mismatches };
    } catch (error) {
      if (signal?.aborted) return { ...common, outcome: "skipped", reason: "the run was ended" };
      if (!(error instanceof Error) || error.name === "ToolError") throw error;
      return { ...common, outcome: "failed", reason: target.mask(error.message) };
    }
  }

  /** Brings the provider into the states, and hands what is to be verified on; the world ends afterwards. */
  async function prepared<T>(
    pact: Pact,
    interaction: Interaction,
    states: readonly MeantState[],
    then: (job: PactJob) => Promise<T>,
  ): Promise<T> {
    const file = join(folder, "pact.json");
    const list = interaction.pointer.startsWith("/messages") ? "messages" : "interactions";
    await writeFile(file, JSON.stringify({ ...pact.rest, [list]: [interaction.raw] }));
    const job = { file, url: target.url, timeout: TIMEOUT, logLevel: onLog ? "debug" : "error" } as const;
    if (!target.isMock)
      return then({ ...job, states: [], ...(keepsCredentials(interaction) ? {} : tokenOf(options.token)) });
    const world = await control.createWorld();
    try {
      const setting = settingOf(world);
      const values: PactJob["states"][number][] = [];
      const setUp = async (some: readonly MeantState[]): Promise<void> => {
        for (const { state, words, params, name } of some)
          values.push({ name, values: (await state.set(setting, words, params)) ?? {} });
      };
      const happening = states.filter(({ state }) => state.happens);
      if (interaction.kind !== "message") await setUp(states);
      const message =
        interaction.kind === "message"
          ? await messageOf(
              setting,
              interaction,
              async () => setUp(happening),
              async () => setUp(states.filter(({ state }) => !state.happens)),
            )
          : undefined;
      return await then({
        ...job,
        states: values,
        ...(keepsCredentials(interaction) ? {} : tokenOf(world.token)),
        ...(message && { message: { ...message, description: interaction.description } }),
      });
    } finally {
      await control.end(world);
    }
  }

  function settingOf(world: PactWorld): Setting {
    return {
      world,
      control,
      contracts,
      fixtures,
      call: (contract, operation, given) => call(target, world, { contract, operation, given }),
    };
  }
}

/** What is told of the event that a message is about. */
async function messageOf(
  setting: Setting,
  { content }: Extract<Interaction, { kind: "message" }>,
  happen: () => Promise<void>,
  arrange: () => Promise<void>,
) {
  const event = isObject(content) ? content["name"] : undefined;
  if (typeof event !== "string") throw new Error('the message names no event: its "name" is the event type');
  await arrange();
  const delivered = await deliveryOf(setting, event, happen);
  if (!delivered)
    throw new Error(
      `Nobody was told of "${event}": name a state in which it happens, such as "metering/createMeter was called"`,
    );
  return delivered;
}

/** What is made up for an operation is always the same. */
async function call(
  target: Target,
  { token }: PactWorld,
  { contract, operation, given }: { contract: Contract; operation: Operation; given: JsonObject },
): Promise<WireResponse> {
  const values = createValues(contract, "request");
  const parameters = operation.parameters.flatMap((parameter) => {
    const { name, required, schema } = parameter;
    const value = given[name] ?? (required ? values.sample(schema, { name: `${operation.name} ${name}` }) : undefined);
    return value === undefined ? [] : [[keyOf(parameter), value] as const];
  });
  const media = requestMedia(operation);
  const body =
    given["body"] ??
    (operation.body?.required && media?.schema && isJson(media.mediaType)
      ? (Object.values(media.examples)[0] ?? values.sample(media.schema, { name: operation.name }))
      : undefined);
  const request = writeRequest(operation, {
    parameters: Object.fromEntries(parameters),
    ...(body !== undefined && { body }),
  });
  return target.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
}

/** What a consumer expects of a call without a good token has to be sent as it stands in the pact. */
function keepsCredentials(interaction: Interaction): boolean {
  return interaction.kind === "http" && [401, 403].includes(interaction.response.status);
}

function tokenOf(token: string | undefined): { readonly token?: string } {
  return token === undefined ? {} : { token };
}

function aboutOf({ api, name, section, basis }: Operation) {
  return { api, operation: name, basis, ...(section !== undefined && { section }) };
}
