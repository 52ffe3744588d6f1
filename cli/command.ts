/** 0: fine. 1: there are findings. 2: the command could not run. */
export type ExitCode = 0 | 1 | 2;

/** Where a command reads and writes: results go to `out`, all else to `err`. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal, which may show progress. */
  readonly interactive: boolean;
  /** Whether `out` is a terminal that wants colours. */
  readonly colours: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C or a request to end: clean up and return. */
  readonly signal: AbortSignal;
}

/** A line of a catalogue of commands. */
export interface Entry {
  readonly name: string;
  readonly summary: string;
  /** A command is loaded when it is called: the mock should not wait for what compares documents. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** One command of the binary: parse, call, print, return a code. */
export interface Command {
  readonly help: string;
  /** Commands of its own that have a help of their own; `run` is called for these as well. */
  readonly subcommands?: readonly Entry[];
  run(argv: readonly string[], io: Io): Promise<ExitCode>;
}
