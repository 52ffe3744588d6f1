// Loaded before a server (node --import): the file MUTANT_FILE has the text of MUTANT_TEXT, and the file on disk stays as it is.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const { MUTANT_FILE = "", MUTANT_TEXT = "" } = process.env;
const { href } = pathToFileURL(MUTANT_FILE);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    return url === href ? { ...loaded, source: readFileSync(MUTANT_TEXT, "utf8") } : loaded;
  },
});
