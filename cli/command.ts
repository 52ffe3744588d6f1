/** 0: no findings. 1: findings. 2: the command could not run. */
export type ExitCode = 0 | 1 | 2;

/**
 * Meaning of a text that is written. plain: no sequence of a terminal and no command of a log. styled: with the colours of
 * `styleText()`. annotations: lines of GitHub's annotations. progress: takes the place of the current line.
 */
export type TextKind = "plain" | "styled" | "annotations" | "progress";

/** Output and environment of a command. Results go to `out`, everything else to `err`. */
export interface Io {
  out(text: string, kind?: TextKind): void;
  err(text: string, kind?: TextKind): void;
  /** True if `err` is a terminal. Then progress is shown. */
  readonly interactive: boolean;
  /** True if `out` is a terminal with colours. */
  readonly colours: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by SIGINT or SIGTERM. The command then cleans up and returns. */
  readonly signal: AbortSignal;
}

/** Line of a catalogue of commands. */
export interface Entry {
  readonly name: string;
  readonly summary: string;
  /** Names of subcommands that a user may take for commands. */
  readonly subcommands?: readonly string[];
  /** Loads the command. Only the called one is loaded, so that each starts fast. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** A command: parses its arguments, calls a tool, prints the result, returns an exit code. */
export interface Command {
  readonly help: string;
  /** Subcommands with their own help. `run` of the parent runs them. */
  readonly subcommands?: readonly Entry[];
  run(argv: readonly string[], io: Io): Promise<ExitCode>;
}
