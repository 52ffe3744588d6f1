import type { ExitCode, Io } from "../../../cli/command.ts";

/** Output and exit code of a command. */
export interface CommandOutput {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs a command without a terminal to its end. */
export async function runCommand(
  run: (io: Io) => Promise<ExitCode>,
  { colours = false }: Partial<Pick<Io, "colours">> = {},
): Promise<CommandOutput> {
  let out = "";
  let err = "";
  const io: Io = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    interactive: false,
    colours,
    env: {},
    signal: new AbortController().signal,
  };
  const code = await run(io);
  return { code, out, err };
}
