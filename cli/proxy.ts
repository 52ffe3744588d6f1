import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join, parse as partsOf } from "node:path";
import { createProxy, proxyJudgementOf, proxyReports, renderConsole } from "../conformance/index.ts";
import { closeServer, startServer } from "../mock/index.ts";
import type { Command } from "./command.ts";
import { profileOption } from "./compat/profile.ts";
import { profileOf, conformanceProfileHelp } from "./conform/profile.ts";
import { loadSelected, sayWhichContracts } from "./load-selected.ts";
import { makeFolder } from "./files/make-folder.ts";
import { parse, usage, wholeNumber } from "./parse.ts";
import { reportFilesOf, reportLineOf } from "./files/report-files.ts";
import { checkWritable, writeWhole } from "./files/write-whole.ts";

const help = `Usage: concord proxy --target URL [options]

Stands before a provider until Ctrl-C: hands each request on, byte by byte, and its answer back, and
judges what passes by the contracts. Where Prism is installed (@stoplight/prism-cli), it is asked for
a second opinion. Nothing that passes is changed. Exit code 0: no failures, 1: failures, 2: could
not run.

Options:
  --target URL          base address of the provider
  --port N              port to listen on (default 4020; 0 takes any free one)
  --host HOST           address to listen on (default 127.0.0.1)
  --contracts PATH      judge by these documents instead of the platform's: a file or a folder; may
                        be given several times
  --overlay FILE        apply an OpenAPI Overlay 1.0 to them first; may be given several times
${conformanceProfileHelp}  --include-assumed     judge what the specification does not show, too
  --record DIR          write what passes into DIR/traffic.har, secrets masked; at the end, what
                        was seen of the organization's items goes into DIR/fixtures.json, for
                        the mock to serve (--fixtures FILE). With FILE.har in place of DIR, into
                        that file and FILE.fixtures.json
${reportLineOf(proxyReports)}
                        (overlay: what was seen beyond the contract, as OpenAPI Overlays that
                        add it; with several APIs one for each, FILE.API.json)
  --help                show this text

Examples:
  concord proxy --target http://127.0.0.1:4010
  concord proxy --target http://127.0.0.1:4010 --include-assumed --record traffic --report html:proxy.html
`;

/** `concord proxy`: real traffic, held against the contracts. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parse("proxy", argv, {
      target: { type: "string" },
      port: { type: "string", default: "4020" },
      host: { type: "string", default: "127.0.0.1" },
      contracts: { type: "string", multiple: true },
      overlay: { type: "string", multiple: true, default: [] },
      ...profileOption,
      "include-assumed": { type: "boolean", default: false },
      record: { type: "string" },
      report: { type: "string", multiple: true, default: [] },
    });
    if (values.target === undefined) throw usage("proxy", "--target is missing");
    const port = wholeNumber("proxy", "port", values.port);
    if (port > 65_535) throw usage("proxy", `--port takes a number up to 65535, not "${values.port}"`);
    const reports = reportFilesOf("proxy", values.report, proxyReports);
    const contracts = await loadSelected(values, io);
    const profile = profileOf("proxy", values.profile, contracts);
    sayWhichContracts(values, contracts, io);
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
    await startServer(proxy.server, port, values.host);
    const { port: actual } = proxy.server.address() as AddressInfo;
    const host = values.host.includes(":") ? `[${values.host}]` : values.host;
    io.err(`The proxy listens on http://${host}:${actual} and stands before ${values.target}. Ctrl-C ends it.\n`);
    if (!io.signal.aborted) await once(io.signal, "abort");
    await closeServer(proxy.server);
    const report = await proxy.end();
    const judgement = proxyJudgementOf(report, profile);
    io.out(renderConsole(judgement, { colours: io.colours }));
    const fixtures = proxy.fixtures();
    if (record && fixtures) {
      await writeWhole(record.fixtures, `${JSON.stringify(fixtures.state, null, 2)}\n`);
      if (fixtures.omitted > 0)
        io.err(
          `Left out of ${record.fixtures}: ${fixtures.omitted} items, which are not what the contract says, or too many\n`,
        );
    }
    for (const file of reports) await file.write(file.render({ report, judgement }));
    return judgement.cases.some(({ outcome }) => outcome === "failed") ? 1 : 0;
  },
};

/** Where is recorded what passes: in a folder, or in a file and beside it. */
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
