import { MASK } from "./mark.ts";

/** How the tokens of a service look, as public secret scanners (gitleaks, GitHub's secret scanning) know them. */
export interface TokenForm {
  readonly service: string;
  /** What they begin with, and what stays of them. No unbounded repetition, so that looking for it takes one pass. */
  readonly mark: string;
  /** What must follow the mark; bounded as well. */
  readonly rest: string;
  /** The characters that go on with it, as many as there are; those of a word if not said. */
  readonly goesOn?: string;
}

const word = String.raw`[\w-]`;

/** Letters and digits with a digit among the first hundred: words that are joined have none. */
const mixed = (least: number): string => String.raw`(?=${word}{0,100}\d)${word}{${least}}`;

/** The same, for marks that are so short that a word could begin with them: long, with capitals and digits. */
const dense = (least: number): string => String.raw`(?=${word}{0,100}\d)(?=${word}{0,100}[A-Z])[A-Za-z\d_-]{${least}}`;
const hex = (length: number): string => String.raw`[\da-fA-F]{${length}}(?![\da-zA-Z])`;

export const tokenForms: readonly TokenForm[] = [
  { service: "Stripe", mark: "(?:sk|pk|rk)_(?:live|test|prod)_", rest: mixed(10) },
  { service: "GitHub", mark: "gh[pousr]_", rest: mixed(10) },
  { service: "GitHub", mark: "github_pat_", rest: mixed(10) },
  {
    service: "GitLab",
    mark: "gl(?:pat|dt|rt|ft|soat|cbt|ptt|agent|oas|imt|ffct)-",
    rest: String.raw`(?=${word}{0,100}[A-Z\d])${word}{16}`,
  },
  { service: "GitLab", mark: "GR1348941", rest: `${word}{16}` },
  { service: "Slack", mark: "xox[abeoprs]-", rest: mixed(10) },
  { service: "Slack", mark: "x(?:app|wfp)-", rest: mixed(20) },
  { service: "Slack", mark: String.raw`xoxe\.xox[bp]-`, rest: mixed(10) },
  { service: "AWS", mark: "(?:AKIA|ASIA|ABIA|ACCA)", rest: String.raw`[A-Z\d]{16}` },
  { service: "Google", mark: "AIza", rest: `${word}{35}` },
  { service: "Google", mark: "GOCSPX-", rest: `${word}{20}` },
  { service: "Google", mark: String.raw`ya29\.`, rest: mixed(20) },
  { service: "Twilio", mark: "SK", rest: hex(32) },
  { service: "SendGrid", mark: String.raw`SG\.`, rest: String.raw`(?=[\w.-]{0,100}\d)[\w-]{16,64}\.[\w-]{16}` },
  { service: "Mailgun", mark: "key-", rest: hex(32) },
  { service: "Brevo", mark: "xkeysib-", rest: mixed(30) },
  { service: "npm", mark: "npm_", rest: String.raw`[A-Za-z\d]{36}` },
  { service: "PyPI", mark: "pypi-", rest: mixed(30) },
  { service: "RubyGems", mark: "rubygems_", rest: hex(48) },
  { service: "OpenAI", mark: "sk-(?:proj|svcacct|admin|None)-", rest: mixed(20) },
  { service: "Anthropic", mark: "sk-ant-", rest: mixed(20) },
  { service: "OpenRouter", mark: "sk-or-", rest: mixed(20) },
  { service: "OpenAI", mark: "sk-", rest: String.raw`(?=[A-Za-z\d]{0,40}\d)(?=[A-Za-z\d]{0,40}[A-Z])[A-Za-z\d]{32}` },
  { service: "Groq", mark: "gsk_", rest: dense(40) },
  { service: "xAI", mark: "xai-", rest: dense(40) },
  { service: "Perplexity", mark: "pplx-", rest: dense(40) },
  { service: "Replicate", mark: "r8_", rest: dense(30) },
  { service: "Hugging Face", mark: "hf_", rest: String.raw`(?=[A-Za-z\d]{0,40}[A-Z])[A-Za-z\d]{30}` },
  { service: "Square", mark: "sq0(?:atp|csp|idp)-", rest: `${word}{20}` },
  { service: "Square", mark: "EAAA", rest: dense(50) },
  { service: "Facebook", mark: "EAA[CM]", rest: dense(60) },
  { service: "Shopify", mark: "shp(?:at|ca|pa|ss)_", rest: hex(32) },
  { service: "DigitalOcean", mark: "do[opr]_v1_", rest: hex(64) },
  { service: "Databricks", mark: "dapi", rest: hex(32) },
  { service: "Docker", mark: "dckr_pat_", rest: `${word}{20}` },
  { service: "Atlassian", mark: "ATATT3", rest: dense(40) },
  { service: "Postman", mark: "PMAK-", rest: String.raw`[\da-f]{24}-[\da-f]{34}` },
  { service: "Linear", mark: "lin_api_", rest: dense(30) },
  { service: "Notion", mark: "ntn_", rest: dense(30) },
  { service: "Figma", mark: "figd_", rest: dense(30) },
  { service: "Grafana", mark: "gl(?:c|sa)_", rest: mixed(32) },
  { service: "New Relic", mark: "NRAK-", rest: String.raw`[A-Z\d]{27}` },
  { service: "HashiCorp Vault", mark: String.raw`hv[sb]\.`, rest: mixed(24) },
  {
    service: "Doppler",
    mark: String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`,
    rest: String.raw`(?:[\w-]{1,40}\.)?[A-Za-z\d]{40}`,
  },
  { service: "PlanetScale", mark: "pscale_(?:tkn|pw|oauth)_", rest: mixed(30) },
  { service: "Supabase", mark: "sb(?:p|_secret)_", rest: mixed(20) },
  { service: "Sentry", mark: "sntry[su]_", rest: mixed(40) },
  { service: "Telegram", mark: String.raw`\d{8,10}:AA`, rest: `${word}{32}` },
  { service: "Alibaba Cloud", mark: "LTAI", rest: String.raw`(?=[A-Za-z\d]{0,20}\d)[A-Za-z\d]{16}` },
  { service: "Shippo", mark: "shippo_(?:live|test)_", rest: hex(40) },
  { service: "age", mark: "AGE-SECRET-KEY-1", rest: String.raw`[A-Z\d]{40}` },
  // Where a webhook of theirs is, who knows the path may post.
  {
    service: "Slack",
    mark: String.raw`hooks\.slack\.com(?:\/|~1)(?:services|workflows|triggers)(?:\/|~1)`,
    rest: String.raw`(?=[\w/~-]{0,100}\d)[\w/~-]{10}`,
    goesOn: String.raw`[\w/~-]`,
  },
  {
    service: "Discord",
    mark: String.raw`discord(?:app)?\.com(?:\/|~1)api(?:\/|~1)(?:v\d{1,2}(?:\/|~1))?webhooks(?:\/|~1)`,
    rest: String.raw`\d{5,25}(?:\/|~1)[\w/~-]{16}`,
    goesOn: String.raw`[\w/~-]`,
  },
  {
    service: "Microsoft Teams",
    mark: String.raw`(?:webhook\.office|outlook\.office|outlook\.office365)\.com(?:\/|~1)webhook(?:b2)?(?:\/|~1)`,
    rest: String.raw`[\w@./~-]{20}`,
    goesOn: String.raw`[\w@./~-]`,
  },
  {
    service: "Zapier",
    mark: String.raw`hooks\.zapier\.com(?:\/|~1)hooks(?:\/|~1)catch(?:\/|~1)`,
    rest: String.raw`\d{3,12}(?:\/|~1)[\w/~-]{4}`,
    goesOn: String.raw`[\w/~-]`,
  },
  {
    service: "Make",
    mark: String.raw`hook\.[a-z]{2}\d{0,2}\.make\.com(?:\/|~1)`,
    rest: String.raw`[a-z\d]{20}`,
    goesOn: String.raw`[\w/~-]`,
  },
  {
    service: "IFTTT",
    mark: String.raw`maker\.ifttt\.com(?:\/|~1)(?:use|trigger(?:\/|~1)[\w-]{1,60}(?:\/|~1)(?:json(?:\/|~1))?with(?:\/|~1)key)(?:\/|~1)`,
    rest: `${word}{16}`,
    goesOn: String.raw`[\w/~-]`,
  },
];

/** One search for all marks, each in a group of its own. */
const marks = new RegExp(tokenForms.map(({ mark }) => `(${mark})`).join("|"), "g");
const rests = tokenForms.map(({ rest, goesOn = word }) => ({
  form: new RegExp(rest, "y"),
  end: new RegExp(`${goesOn}*`, "y"),
}));

/**
 * A text without the tokens whose form is known. One pass: what follows a mark is looked at for a bounded number of
 * characters, and what was masked is not looked at again.
 */
export function maskTokens(text: string): string {
  let masked = "";
  let from = 0;
  marks.lastIndex = 0;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const { index } = found;
    const mark = found[0];
    const group = found.findIndex((part, at) => at > 0 && part !== undefined) - 1;
    const { form, end } = rests[group] as (typeof rests)[number];
    form.lastIndex = index + mark.length;
    if (!beginsAt(text, index) || !form.test(text)) {
      marks.lastIndex = index + 1;
      continue;
    }
    end.lastIndex = form.lastIndex;
    const rest = end.exec(text)?.[0] ?? "";
    masked += text.slice(from, index) + mark + MASK;
    marks.lastIndex = from = form.lastIndex + rest.length;
  }
  return from === 0 ? text : masked + text.slice(from);
}

/** Whether a token could begin there: not in the middle of a word, but behind the "~1" of a JSON pointer. */
function beginsAt(text: string, index: number): boolean {
  return !/\w/.test(text.charAt(index - 1)) || /~[01]/.test(text.slice(Math.max(0, index - 2), index));
}
