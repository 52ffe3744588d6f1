/** Something that a sentence denies: "cannot be deleted or restored", "not possible to delete a paid order". */
export interface Denial {
  /** Words for what is denied: "deleted" and "restored". */
  readonly verbs: readonly string[];
  /** Text before the denial: "A paid order" of "A paid order cannot be deleted". */
  readonly before: string;
  /** Last word of what the verbs are done to, if they name it: "order" of "cannot delete a paid order". */
  readonly object: string | undefined;
}

const verbs = "(?<verbs>\\w+(?:(?:,? (?:or|and)|,) \\w+)*)";
const cannot = "(?:cannot|can not|can't|can no longer|may not|must not)";
const passive = `\\b${cannot} be (?:\\w+ly )?${verbs}\\b(?! by\\b)(?: (?<next>\\w+))?`;
const active = `\\b(?:${cannot}|not (?:allowed|possible|permitted) to) (?!be\\b)${verbs}`;
const gerund =
  "^(?<verbs>\\w+ing(?: (?:or|and) \\w+ing)*) (?<object>[^,.]*?) ?(?:is|are) (?:not|no longer) (?:allowed|possible|permitted)\\b";

/** Words behind which no object of a verb is. */
const objectEnd =
  /[,.;:()]|\b(?:once|if|when|after|because|while|that|which|who|unless|until|before|in|with|of|from|for|to|on|by|at|as|since|again|any|anymore)\b/i;

/** Finds what a sentence denies, by its verbs. */
export function readDenials(sentence: string): readonly Denial[] {
  return [
    ...find(passive, sentence, ({ next = "" }, before) => ({ verbs: [next], before, object: undefined })),
    ...find(active, sentence, (_, before, behind) => ({ verbs: [], before, object: lastWord(behind) })),
    ...find(gerund, sentence, ({ object = "" }) => ({ verbs: [], before: "", object: lastWord(object) })),
  ];
}

/** Leaves out what a sentence denies by verbs. */
export function withoutDenials(sentence: string): string {
  return [passive, active, gerund].reduce((text, form) => text.replaceAll(new RegExp(form, "gi"), " "), sentence);
}

type Groups = Readonly<Partial<Record<string, string>>>;

function find(
  form: string,
  sentence: string,
  read: (groups: Groups, before: string, behind: string) => Denial,
): readonly Denial[] {
  return [...sentence.matchAll(new RegExp(form, "gi"))].map((match) => {
    const { index, groups = {} } = match;
    const denial = read(groups, sentence.slice(0, index), sentence.slice(index + match[0].length));
    const words = (groups["verbs"] ?? "").toLowerCase().split(/\W+/);
    return { ...denial, verbs: [...words, ...denial.verbs.map((verb) => verb.toLowerCase())] };
  });
}

function lastWord(text: string): string | undefined {
  return text
    .split(objectEnd, 1)[0]
    ?.match(/[\w-]+/g)
    ?.at(-1);
}
