import {
  type Contract,
  type Json,
  type MediaType,
  isObject,
  resolveMemberSchema,
  listSchemaParts,
  styledPairs,
} from "../../../contracts/index.ts";

/** Boundary that no generated text contains. */
const boundary = "between-the-parts";

/** An object as a multipart/form-data body, and its Content-Type; files are as long as their texts. */
export function writeMultipart(contract: Contract, media: MediaType, value: Json): { raw: string; mediaType: string } {
  const { schema: { value: schema = true } = {}, encodings = {} } = media;
  const parts = Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) => {
    const styledTexts = encodings[name] && styledPairs(name, encodings[name], member);
    const items: Json[] = styledTexts ? styledTexts.map(([, text]) => text) : [member].flat();
    return items.map((item) => partOf(name, item));
  });
  return { raw: `${parts.join("")}--${boundary}--\r\n`, mediaType: `multipart/form-data; boundary=${boundary}` };

  function partOf(name: string, item: Json): string {
    const isFile = listSchemaParts(contract, resolveMemberSchema(contract, schema, name)).some(
      (part) => part["format"] === "binary",
    );
    const file = isFile ? `; filename="a.png"\r\nContent-Type: image/png` : "";
    const text = typeof item !== "string" ? JSON.stringify(item) : isFile ? "x".repeat(item.length) : item;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${encodeURIComponent(name)}"${file}\r\n\r\n${text}\r\n`;
  }
}
