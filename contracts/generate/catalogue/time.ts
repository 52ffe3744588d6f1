import type { Domain, Entries, ValueContext } from "./domain.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Time a number of days from now. The same number gives the same time, so that related members agree. */
function daysAway(context: ValueContext, days: number): string {
  if (days === 0) return context.time;
  return formatTime(context, Date.parse(context.time) + days * DAY);
}

/** Year of a time in UTC. A year beyond 9999 has a sign and six digits. */
export function readYear(text: string): number {
  return Number.parseInt(text, 10);
}

/** Serializes a time in the form of the current time, with or without milliseconds. */
function formatTime({ time }: ValueContext, moment: number): string {
  const text = new Date(moment).toISOString();
  if (time.includes(".")) return text;
  return text.replace(/\.\d+Z$/, "Z");
}

/** Age of an object in days. An existing object was created weeks ago. A new object has age 0. */
const chooseAge = (context: ValueContext): number => (context.isNew ? 0 : context.wholeDraw("age").between(20, 90));
const createdTime = (context: ValueContext): string => daysAway(context, -chooseAge(context));
const startedTime = (context: ValueContext): string => daysAway(context, -Math.floor(chooseAge(context) / 2));
const changedTime = (context: ValueContext): string => daysAway(context, -Math.floor(chooseAge(context) / 4));
const soon = (context: ValueContext): string => daysAway(context, context.objectDraw("soon").between(7, 30));
const inventLaterTime = (context: ValueContext): string =>
  daysAway(context, context.objectDraw("later").between(90, 365));
const birth = (context: ValueContext): string => daysAway(context, -context.ownDraw().between(20 * 365, 75 * 365));

const moments: Entries<string> = {
  "created, created at, created on, creation date, createdat, inserted at, registered at, signed up at": createdTime,
  "invited at, requested at, requested on, received on, ordered at, placed at, opened at, joined at": createdTime,
  "started, started at, start, start date, starts at, starts on, begin, begins at, valid from, since": startedTime,
  "published at, issued on, issued at, given at, granted at, submitted at, sent at, available from": startedTime,
  "updated, updated at, updated on, modified at, changed at, last modified, last updated, updatedat": changedTime,
  "finished at, completed at, ended at, closed at, confirmed at, processed at, delivered on, verified at": changedTime,
  "last login at, last used at, last run at, last seen at, last signed in at, last message at": changedTime,
  "due, due at, due date, due on, next due on, deadline, promised on, send at, run at, expected close on": soon,
  "expires, expires at, expires on, expiry, expiry date, expiration date, valid until, valid to": inventLaterTime,
  "end, end date, ends at, ends on, until, sunset": inventLaterTime,
  "date of birth, birth date, birthday, birthdate, born on": birth,
};

const days: Entries<string> = Object.fromEntries(
  Object.entries(moments).map(([names, make]) => [
    names,
    (context: ValueContext) => String(make(context)).slice(0, 10),
  ]),
);
const opening = (): string => "09:00";
const closing = (): string => "18:00";

export const time: Domain = {
  texts: {
    ...moments,
    "opens, opens at, opening, opening time": opening,
    "closes, closes at, closing, closing time": closing,
    ".until": (context) => [inventLaterTime(context), inventLaterTime(context).slice(0, 10), closing()],
    "date, day": (context) => context.time.slice(0, 10),
    month: (context) => context.time.slice(0, 7),
    weekday: (context) => context.ownDraw().pick(["monday", "tuesday", "wednesday", "thursday", "friday"]),
    "timestamp, .at": (context) => context.time,
    "keep for, retention, retention period": () => ["P10Y", "P365D"],
    "duration, period, interval": () => ["PT1H", "P1M"],
  },
  formats: { "date-time": moments, date: days },
  numbers: {
    year: (context) => readYear(context.time),
    month: (context) => new Date(context.time).getUTCMonth() + 1,
    day: (context) => new Date(context.time).getUTCDate(),
    "timestamp, epoch": (context) => Math.floor(Date.parse(context.time) / 1000),
    "retention months, duration months, term months": (context) => context.ownDraw().pick([12, 24, 36]),
    "timeout seconds, seconds": () => 30,
    minutes: () => 30,
    hours: () => 8,
  },
};
