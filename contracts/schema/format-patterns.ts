/** Patterns that all texts of a format match, as its specification describes them. Validators refuse some texts that match. */
export const formatPatterns: ReadonlyMap<string, string> = new Map([
  ["date", "^\\d{4}-\\d\\d-\\d\\d$"],
  ["date-time", "^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d"],
  ["email", "^[^\\s@]+@[^\\s@]+$"],
  ["hostname", "^[A-Za-z\\d-]+(?:\\.[A-Za-z\\d-]+)*\\.?$"],
  ["ipv4", "^\\d{1,3}(?:\\.\\d{1,3}){3}$"],
  ["uri", "^[A-Za-z][A-Za-z\\d+.-]*:\\S+$"],
  ["uuid", "^[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$"],
]);
