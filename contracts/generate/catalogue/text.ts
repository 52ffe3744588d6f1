import type { Domain, ValueContext } from "./domain.ts";

const notes = [
  "Agreed by phone; the papers follow by post.",
  "The customer asks to be called back in the morning.",
  "Everything is prepared for the appointment next week.",
  "Checked by the back office, nothing is missing.",
  "Please send the confirmation to the new address.",
  "Takes the place of last year's version.",
  "Shown to everybody who works with orders.",
  "Used for new customers in the first month.",
];
const reasons = [
  "Moved to another address",
  "Asked for by the customer",
  "Price was too high",
  "Documents were incomplete",
  "Replaced by a later version",
  "No answer within the period",
];
const failures = [
  "The connection was closed before an answer came",
  "The file has a column that is not known",
  "The address could not be found",
  "The amount does not match the order",
];
const subjects = [
  "Your order is on its way",
  "Welcome aboard",
  "Please confirm your address",
  "Your invoice for January",
];
const questions = ["When would you like to start?", "Which address shall we use?", "How can we reach you?"];
const marks = ["priority", "renewal", "new-customer", "follow-up", "vip", "regional"];
const qualities = [
  "Annual",
  "Quarterly",
  "Regional",
  "Standard",
  "Premium",
  "Digital",
  "Internal",
  "Central",
  "Spring",
  "Autumn",
  "Express",
  "Basic",
  "Shared",
  "Northern",
  "Southern",
  "Monthly",
];
const themes = [
  "Onboarding",
  "Billing",
  "Renewal",
  "Service",
  "Sales",
  "Delivery",
  "Review",
  "Contact",
  "Support",
  "Energy",
  "Home",
  "Business",
  "Heating",
  "Solar",
  "Moving",
  "Installation",
];
const fields = ["email", "status", "postal_code", "customer_number", "delivery_date", "quantity", "first_name", "city"];
const kinds = ["contact", "order", "product", "contract", "opportunity", "meter"];
const eventNames = ["created", "updated", "cancelled", "confirmed", "completed"];

/** One of some sentences, cut between words to the maximum length. */
function createSentenceMaker(sentences: readonly string[]) {
  return (context: ValueContext): string => {
    const whole = context.ownDraw().pick(sentences);
    if (whole.length <= context.maxLength) return whole;
    return whole
      .slice(0, context.maxLength + 1)
      .replace(/\s+\S*$/, "")
      .slice(0, context.maxLength);
  };
}

/** Title of any object: "Regional billing flow". */
function title(context: ValueContext): string[] {
  const draw = context.ownDraw();
  const [quality, theme] = [draw.pick(qualities), draw.pick(themes)];
  const short = `${quality} ${theme.toLowerCase()}`;
  const kind = context.owner.split(" ").slice(-2).join(" ");
  return [
    ...(kind === "" || kind === theme.toLowerCase() ? [] : [`${short} ${kind}`]),
    short,
    theme,
    short.toLowerCase().replaceAll(" ", "_"),
    short.toLowerCase().replaceAll(" ", "-"),
  ];
}

const slug = (context: ValueContext): string[] => {
  const name = title(context).at(-1) as string;
  const several = `${name}-${context.ownDraw().between(100, 999)}`;
  return [several, several.replaceAll("-", "_"), several.replaceAll("-", "")];
};
const eventName = (context: ValueContext): string[] => {
  const draw = context.ownDraw();
  const [kind, what] = [draw.pick(kinds), draw.pick(eventNames)];
  return [`${kind}.${what}`, `${kind}_${what}`, `${kind}:${what}`];
};
const note = createSentenceMaker(notes);

export const text: Domain = {
  texts: {
    "name, title, headline, subtitle, label, caption, heading, short name, topic, template": title,
    "slug, .key": slug,
    "result, suggestion, option, choice": title,
    "description, summary, note, notes, comment, comments, remark, remarks, content, message, text, body": note,
    "release notes, review comment, instructions, info, hint, help text, details, abstract, bio": note,
    ".en, .de, .fr": note,
    "reason, because, cause, lost note, closing reason": createSentenceMaker(reasons),
    "failure, error, error message, failure reason, failure message": createSentenceMaker(failures),
    "warning message, issue message, fault message, violation message": createSentenceMaker(failures),
    "error code, failure code": (context) => context.ownDraw().pick(["not_found", "timed_out", "already_there"]),
    "subject, subject line": createSentenceMaker(subjects),
    question: createSentenceMaker(questions),
    html: (context) => `<p>${note(context)}</p>`,
    "alt, alt text": () => "A house with solar panels on its roof",
    "tag, tags, keyword, filter tag, badge": (context) => context.ownDraw().pick(marks),
    "attribute, column, field, field name, managed field, sort column, unique attribute, grouping key": (context) =>
      context.ownDraw().pick(fields),
    ".from": (context) => [context.ownDraw().pick(fields), "09:00"],
    "sort by, order by, group by": (context) => context.ownDraw().pick(fields),
    "resource, service, module, component": (context) => context.ownDraw().pick(kinds),
    "variable, placeholder, unresolved": (context) =>
      `{{${context.ownDraw().pick(kinds)}.${context.ownDraw().pick(fields)}}}`,
    "pattern, regex": () => "^[A-Z]{2}[0-9]{4}$",
    "schema, entity schema, target schema, entity type, object type": (context) => context.ownDraw().pick(kinds),
    "event, event name, event type, event.name": eventName,
    "action, scope, permission": (context) => [...eventName(context), "entity:read"],
    "status, state": () => ["active", "ACTIVE", "open"],
    "type, kind, category": () => ["standard", "STANDARD"],
    "unit, unit of measure": (context) => context.ownDraw().pick(["kWh", "pcs", "m"]),
    gender: () => "unknown",
    "source, origin, channel": (context) => context.ownDraw().pick(["web", "phone", "partner", "import"]),
  },
  // Counters of failures are 0.
  numbers: { "failed, skipped, rejected, errors, failures, unchanged, duplicates, anonymized": () => 0 },
  booleans: {
    // Flags that are unusual for an existing object.
    "deleted, archived, disabled, blocked, hidden, revoked, expired, suspended, cancelled, retired": () => false,
    "locked, failed, anonymized, dry run, test, sandbox, has more, has next, opt out, unsubscribed": () => false,
  },
};
