import { describe, expect, it } from "vitest";
import { commands } from "../run.ts";
import { describeOptions, settingsOf } from "./options.ts";
import { parseArgv } from "./parse.ts";
import { oneOf, port } from "./readers.ts";

const options = {
  port: { form: "N", key: "port", default: "4010", read: port, help: "port to listen on" },
  state: { form: "WHERE", key: "state", variable: "CONCORD_STATE", help: "storage" },
  fault: { form: "ID", multiple: true, help: "a fault" },
  mode: { form: "MODE", read: oneOf("fast", "slow"), help: "speed" },
  "no-cors": { key: "cors", sets: false, help: "no pages of other origins" },
} as const;

describe("parse()", () => {
  it("reads values, and adds defaults and flags to those that are given", () => {
    const { given, values } = parseArgv("mock", ["--fault", "a", "--fault", "b", "--no-cors"], options);

    expect(given).toEqual({ fault: ["a", "b"], "no-cors": true });
    expect(values).toEqual({ ...given, port: 4010 });
    expect(parseArgv("mock", ["--port", "1"], options).values).toEqual({ port: 1, "no-cors": false });
  });

  it("reads a variable of the environment, unless the command line has the option", () => {
    const env = { CONCORD_STATE: "memory" };

    expect(parseArgv("mock", [], options, "", env).given).toEqual({ state: "memory" });
    expect(parseArgv("mock", ["--state", "x"], options, "", env).given).toEqual({ state: "x" });
    expect(() => parseArgv("mock", [], options, "", { CONCORD_STATE: " " })).toThrow("CONCORD_STATE needs a value");
  });

  it.each([
    [["--port", "70000"], '--port must be a whole number from 0 to 65535, not "70000"'],
    [["--mode", "fats"], '--mode must be fast or slow, not "fats"; the nearest is "fast"'],
    [["--fault", ""], "--fault needs a value"],
  ])("rejects %j", (argv, message) => {
    expect(() => parseArgv("mock", argv, options)).toThrow(`Cannot run "concord mock": ${message}`);
  });
});

describe("writeSettings()", () => {
  it("returns values by their keys, and what a given flag sets", () => {
    const { values } = parseArgv("mock", ["--no-cors", "--mode", "slow"], options);

    expect(settingsOf(options, values)).toEqual({ port: 4010, cors: false });
    expect(settingsOf(options, parseArgv("mock", [], options).values)).toEqual({ port: 4010 });
  });
});

describe("describeOptions()", () => {
  it("adds the default, the variable, and that an option may be given several times", () => {
    expect(describeOptions(options)).toBe(`\
  --port N              port to listen on (default: 4010)
  --state WHERE         storage (or set CONCORD_STATE)
  --fault ID            a fault; may be given several times
  --mode MODE           speed
  --no-cors             no pages of other origins`);
  });

  it("has rows of at most 100 characters in the help of each command, and each option once in a command", async () => {
    const rows = new Map<string, readonly string[]>();
    for (const { name, load } of commands) {
      const { command } = await load();
      const subcommands = await Promise.all((command.subcommands ?? []).map((entry) => entry.load()));
      for (const [at, { help }] of [command, ...subcommands.map((each) => each.command)].entries())
        rows.set(`${name} ${at}`, help.match(/^ {2}--\S+.*$/gm) ?? []);
    }

    expect([...rows.values()].flat().length).toBeGreaterThan(150);
    expect([...rows.values()].flat().filter((row) => row.length > 100)).toEqual([]);
    for (const [command, each] of rows) {
      const names = each.map((row) => row.trim().split(" ")[0]);
      expect([command, names]).toEqual([command, [...new Set(names)]]);
    }
  });
});
