import type { Contract } from "../../contracts/index.ts";
import {
  type VerifyOptions,
  fileReports,
  readPacts,
  renderConsole,
  toVerifyJudgement,
  verifyPacts,
} from "../../conformance/index.ts";
import { maskForms } from "../../contracts/secrets/index.ts";
import { startMock } from "../../api/mock.ts";
import type { ExitCode, Io } from "../command.ts";
import { credentialOptions, readCredentials } from "../arguments/credentials.ts";
import { loadSelected } from "../arguments/load-selected.ts";
import type { Options } from "../arguments/options.ts";
import { parseArgv, createUsageError } from "../arguments/parse.ts";
import { oneOf } from "../arguments/readers.ts";
import { createProgressBar } from "../progress.ts";
import { openReportFiles } from "../files/report-files.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import { pactOptions } from "./check.ts";
import { knownNames } from "./known-names.ts";
import { warnIfAllSkipped } from "./all-skipped.ts";

/** Options in addition to those of both subcommands. */
export const verifyOptions = {
  target: {
    form: "mock|URL",
    help: "mock: a mock of the contracts, started for this run; or the base URL of a provider. Its token is read from the variable CONCORD_TOKEN, and the control token of a mock from CONCORD_CONTROL_TOKEN",
  },
  ...credentialOptions,
  mode: {
    form: "MODE",
    default: "read-only",
    read: oneOf("read-only", "sandbox"),
    help: "read-only: only interactions that change nothing; sandbox: all",
  },
  verbose: { help: "print the output of Pact's verifier to standard error" },
} as const satisfies Options;

/** `concord pact verify`: verifies pacts against a provider. */
export async function verifyCommand(argv: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseArgv("pact", argv, { ...pactOptions, ...verifyOptions }, "FILE...");
  const { target, mode } = values;
  if (target === undefined) throw createUsageError("pact", "--target is missing: mock, or the base URL of a provider");
  const files = openReportFiles("pact", values.report, fileReports);
  const pacts = readPacts(positionals, (file) => io.err(`Skipped ${file}: it is not a pact\n`));
  const contracts = await loadSelected(values, io);
  const profile = conformanceProfileFor(values.profile, contracts);
  const bar = createProgressBar(io);
  const [token, controlToken] = [io.env["CONCORD_TOKEN"], io.env["CONCORD_CONTROL_TOKEN"]];
  const { credentials, headers } = readCredentials("pact", values, contracts, io);
  await using provider = await openProvider(target, contracts);
  const report = await verifyPacts(pacts, {
    ...provider.at,
    ...knownNames,
    contracts,
    profile,
    mode,
    mask: maskForms,
    signal: io.signal,
    onProgress: (done, all, description) => bar.show(done, all, `interactions  ${description}`),
    ...(token && { token }),
    ...(target !== "mock" && credentials && { credentials }),
    ...(target !== "mock" && headers && { headers }),
    ...(controlToken && { controlToken }),
    ...(values.verbose && { onLog: (text) => io.err(text) }),
  }).finally(bar.clear);
  const judgement = toVerifyJudgement(report, profile);
  io.out(renderConsole(judgement, { colours: io.colours }), "styled");
  for (const file of files) await file.write(file.render({ report, judgement }));
  if (report.interactions.some(({ outcome }) => outcome === "failed")) return 1;
  if (report.interrupted || warnIfAllSkipped(judgement, io)) return 2;
  return 0;
}

/** Provider at a URL, or a mock that ends with the run. */
async function openProvider(
  target: string,
  contracts: readonly Contract[],
): Promise<AsyncDisposable & { readonly at: Pick<VerifyOptions, "target" | "targetName"> }> {
  if (target !== "mock") return { at: { target }, async [Symbol.asyncDispose]() {} };
  const mock = await startMock({ contracts });
  return { at: { target: mock.url, targetName: "the mock" }, [Symbol.asyncDispose]: () => mock.close() };
}
