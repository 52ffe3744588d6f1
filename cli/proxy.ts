import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join, parse as partsOf } from "node:path";
import { createProxy, toProxyJudgement, proxyReports, renderConsole } from "../conformance/index.ts";
import { closeServer, startServer } from "../mock/index.ts";
import type { Command } from "./command.ts";
import { conformanceProfileFor } from "../profiles/conformance-profile-for.ts";
import { conformanceProfileOption, withConfiguredEnums } from "./conform/profile.ts";
import { contractOptions, loadSelected, reportDefaultContracts } from "./arguments/load-selected.ts";
import { makeFolder } from "./files/make-folder.ts";
import { type Options, describeOptions, helpOption } from "./arguments/options.ts";
import { parseArgv, createUsageError } from "./arguments/parse.ts";
import { port } from "./arguments/readers.ts";
import { openReportFiles, reportOption } from "./files/report-files.ts";
import { checkWritable, writeFileAtomically } from "./files/write-file-atomically.ts";

const options = {
  target: { form: "URL", help: "base URL of the provider" },
  port: { form: "N", default: "4020", read: port, help: "port to listen on; 0 uses any free port" },
  host: { form: "HOST", default: "127.0.0.1", help: "address to listen on" },
  ...contractOptions,
  ...conformanceProfileOption,
  "include-assumed": { help: "also check assumed parts, which the specification does not contain" },
  record: {
    form: "DIR",
    help: "record the traffic in DIR/traffic.har, with secrets masked, and at the end the observed items in DIR/fixtures.json, for the mock (--fixtures FILE). With FILE.har instead of DIR, the files are FILE.har and FILE.fixtures.json",
  },
  ...reportOption(
    proxyReports,
    " (overlay: OpenAPI Overlays that add what was observed beyond the contract; with several APIs one file each, FILE.API.json)",
  ),
} as const satisfies Options;

const help = `Forwards traffic to a provider, until Ctrl-C, and checks it against the contracts.

Usage: concord proxy --target URL [options]

Requests and responses pass unchanged, byte by byte. If Prism (@stoplight/prism-cli) is installed, it
gives a second opinion on each exchange.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples:
  concord proxy --target http://127.0.0.1:4010
  concord proxy --target http://127.0.0.1:4010 --include-assumed --record traffic --report html:proxy.html

Exit codes: 0 no failures, 1 failures, 2 could not run.
`;

/** `concord proxy`: forwards traffic and checks it against the contracts. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parseArgv("proxy", argv, options);
    if (values.target === undefined)
      throw createUsageError("proxy", "--target is missing: the base URL of the provider");
    const reports = openReportFiles("proxy", values.report, proxyReports);
    const contracts = await loadSelected(values, io);
    const profile = await withConfiguredEnums(conformanceProfileFor(values.profile, contracts));
    reportDefaultContracts(values, contracts, io);
    const record = values.record === undefined ? undefined : await recordFiles(values.record);
    const proxy = await createProxy({
      contracts,
      profile,
      target: values.target,
      includeAssumed: values["include-assumed"],
      now: Date.now,
      ...(record && { record: record.traffic, makesFixtures: true }),
      onFound: ({ isFailure, operation, check, message }) =>
        io.err(`${isFailure ? "FAIL" : "INFO"} ${operation}  ${check}  ${message}\n`),
    });
    await startServer(proxy.server, values.port, values.host);
    const { port: actual } = proxy.server.address() as AddressInfo;
    const host = values.host.includes(":") ? `[${values.host}]` : values.host;
    io.err(`The proxy listens on http://${host}:${actual} and forwards to ${values.target}. Press Ctrl-C to stop.\n`);
    if (!io.signal.aborted) await once(io.signal, "abort");
    await closeServer(proxy.server);
    const report = await proxy.end();
    const judgement = toProxyJudgement(report, profile);
    io.out(renderConsole(judgement, { colours: io.colours }), "styled");
    const fixtures = proxy.fixtures();
    if (record && fixtures) {
      await writeFileAtomically(record.fixtures, `${JSON.stringify(fixtures.state, null, 2)}\n`);
      if (fixtures.omitted > 0)
        io.err(
          `Omitted from ${record.fixtures}: ${fixtures.omitted} items, because they violate the contract or are too many\n`,
        );
    }
    for (const file of reports) await file.write(file.render({ report, judgement }));
    if (judgement.cases.some(({ outcome }) => outcome === "failed")) return 1;
    return 0;
  },
};

/** Files of a recording, in a folder or beside a HAR file. */
async function recordFiles(path: string): Promise<{ readonly traffic: string; readonly fixtures: string }> {
  if (!path.endsWith(".har")) {
    await makeFolder(path);
    return { traffic: join(path, "traffic.har"), fixtures: join(path, "fixtures.json") };
  }
  const { dir, name } = partsOf(path);
  const files = { traffic: path, fixtures: join(dir, `${name}.fixtures.json`) };
  for (const file of Object.values(files)) checkWritable(file);
  return files;
}
