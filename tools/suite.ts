import { type Verdict, isThere, judge, readSuite } from "../test/support/values/suite.ts";

// Generates values for every schema of the official JSON Schema test suite, and validates them with Ajv. Exits with 1 if
// less than 99 % of the groups are sound, or an invalid value matches.
if (isThere) process.exitCode = report();
else console.log("The suite is not there: it belongs to ../shared/corpus/json-schema-test-suite, beside this checkout");

function report(): 0 | 1 {
  const verdicts = readSuite().map((group) => ({ group, verdict: judge(group) }));
  const judged = verdicts.filter(({ verdict }) => verdict.leftOut === undefined);
  const sound = judged.filter(({ verdict }) => verdict.unsound.length === 0);
  const sum = (count: (verdict: Verdict) => number): number =>
    judged.reduce((total, { verdict }) => total + count(verdict), 0);
  for (const { group, verdict } of judged) {
    const name = `${group.file}, ${group.description}`;
    for (const value of verdict.unsound.slice(0, 3)) console.log(`does not fit: ${name}: ${value}`);
    for (const value of verdict.mislabelled.slice(0, 3)) console.log(`fits: ${name}: ${value}`);
    if (verdict.isUnbroken) console.log(`nothing breaks it: ${name}`);
    for (const label of verdict.lost) console.log(`no value breaks it: ${name}: ${label}`);
  }
  for (const [why, left] of Object.entries(Object.groupBy(verdicts, ({ verdict }) => verdict.leftOut ?? "")))
    if (why !== "") console.log(`${left?.length} groups left out: ${why}`);
  const wrong = sum(({ mislabelled }) => mislabelled.length);
  const share = sound.length / judged.length;
  console.log(
    `${judged.length} of ${verdicts.length} groups judged: ${sound.length} sound (${(share * 100).toFixed(1)} %), ${sum(({ fitting }) => fitting)} values`,
  );
  console.log(
    `${sum(({ broken }) => broken)} values labelled invalid: ${wrong} fit; ${sum(({ faults }) => faults)} ways to break a schema, ${sum(({ lost }) => lost.length)} without a value`,
  );
  return share < 0.99 || wrong > 0 ? 1 : 0;
}
