import { decodeSegment } from "../../contracts/index.ts";

/** Those that are reserved in URLs, and that a query may have as they are without another meaning. */
export const reservedCharacters = /[:/?@$,;]/;

/** A query, or a form, in which such characters stand as they are. */
export function withReserved(query: string): string {
  return query.replaceAll(/%[0-9A-F]{2}/g, (code) => {
    const character = decodeSegment(code);
    return character !== undefined && reservedCharacters.test(character) ? character : code;
  });
}
