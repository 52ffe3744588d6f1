import fc from "fast-check";

/** Text that every generated secret contains. */
export const core = "hunter2";

/** Names of members with secrets. */
export const secretNames = fc
  .tuple(
    fc.constantFrom([], ["new"], ["smtp"], ["webhook"], ["user", "session"]),
    fc.constantFrom(
      ..."password passwd pwd pin passcode otp totp sid cookie cvv secret token credential jwt authorization auth"
        .split(" ")
        .map((word) => [word]),
      ["api", "key"],
      ["private", "key"],
      ["bearer", "token"],
      ["client", "secret"],
      ["session", "id"],
      ["otp", "code"],
      ["recovery", "code"],
    ),
    fc.constantFrom("", "s"),
    fc.constantFrom("camel", "_", "-", ".", "upper", "2"),
  )
  .map(([before, base, plural, style]) => {
    const words = [...before, ...base.slice(0, -1), `${base.at(-1)}${plural}`];
    const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
    if (style === "camel") return words.map((word, index) => (index === 0 ? word : title(word))).join("");
    if (style === "upper") return words.join("_").toUpperCase();
    return style === "2" ? `${words.join("-")}2` : words.join(style);
  });

/** Searches for the core of a secret. */
export const secretTexts = fc
  .constantFrom("", '"', "\\", '\\"', ",", "}", "]", " ", "=", "&", "é")
  .map((odd) => `${core}${odd}${core}`);
