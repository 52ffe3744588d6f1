import { readFileSync } from "node:fs";
import { type JsonObject, loadContract } from "../../contracts/index.ts";
import { createClock, createPlatform } from "../../mock/index.ts";
import { exercise } from "./exercise.ts";
import { createJudge } from "./judge.ts";

// Measures one document in a separate process, so that time and memory belong to it alone. Prints JSON.
const [file = "", seed = "42"] = process.argv.slice(2);
const started = performance.now();
const contract = await loadContract(file);
const { operations, problems } = contract;
const loadMs = Math.round(performance.now() - started);
const judge = createJudge(JSON.parse(readFileSync(file, "utf8")) as JsonObject);
const { outcomes, lives } = await exercise(
  contract,
  createPlatform([contract], { clock: createClock(Date.now) }),
  judge,
  Number(seed),
);
const seconds = Math.round((performance.now() - started) / 100) / 10;
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    operations: operations.length,
    problems: problems.length,
    loadMs,
    seconds,
    megabytes: Math.round(maxRSS / 1024),
    outcomes,
    lives,
  }),
);
