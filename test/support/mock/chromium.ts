import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import packaged, { inflate } from "@sparticuz/chromium";
import { type Browser, type LaunchOptions, chromium } from "playwright-core";

/** Starts a headless browser. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/**
 * Options that start a headless browser. On Linux, it is the packaged Chromium, which needs only a C library of the
 * machine. Other systems use an installed Chrome, because the package supports Linux only.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  const home = await unpack();
  return {
    executablePath: join(home, "chromium"),
    args: ["--no-sandbox", "--no-zygote"],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(home, "al2023", "lib"),
      FONTCONFIG_FILE: join(home, "fonts.conf"),
    },
  };
}

/**
 * Unpacks Chromium, its libraries and a font once for each version of the package. It unpacks into a temporary folder
 * first, because the package would use files that another process has not finished yet.
 */
async function unpack(): Promise<string> {
  const root = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const home = join(tmpdir(), `concord-chromium-${version}`);
  if (existsSync(home)) return home;
  const partial = mkdtempSync(`${home}-`);
  const { TMPDIR } = process.env;
  // The package always unpacks into the folder for temporary files.
  process.env["TMPDIR"] = partial;
  try {
    await Promise.all([packaged.executablePath(), inflate(join(root, "bin", "al2023.tar.br"))]);
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
  const fonts = `<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`;
  writeFileSync(join(partial, "fonts.conf"), fonts);
  try {
    renameSync(partial, home);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}
