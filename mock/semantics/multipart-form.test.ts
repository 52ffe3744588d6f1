import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readParts } from "./multipart-form.ts";

const dispositionOf = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
const bodyOf = (boundary: string, contents: readonly string[]): Uint8Array =>
  Buffer.from(
    [
      ...contents.map((content, index) => `--${boundary}\r\n${dispositionOf(`p${index}`)}\r\n\r\n${content}\r\n`),
      `--${boundary}--\r\n`,
    ].join(""),
  );

describe("readParts()", () => {
  it("returns every content that contains no boundary line", () => {
    const near = fc.constantFrom("XX", "--", "--XX", "\r\n", "\r", "\n", "-", "a", "ä", "\u0000");
    const content = fc.array(near, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const isFree = (text: string): boolean => !`\r\n${text}\r\n`.includes("\r\n--XX");
    fc.assert(
      fc.property(fc.array(content.filter(isFree), { minLength: 1, maxLength: 3 }), (contents) => {
        expect(readParts(bodyOf("XX", contents), "XX", Number.POSITIVE_INFINITY)).toEqual(
          contents.map((each, index) => [`p${index}`, each]),
        );
      }),
    );
  });

  it("parses the forms of Node as Node does", async () => {
    const form = new FormData();
    form.append('a "name"\r\n', "text");
    form.append("file", new File([new Uint8Array([0, 13, 10, 255])], "ä.bin", { type: "image/png" }));
    form.append("file", new Blob(["{}"], { type: "application/json" }));
    const request = new Request("http://localhost", { method: "POST", body: form });
    const boundary = /boundary=(.*)$/.exec(request.headers.get("content-type") ?? "")?.[1] ?? "";
    const read =
      readParts(new Uint8Array(await request.clone().arrayBuffer()), boundary, Number.POSITIVE_INFINITY) ?? [];
    const shown = ([name, content]: readonly [string, string | File]) =>
      typeof content === "string"
        ? [name, content]
        : content.arrayBuffer().then((bytes) => [name, content.name, content.type, Buffer.from(bytes).toString("hex")]);

    expect(read).toHaveLength(3);
    expect(await Promise.all(read.map(shown))).toEqual(
      await Promise.all([...(await request.formData())].map((each) => shown(each as [string, string | File]))),
    );
  });

  it("accepts a preamble, an epilogue and base64", () => {
    const part = `${dispositionOf("a")}\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8=`;
    const body = Buffer.from(`before\r\n--b \t\r\n${part}\r\n--b--\r\nbehind`);

    expect(readParts(body, "b", Number.POSITIVE_INFINITY)).toEqual([["a", "hello"]]);
  });

  it.each(["", "--b\r\n", "--b\r\n\r\n\r\n--b--", `--b\r\n${dispositionOf("a")}\r\n\r\nno end`, "b\r\nb--"])(
    "returns undefined for the malformed body %j",
    (text) => {
      expect(readParts(Buffer.from(text), "b", Number.POSITIVE_INFINITY)).toBeUndefined();
    },
  );
});
