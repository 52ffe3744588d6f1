import type { Basis, Contract, Operation, Webhook } from "../../contracts/index.ts";
import { checkHttp } from "./check-http.ts";
import { checkMessage } from "./check-message.ts";
import { placeOfNode } from "./contract-place.ts";
import type { ContractPlace, Finding } from "./finding.ts";
import { groundOf } from "./ground.ts";
import type { Interaction, Pact } from "./interaction.ts";
import { type Unrouted, createRoutes } from "./route.ts";

/** An interaction held against its contract. */
export interface CheckedInteraction {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  readonly description: string;
  readonly states: readonly string[];
  /** JSON pointer into the file. */
  readonly pointer: string;
  /** The API whose contract it was held against; nothing where none has it. */
  readonly api?: string;
  /** "METHOD /path/{template}", or the name of the webhook. */
  readonly operation?: string;
  readonly section?: string;
  /** Of the operation, and of the weakest part that the consumer relies on. */
  readonly basis?: Basis;
  /** The parts that the consumer relies on and the specification does not show. */
  readonly assumed: readonly ContractPlace[];
  readonly findings: readonly Finding[];
  /** Why it was not judged. */
  readonly skipped?: string;
}

/** What `checkPacts` found. */
export interface CheckReport {
  readonly files: readonly string[];
  readonly durationMs: number;
  readonly interactions: readonly CheckedInteraction[];
}

/**
 * Holds each interaction of some pacts against the contracts, both ways: what the consumer sends must be allowed,
 * and what it expects must be promised. Nothing is sent.
 * @throws ToolError "missing-package" without the comparator.
 */
export async function checkPacts(pacts: readonly Pact[], contracts: readonly Contract[]): Promise<CheckReport> {
  const started = performance.now();
  const routes = createRoutes(contracts);
  const interactions: CheckedInteraction[] = [];
  for (const pact of pacts) {
    for (const interaction of pact.interactions) interactions.push(await checked(pact, interaction));
  }
  return { files: pacts.map(({ file }) => file), durationMs: performance.now() - started, interactions };

  async function checked({ file, consumer, provider }: Pact, interaction: Interaction): Promise<CheckedInteraction> {
    const { description, pointer } = interaction;
    const states = interaction.states.map(({ name }) => name);
    const common = { file, consumer, provider, description, states, pointer };
    if (interaction.kind === "other")
      return {
        ...common,
        assumed: [],
        findings: [],
        skipped: `it is of the type ${interaction.type}, which no contract describes`,
      };
    if (interaction.kind === "message") {
      const told = await checkMessage(contracts, interaction);
      if (!told) return { ...common, assumed: [], findings: [], skipped: "no contract describes a webhook" };
      return { ...common, ...judged(told.contract, told.webhook, interaction), findings: told.findings };
    }
    const { method, path } = interaction.request;
    const routed = routes(provider, method, path);
    if ("unknown" in routed) return { ...common, assumed: [], findings: [unrouted(routed, pointer)] };
    const { contract, operation, parameters } = routed;
    const findings = await checkHttp(contract, operation, interaction, parameters);
    return { ...common, ...judged(contract, operation, interaction), findings };
  }
}

function judged(contract: Contract, owner: Operation | Webhook, interaction: Interaction) {
  const { api } = contract;
  const assumed = groundOf(contract, owner, interaction);
  const basis: Basis = assumed.length > 0 ? "assumed" : "stated";
  return {
    api,
    operation: owner.name,
    basis,
    ...(owner.section !== undefined && { section: owner.section }),
    assumed,
  };
}

function unrouted({ unknown, removed }: Unrouted, pointer: string): Finding {
  return {
    code: "request.operation",
    severity: "error",
    side: "request",
    message: `${unknown[0]?.toUpperCase()}${unknown.slice(1)}`,
    remedy: "Call an operation that a contract has",
    pact: `${pointer}/request/path`,
    ...(removed && { contract: placeOfNode(removed) }),
  };
}
