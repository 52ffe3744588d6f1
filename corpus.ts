import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { checkCompat } from "./compat/index.ts";
import { loadContract } from "./contracts/index.ts";

/** What a case expects: §9's verdict, and the ids that oasdiff's own tests assert. */
interface Expectation {
  readonly section9: { readonly breaking: boolean | "unclear"; readonly rule: string; readonly reason: string };
  readonly oasdiffAsserts: readonly { readonly id: string }[];
}

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "../shared/corpus/compat/cases"));
const exceptions = parse(readFileSync(join(import.meta.dirname, "fixtures/corpus/exceptions.yaml"), "utf8")) as Record<
  string,
  string
>;
const wrong: string[] = [];
const tally = { recalled: 0, breaking: 0, alarms: 0, harmless: 0, unclear: 0, agreeing: 0, asserted: 0 };
const missing = new Map<string, number>();

for (const name of readdirSync(folder).toSorted()) {
  const at = join(folder, name);
  const { section9, oasdiffAsserts } = JSON.parse(readFileSync(join(at, "expect.json"), "utf8")) as Expectation;
  const [base, revision] = await Promise.all(
    ["base.yaml", "revision.yaml"].map((file) => loadContract(join(at, file))),
  );
  if (!base || !revision) continue;
  const { verdict, changes } = checkCompat([base], [revision]);
  const breaks = verdict === "breaking";
  if (section9.breaking === true) tally.breaking++;
  if (section9.breaking === false) tally.harmless++;
  if (section9.breaking === "unclear") tally.unclear++;
  if (section9.breaking === true && breaks) tally.recalled++;
  if (section9.breaking === false && breaks) tally.alarms++;
  if (section9.breaking !== "unclear" && section9.breaking !== breaks) {
    const found = changes.map((change) => `${change.verdict} ${change.rule} ${change.path}`).join("; ");
    wrong.push(
      `${name}: ${section9.breaking ? "breaking" : "harmless"} (${section9.rule}: ${section9.reason}) but [${found}] ${exceptions[name] ?? ""}`,
    );
  }
  const ids = new Set(changes.map(({ oasdiff }) => oasdiff));
  for (const { id } of oasdiffAsserts) {
    tally.asserted++;
    if (ids.has(id)) tally.agreeing++;
    else missing.set(id, (missing.get(id) ?? 0) + 1);
  }
}

console.log(wrong.join("\n"));
console.log(
  `recall ${(tally.recalled / tally.breaking).toFixed(3)} (${tally.recalled}/${tally.breaking}), false alarms ${(tally.alarms / tally.harmless).toFixed(3)} (${tally.alarms}/${tally.harmless}), check ids ${tally.agreeing}/${tally.asserted}`,
);
if (process.argv.includes("--ids"))
  console.log(
    [...missing]
      .toSorted(([, a], [, b]) => b - a)
      .map(([id, n]) => `${n} ${id}`)
      .join("\n"),
  );
