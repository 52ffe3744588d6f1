import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { configuredValues } from "./configured-values.ts";
import { oneOf, port } from "./readers.ts";

const options = {
  "key-port": { form: "PORT", key: "keyPort", default: "4012", read: port, help: "port of the key" },
  "private-key": { form: "FILE", key: "privateKey", help: "private key" },
  policy: { form: "POLICY", key: "policy", read: oneOf("v1", "both"), help: "signatures" },
  insecure: { key: "insecure", help: "trust any certificate" },
  list: { help: "list all trials" },
} as const;

const place = { file: "project/concord.config.ts", at: "receiver" };

describe("configuredValues()", () => {
  it("returns values by the names of options, with paths from the folder of the configuration", () => {
    const settings = { keyPort: 0, privateKey: "keys/a.pem", policy: "v1", insecure: true } as const;

    expect(configuredValues(options, settings, place)).toEqual({
      "key-port": 0,
      "private-key": resolve("project/keys/a.pem"),
      policy: "v1",
      insecure: true,
    });
    expect(configuredValues(options, {}, place)).toEqual({});
  });

  it.each<[object, string]>([
    [{ keyPorts: 1 }, 'receiver has no place for "keyPorts"; the nearest is "keyPort"'],
    [{ list: true }, 'receiver has no place for "list"'],
    [{ keyPort: 70_000 }, 'receiver.keyPort must be a whole number from 0 to 65535, not "70000"'],
    [{ keyPort: "4012" }, 'receiver.keyPort must be a number, not "4012"'],
    [{ policy: "v2" }, 'receiver.policy must be v1 or both, not "v2"'],
    [{ privateKey: 5 }, "receiver.privateKey must be a text, not 5"],
    [{ privateKey: "" }, 'receiver.privateKey must be a text, not ""'],
    [{ insecure: "yes" }, 'receiver.insecure must be true or false, not "yes"'],
  ])("rejects %j", (settings, reason) => {
    expect(() => configuredValues(options, settings, place)).toThrow(
      `Cannot use the configuration "project/concord.config.ts": ${reason}`,
    );
  });
});
