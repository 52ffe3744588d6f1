import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contract, Operation } from "../../contracts/index.ts";
import { connect } from "../target.ts";
import { createControl } from "./control.ts";
import { type Ready, inWorld } from "./in-world.ts";
import type { Interaction, Pact } from "./interaction.ts";
import { mismatchesIn } from "./pact-result.ts";
import { type PactResult, type PactRunner, startPact } from "./pact-runner.ts";
import { createRoutes } from "./route.ts";
import type { NamedFixtures } from "./state.ts";
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
  // What was begun is taken back when the run is ended: the signal is not for the calls that do so.
  const target = await connect(options.target, options.token === undefined ? {} : { token: options.token });
  const folder = await mkdtemp(join(tmpdir(), "concord-pact-"));
  const routes = createRoutes(contracts);
  const control = createControl(target, options.controlToken);
  const interactions: VerifiedInteraction[] = [];
  try {
    await using runner = startPact({ signal, ...(onLog && { onLog: (text) => onLog(target.mask(text)) }) });
    for (const { pact, interaction, states } of wanted) {
      if (signal?.aborted) break;
      onProgress?.(interactions.length, wanted.length, interaction.description);
      interactions.push(await verified(pact, interaction, states, runner));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (target.isMock) await control.close();
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
      const { text, answer } = await resultOf(pact, interaction, states, runner);
      const mismatches = mismatchesIn(target.mask(text));
      const failed = interaction.pending ? "pending" : "failed";
      return {
        ...common,
        outcome: mismatches.length === 0 ? "passed" : failed,
        mismatches,
        ...(answer !== undefined && { answer }),
      };
    } catch (error) {
      if (signal?.aborted) return { ...common, outcome: "skipped", reason: "the run was ended" };
      if (!(error instanceof Error) || error.name === "ToolError") throw error;
      return { ...common, outcome: "failed", reason: target.mask(error.message) };
    }
  }

  /** Hands Pact an interaction, in the states that it names. */
  async function resultOf(
    pact: Pact,
    interaction: Interaction,
    states: readonly MeantState[],
    runner: PactRunner,
  ): Promise<PactResult & { readonly answer?: string }> {
    const file = join(folder, "pact.json");
    const list = interaction.pointer.startsWith("/messages") ? "messages" : "interactions";
    await writeFile(file, JSON.stringify({ ...pact.rest, [list]: [interaction.raw] }));
    const verify = ({ token, states: told, delivered }: Partial<Ready>): Promise<PactResult> =>
      runner.verify({
        file,
        url: target.url,
        timeout: TIMEOUT,
        logLevel: onLog ? "debug" : "error",
        states: told ?? [],
        ...(token !== undefined && !keepsCredentials(interaction) && { token }),
        ...(delivered && { message: { ...delivered, description: interaction.description } }),
      });
    if (target.isMock)
      return inWorld({ target, control, contracts, fixtures }, interaction, states, async (ready) => {
        const result = await verify(ready);
        const answer = interaction.kind === "http" ? await ready.lastAnswer() : undefined;
        return { ...result, ...(answer !== undefined && { answer }) };
      });
    return verify(options.token === undefined ? {} : { token: options.token });
  }
}

/** What a consumer expects of a call without a good token has to be sent as it stands in the pact. */
function keepsCredentials(interaction: Interaction): boolean {
  return interaction.kind === "http" && [401, 403].includes(interaction.response.status);
}

function aboutOf({ api, name, section, basis }: Operation) {
  return { api, operation: name, basis, ...(section !== undefined && { section }) };
}
