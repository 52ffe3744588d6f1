import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ConformOptions } from "../../conformance/index.ts";
import { type Contract, loadContract } from "../../contracts/index.ts";
import { providers } from "../../test/support/providers.ts";
import { type Program, type Started, installServer, serverNames, startProgram } from "../servers/server.ts";

/** A server whose handlers are mutated. */
export interface Subject {
  readonly name: string;
  /** "own" for the example providers of this repository, whose documents and handlers have the same author as Concord. */
  readonly origin: "own" | "others";
  readonly program: Program;
  /** Absolute paths of the files with handlers. */
  readonly files: readonly string[];
  /** Code that switches a planted bug on. */
  readonly isPlanted?: RegExp;
}

/** A subject that was started once, as it is. */
export interface ReadSubject extends Subject {
  readonly contract: Contract;
  /** Options of conformance that depend on the subject. */
  readonly options: Pick<ConformOptions, "token" | "headers" | "identities" | "permissions" | "includeAssumed">;
  /** Ids of the findings of the server without a mutation. */
  readonly known: ReadonlySet<string>;
  /** True for an offset of a file that was executed, by the start or by the requests of a run. */
  readonly isExecuted: (file: string, offset: number) => boolean;
}

const folder = import.meta.dirname;

/** All subjects: first the servers of other authors, then the example providers. */
export function subjects(): readonly Subject[] {
  return [
    ...serverNames().map((name): Subject => {
      const home = join(folder, "../servers", name);
      return {
        name,
        origin: "others",
        program: { argv: ["start.mjs"], folder: home },
        files: [],
      };
    }),
    ...providers.map(({ name, document }): Subject => {
      const home = join(document, "..");
      const files = readdirSync(home).filter((file) => file.endsWith(".ts") && file !== "bugs.ts");
      return {
        name,
        origin: "own",
        program: { argv: ["provider.ts", name], folder },
        files: files.map((file) => join(home, file)),
        isPlanted: /\bon\(/,
      };
    }),
  ];
}

/** Ids of the findings of one run on a subject. */
export type TryOut = (subject: ReadSubject, url: string) => Promise<readonly string[]>;

/**
 * Installs and starts a subject, reads its document, and runs `tryOut` to see which findings it has and which code is
 * reached.
 * @throws Error if it does not start.
 */
export async function readSubject(
  subject: Subject,
  { report, tryOut }: { readonly report: (line: string) => void; readonly tryOut: TryOut },
): Promise<ReadSubject> {
  if (subject.origin === "others") installServer(subject.name, report);
  const scratch = mkdtempSync(join(tmpdir(), "concord-mutants-"));
  try {
    const coverage = join(scratch, "coverage");
    const program = { ...subject.program, env: { NODE_V8_COVERAGE: coverage } };
    const running = await startProgram(program);
    const { started } = running;
    const read: ReadSubject = {
      ...subject,
      files:
        subject.origin === "own" ? subject.files : started.handlers.map((file) => join(subject.program.folder, file)),
      contract: await contractOf(started, scratch),
      options: subject.origin === "own" ? ofProviders : optionsOf(started),
      known: new Set(),
      isExecuted: () => true,
    };
    let ids: readonly string[];
    try {
      ids = await tryOut(read, started.url);
    } finally {
      await running[Symbol.asyncDispose]();
    }
    return { ...read, known: new Set(ids), isExecuted: executedIn(coverage) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const ofProviders: ReadSubject["options"] = {
  token: "org_acme",
  identities: { expired: "expired_acme", readOnly: "readonly_acme", other: "org_beta" },
  permissions: { burst: true },
  includeAssumed: true,
};

function optionsOf({ bearer, headers }: Started): ReadSubject["options"] {
  return { ...(bearer !== undefined && { token: bearer }), ...(headers && { headers }) };
}

async function contractOf({ document }: Started, scratch: string): Promise<Contract> {
  if (!document.startsWith("http")) return loadContract(document);
  const response = await fetch(document);
  if (!response.ok) throw new Error(`${document} answers ${response.status}`);
  const file = join(scratch, "document.json");
  writeFileSync(file, await response.text());
  return loadContract(file);
}

interface CoverageRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Reads the coverage that V8 wrote when a process ended. */
function executedIn(coverage: string): ReadSubject["isExecuted"] {
  const ranges = new Map<string, CoverageRange[]>();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
      result: readonly { url: string; functions: readonly { ranges: readonly CoverageRange[] }[] }[];
    };
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue;
      const file = fileURLToPath(url);
      ranges.set(file, [...(ranges.get(file) ?? []), ...functions.flatMap((each) => each.ranges)]);
    }
  }
  return (file, offset) => {
    const around = (ranges.get(fileURLToPath(pathToFileURL(file))) ?? []).filter(
      ({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset,
    );
    // The innermost range counts.
    const [innermost] = around.toSorted(
      (one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset),
    );
    return innermost !== undefined && innermost.count > 0;
  };
}
