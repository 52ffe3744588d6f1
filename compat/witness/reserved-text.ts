import { decodeSegment } from "../../contracts/index.ts";

/** Characters that are reserved in URLs but can be unescaped in a query. */
export const reservedCharacters = /[:/?@$,;]/;

/** Decodes the reserved characters of a query or form. */
export function decodeReserved(query: string): string {
  return query.replaceAll(/%[0-9A-F]{2}/g, (code) => {
    const character = decodeSegment(code);
    if (character !== undefined && reservedCharacters.test(character)) return character;
    return code;
  });
}
