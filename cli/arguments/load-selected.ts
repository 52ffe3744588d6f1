import { type Contract, type Problem, loadContracts, loadPlatform, printableText } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { killedBySignals } from "../interruptible.ts";
import type { Options } from "./options.ts";
import { problemLines, writeProblems } from "./problem-lines.ts";
import { documentHeaderOption, readDocumentHeaders } from "./document-headers.ts";

/** Options of commands that read contracts. */
export const contractOptions = {
  contracts: {
    form: "PATH",
    multiple: true,
    help: "OpenAPI document or GraphQL schema: a file, a folder, a URL or git:REF:PATH (default: those of the bundled platform)",
  },
  overlay: { form: "FILE", multiple: true, help: "apply an OpenAPI Overlay 1.0 to them" },
  "allow-url": {
    form: "HOST",
    multiple: true,
    help: "also follow $refs to this host (api.example.com, localhost:8080)",
  },
  ...documentHeaderOption,
} as const satisfies Options;

/** Contracts that the options of a command select. */
export interface Selection {
  /** Paths or URLs of documents, or folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Overlays to apply to them. */
  readonly overlay?: readonly string[] | undefined;
  /** Hosts that `$ref`s may lead to, besides those of the documents. */
  readonly "allow-url"?: readonly string[] | undefined;
  /** Headers for documents that are URLs: "Authorization: Bearer …". */
  readonly "document-header"?: readonly string[] | undefined;
}

/** Reports that the bundled contracts are used, for a command without --contracts. */
export function reportDefaultContracts(
  { contracts = [] }: Pick<Selection, "contracts">,
  loaded: readonly Contract[],
  io: Io,
): void {
  if (contracts.length > 0) return;
  io.err(`Using the ${loaded.length} bundled contracts, because --contracts is not given\n`);
}

/**
 * Loads the selected contracts, by default the bundled ones. Prints the problems of overlays, and a short list of the
 * others unless the command reports them itself.
 */
export async function loadSelected(
  { contracts = [], overlay = [], "allow-url": allowUrls = [], "document-header": headers }: Selection,
  io: Io,
  { reportsProblems = false }: { readonly reportsProblems?: boolean } = {},
): Promise<Contract[]> {
  const documentHeaders = readDocumentHeaders(headers, io);
  const options = { overlays: overlay, allowUrls, documentHeaders, signal: io.signal };
  const load = (): Promise<Contract[]> =>
    contracts.length > 0 ? loadContracts(contracts, options) : loadPlatform(options);
  const loaded = await killedBySignals("read the contracts", load, io);
  const problems = loaded.flatMap((contract) => contract.problems);
  const isOfOverlay = ({ code }: Problem): boolean => code.startsWith("overlay-");
  const others = reportsProblems ? [] : problems.filter((problem) => !isOfOverlay(problem));
  const lines = [
    ...writeProblems(problems.filter(isOfOverlay)),
    ...problemLines(`Problems that were ignored: ${others.length}`, others),
  ];
  for (const line of lines) io.err(`${printableText(line)}\n`);
  return loaded;
}
