import { createRequire } from "node:module";
import { ToolError } from "../contracts/index.ts";

/** Earliest version whose fixtures and annotations the tests of Concord need. */
const EARLIEST = [3, 2] as const;

/**
 * Checks the installed Vitest. npm does not: any version may be installed beside the package, because most of it needs
 * none.
 * @throws ToolError "missing-package" for a version before 3.2.
 */
export function checkVitest(version = installedVersion()): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > EARLIEST[0] || (major === EARLIEST[0] && minor >= EARLIEST[1])) return;
  throw new ToolError("missing-package", `Cannot use Vitest ${version}: ${EARLIEST.join(".")} or later is needed`, {
    hint: "npm install --save-dev vitest@latest",
  });
}

function installedVersion(): string {
  const manifest = createRequire(import.meta.url)("vitest/package.json") as { readonly version: string };
  return manifest.version;
}
