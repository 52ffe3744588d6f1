import type { ExitCode, Io } from "../../../cli/command.ts";

/** What a command wrote, and how it ended. */
export interface Told {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs a command that writes to no terminal, to its end. */
export async function told(
  run: (io: Io) => Promise<ExitCode>,
  { colours = false }: Partial<Pick<Io, "colours">> = {},
): Promise<Told> {
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
