import { MASK } from "./mask-placeholder.ts";

/** Form of a service's tokens, as public secret scanners (gitleaks, GitHub's secret scanning) define them. */
export interface TokenForm {
  readonly service: string;
  /** Pattern of the prefix, which stays visible. It has no unbounded repetition, so one pass finds all prefixes. */
  readonly prefix: string;
  /** Pattern that must follow the prefix, also bounded. */
  readonly required: string;
  /** Characters that continue the token without limit. The default is the characters of a word. */
  readonly continuation?: string;
}

const word = String.raw`[\w-]`;

/** Word characters with a digit among the first hundred. Hyphenated words have none. */
const wordWithDigit = (minLength: number): string => String.raw`(?=${word}{0,100}\d)${word}{${minLength}}`;

/** Long text with capitals and digits, for prefixes so short that an ordinary word could begin with them. */
const wordWithDigitAndCapital = (minLength: number): string =>
  String.raw`(?=${word}{0,100}\d)(?=${word}{0,100}[A-Z])[A-Za-z\d_-]{${minLength}}`;
const hex = (length: number): string => String.raw`[\da-fA-F]{${length}}(?![\da-zA-Z])`;

export const tokenForms: readonly TokenForm[] = [
  { service: "Stripe", prefix: "(?:sk|pk|rk)_(?:live|test|prod)_", required: wordWithDigit(10) },
  { service: "GitHub", prefix: "gh[pousr]_", required: wordWithDigit(10) },
  { service: "GitHub", prefix: "github_pat_", required: wordWithDigit(10) },
  {
    service: "GitLab",
    prefix: "gl(?:pat|dt|rt|ft|soat|cbt|ptt|agent|oas|imt|ffct)-",
    required: String.raw`(?=${word}{0,100}[A-Z\d])${word}{16}`,
  },
  { service: "GitLab", prefix: "GR1348941", required: `${word}{16}` },
  { service: "Slack", prefix: "xox[abeoprs]-", required: wordWithDigit(10) },
  { service: "Slack", prefix: "x(?:app|wfp)-", required: wordWithDigit(20) },
  { service: "Slack", prefix: String.raw`xoxe\.xox[bp]-`, required: wordWithDigit(10) },
  { service: "AWS", prefix: "(?:AKIA|ASIA|ABIA|ACCA)", required: String.raw`[A-Z\d]{16}` },
  { service: "Google", prefix: "AIza", required: `${word}{35}` },
  { service: "Google", prefix: "GOCSPX-", required: `${word}{20}` },
  { service: "Google", prefix: String.raw`ya29\.`, required: wordWithDigit(20) },
  { service: "Twilio", prefix: "SK", required: hex(32) },
  { service: "SendGrid", prefix: String.raw`SG\.`, required: String.raw`(?=[\w.-]{0,100}\d)[\w-]{16,64}\.[\w-]{16}` },
  { service: "Mailgun", prefix: "key-", required: hex(32) },
  { service: "Brevo", prefix: "xkeysib-", required: wordWithDigit(30) },
  { service: "npm", prefix: "npm_", required: String.raw`[A-Za-z\d]{36}` },
  { service: "PyPI", prefix: "pypi-", required: wordWithDigit(30) },
  { service: "RubyGems", prefix: "rubygems_", required: hex(48) },
  { service: "OpenAI", prefix: "sk-(?:proj|svcacct|admin|None)-", required: wordWithDigit(20) },
  { service: "Anthropic", prefix: "sk-ant-", required: wordWithDigit(20) },
  { service: "OpenRouter", prefix: "sk-or-", required: wordWithDigit(20) },
  {
    service: "OpenAI",
    prefix: "sk-",
    required: String.raw`(?=[A-Za-z\d]{0,40}\d)(?=[A-Za-z\d]{0,40}[A-Z])[A-Za-z\d]{32}`,
  },
  { service: "Groq", prefix: "gsk_", required: wordWithDigitAndCapital(40) },
  { service: "xAI", prefix: "xai-", required: wordWithDigitAndCapital(40) },
  { service: "Perplexity", prefix: "pplx-", required: wordWithDigitAndCapital(40) },
  { service: "Replicate", prefix: "r8_", required: wordWithDigitAndCapital(30) },
  { service: "Hugging Face", prefix: "hf_", required: String.raw`(?=[A-Za-z\d]{0,40}[A-Z])[A-Za-z\d]{30}` },
  { service: "Square", prefix: "sq0(?:atp|csp|idp)-", required: `${word}{20}` },
  { service: "Square", prefix: "EAAA", required: wordWithDigitAndCapital(50) },
  { service: "Facebook", prefix: "EAA[CM]", required: wordWithDigitAndCapital(60) },
  { service: "Shopify", prefix: "shp(?:at|ca|pa|ss)_", required: hex(32) },
  { service: "DigitalOcean", prefix: "do[opr]_v1_", required: hex(64) },
  { service: "Databricks", prefix: "dapi", required: hex(32) },
  { service: "Docker", prefix: "dckr_pat_", required: `${word}{20}` },
  { service: "Atlassian", prefix: "ATATT3", required: wordWithDigitAndCapital(40) },
  { service: "Postman", prefix: "PMAK-", required: String.raw`[\da-f]{24}-[\da-f]{34}` },
  { service: "Linear", prefix: "lin_api_", required: wordWithDigitAndCapital(30) },
  { service: "Notion", prefix: "ntn_", required: wordWithDigitAndCapital(30) },
  { service: "Figma", prefix: "figd_", required: wordWithDigitAndCapital(30) },
  { service: "Grafana", prefix: "gl(?:c|sa)_", required: wordWithDigit(32) },
  { service: "New Relic", prefix: "NRAK-", required: String.raw`[A-Z\d]{27}` },
  { service: "HashiCorp Vault", prefix: String.raw`hv[sb]\.`, required: wordWithDigit(24) },
  {
    service: "Doppler",
    prefix: String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`,
    required: String.raw`(?:[\w-]{1,40}\.)?[A-Za-z\d]{40}`,
  },
  { service: "PlanetScale", prefix: "pscale_(?:tkn|pw|oauth)_", required: wordWithDigit(30) },
  { service: "Supabase", prefix: "sb(?:p|_secret)_", required: wordWithDigit(20) },
  { service: "Sentry", prefix: "sntry[su]_", required: wordWithDigit(40) },
  { service: "Telegram", prefix: String.raw`\d{8,10}:AA`, required: `${word}{32}` },
  { service: "Alibaba Cloud", prefix: "LTAI", required: String.raw`(?=[A-Za-z\d]{0,20}\d)[A-Za-z\d]{16}` },
  { service: "Shippo", prefix: "shippo_(?:live|test)_", required: hex(40) },
  { service: "age", prefix: "AGE-SECRET-KEY-1", required: String.raw`[A-Z\d]{40}` },
  // Webhook URLs are secrets, because anyone who knows the path can send requests to it.
  {
    service: "Slack",
    prefix: String.raw`hooks\.slack\.com(?:\/|~1)(?:services|workflows|triggers)(?:\/|~1)`,
    required: String.raw`(?=[\w/~-]{0,100}\d)[\w/~-]{10}`,
    continuation: String.raw`[\w/~-]`,
  },
  {
    service: "Discord",
    prefix: String.raw`discord(?:app)?\.com(?:\/|~1)api(?:\/|~1)(?:v\d{1,2}(?:\/|~1))?webhooks(?:\/|~1)`,
    required: String.raw`\d{5,25}(?:\/|~1)[\w/~-]{16}`,
    continuation: String.raw`[\w/~-]`,
  },
  {
    service: "Microsoft Teams",
    prefix: String.raw`(?:webhook\.office|outlook\.office|outlook\.office365)\.com(?:\/|~1)webhook(?:b2)?(?:\/|~1)`,
    required: String.raw`[\w@./~-]{20}`,
    continuation: String.raw`[\w@./~-]`,
  },
  {
    service: "Zapier",
    prefix: String.raw`hooks\.zapier\.com(?:\/|~1)hooks(?:\/|~1)catch(?:\/|~1)`,
    required: String.raw`\d{3,12}(?:\/|~1)[\w/~-]{4}`,
    continuation: String.raw`[\w/~-]`,
  },
  {
    service: "Make",
    prefix: String.raw`hook\.[a-z]{2}\d{0,2}\.make\.com(?:\/|~1)`,
    required: String.raw`[a-z\d]{20}`,
    continuation: String.raw`[\w/~-]`,
  },
  {
    service: "IFTTT",
    prefix: String.raw`maker\.ifttt\.com(?:\/|~1)(?:use|trigger(?:\/|~1)[\w-]{1,60}(?:\/|~1)(?:json(?:\/|~1))?with(?:\/|~1)key)(?:\/|~1)`,
    required: `${word}{16}`,
    continuation: String.raw`[\w/~-]`,
  },
];

/** Matches each text with a prefix. Other texts, such as most values and many pointers, are not searched further. */
const partOfPrefix = /[_.:-]|[A-Z]{2}|dapi/;

/** Search for all prefixes at once, each in its own capturing group. */
const prefixes = new RegExp(tokenForms.map(({ prefix }) => `(${prefix})`).join("|"), "g");
const suffixes = tokenForms.map(({ required, continuation = word }) => ({
  form: new RegExp(required, "y"),
  end: new RegExp(`${continuation}*`, "y"),
}));

/**
 * Masks tokens with a known form in one pass. The text after a prefix is inspected up to a bounded length, and masked
 * text is not inspected again.
 */
export function maskTokens(text: string): string {
  if (!partOfPrefix.test(text)) return text;
  let masked = "";
  let from = 0;
  prefixes.lastIndex = 0;
  for (let found = prefixes.exec(text); found; found = prefixes.exec(text)) {
    const { index } = found;
    const mark = found[0];
    const group = found.findIndex((part, at) => at > 0 && part !== undefined) - 1;
    const { form, end } = suffixes[group] as (typeof suffixes)[number];
    form.lastIndex = index + mark.length;
    if (!canBeginToken(text, index) || !form.test(text)) {
      prefixes.lastIndex = index + 1;
      continue;
    }
    end.lastIndex = form.lastIndex;
    const rest = end.exec(text)?.[0] ?? "";
    masked += text.slice(from, index) + mark + MASK;
    prefixes.lastIndex = from = form.lastIndex + rest.length;
  }
  if (from === 0) return text;
  return masked + text.slice(from);
}

/** Checks that a token can begin at an index: not within a word, but after the "~1" of a JSON pointer. */
function canBeginToken(text: string, index: number): boolean {
  return !/\w/.test(text.charAt(index - 1)) || /~[01]/.test(text.slice(Math.max(0, index - 2), index));
}
