import { loadConfig } from "../../api/config/index.ts";
import { mockIdentity, withoutUserinfo } from "../../conformance/index.ts";
import { ToolError } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

interface PlatformRequest {
  /** URL of the target. Undefined if each API has its own, by the name of the API. */
  readonly target: string | undefined;
  /** Profile of the command line. */
  readonly profile?: string | undefined;
}

/**
 * Allows the bundled contracts for a run without documents: if the profile is the platform's, if base URLs name its APIs,
 * or if the target is a mock without documents of its own.
 * @throws ToolError "no-contracts" for any other run, "unreachable-target" without an answer.
 */
export async function checkDefaultContracts(
  { target, profile }: PlatformRequest,
  io: Pick<Io, "signal">,
): Promise<void> {
  if (target === undefined || !URL.canParse(target)) return;
  if ((profile ?? (await configuredProfile())) === "platform") return;
  const answer = await fetchControlAnswer(target, io.signal);
  if (answer && mockIdentity(answer.status, answer.text).isMock) return;
  const name = withoutUserinfo(target);
  if (!answer)
    throw new ToolError(
      "unreachable-target",
      `Cannot reach "${name}": it does not answer, and --contracts is not given`,
      {
        hint: "Start the server first, or check its URL. --contracts FILE or URL names its document",
      },
    );
  throw new ToolError(
    "no-contracts",
    `Cannot test "${name}": --contracts is not given, and no document was found there`,
    {
      hint: "Name its document with --contracts FILE or URL; --profile platform uses the contracts of the bundled platform",
    },
  );
}

async function configuredProfile(): Promise<unknown> {
  const { profile } = await loadConfig();
  if (typeof profile === "object") return profile.conformance;
  return profile;
}

/** Limit for the answer of a target, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Answer at the path of a mock's control API. Undefined without an answer. */
async function fetchControlAnswer(
  target: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const base = new URL(target);
    const url = new URL(`${base.pathname.replace(/\/$/, "")}/_concord`, base);
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}
