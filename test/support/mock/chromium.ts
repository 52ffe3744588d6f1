import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import packaged, { inflate } from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/**
 * Starts a headless browser: on Linux the packaged Chromium, which needs nothing of the machine but
 * a C library; elsewhere the machine's own Chrome, because the packaged one is built for nothing else.
 */
export async function launchBrowser(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return chromium.launch({ channel: "chrome" });
  const home = await unpack();
  return chromium.launch({
    executablePath: join(home, "chromium"),
    args: ["--no-sandbox", "--no-zygote"],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(home, "al2023", "lib"),
      FONTCONFIG_FILE: join(home, "fonts.conf"),
    },
  });
}

/**
 * Unpacks Chromium, its libraries and a font once for each version of the package. It does so aside, because
 * the package takes for whole what another process is still unpacking.
 */
async function unpack(): Promise<string> {
  const root = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const home = join(tmpdir(), `concord-chromium-${version}`);
  if (existsSync(home)) return home;
  const aside = mkdtempSync(`${home}-`);
  const { TMPDIR } = process.env;
  // The package unpacks into the folder for temporary files, and knows no other.
  process.env["TMPDIR"] = aside;
  try {
    await Promise.all([packaged.executablePath(), inflate(join(root, "bin", "al2023.tar.br"))]);
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
  const fonts = `<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`;
  writeFileSync(join(aside, "fonts.conf"), fonts);
  try {
    renameSync(aside, home);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}
