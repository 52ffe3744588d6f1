import type { Interaction } from "./interaction.ts";

interface Circumstances {
  /** True for a Concord mock, which supports all states. */
  readonly isMock: boolean;
  readonly mode: "read-only" | "sandbox";
  /** True if the operation is safe. */
  readonly safe: boolean;
  /** True if the contracts have an operation that creates webhooks. */
  readonly canDeliver: boolean;
}

/** Reason why an interaction cannot be verified on a provider. Undefined if it can. */
export function reasonToSkip(
  interaction: Interaction,
  { isMock, mode, safe, canDeliver }: Circumstances,
): string | undefined {
  if (interaction.kind === "other") return `it is of the type ${interaction.type}, which the platform does not have`;
  if (isMock && interaction.kind === "message" && !canDeliver)
    return "the contracts have no operation webhooks/createWebhook, which a delivery needs";
  if (isMock) return undefined;
  if (interaction.kind === "message")
    return "deliveries of a live deployment cannot be triggered from here: verify it on the mock";
  if (interaction.response.status === 429)
    return "the rate limit of a live deployment is not exhausted: verify it on the mock";
  const [state] = interaction.states;
  if (state) return `a live deployment cannot be set to the state "${state.name}": verify it on the mock`;
  if (mode === "read-only" && !safe)
    return "it changes data: --mode sandbox allows that, for deployments whose data does not matter";
  return undefined;
}
