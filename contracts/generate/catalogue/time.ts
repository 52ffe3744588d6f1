import type { Domain, Entries, Making } from "./domain.ts";

const DAY = 24 * 60 * 60 * 1000;

/** So many days from now: the same moment for the same number, so that what belongs together agrees. */
function daysAway(making: Making, days: number): string {
  if (days === 0) return making.time;
  return written(making, Date.parse(making.time) + days * DAY);
}

/** As the time itself is written: with or without milliseconds. */
function written({ time }: Making, moment: number): string {
  const text = new Date(moment).toISOString();
  return time.includes(".") ? text : text.replace(/\.\d+Z$/, "Z");
}

/** An object was made some weeks ago, changed since, and ends some months ahead; what is made now has no past. */
const ageOf = (making: Making): number => (making.isNew ? 0 : making.around("age").between(20, 90));
const made = (making: Making): string => daysAway(making, -ageOf(making));
const begun = (making: Making): string => daysAway(making, -Math.floor(ageOf(making) / 2));
const changed = (making: Making): string => daysAway(making, -Math.floor(ageOf(making) / 4));
const soon = (making: Making): string => daysAway(making, making.shared("soon").between(7, 30));
const later = (making: Making): string => daysAway(making, making.shared("later").between(90, 365));
const birth = (making: Making): string => daysAway(making, -making.own().between(20 * 365, 75 * 365));

const moments: Entries<string> = {
  "created, created at, created on, creation date, createdat, inserted at, registered at, signed up at": made,
  "invited at, requested at, requested on, received on, ordered at, placed at, opened at, joined at": made,
  "started, started at, start, start date, starts at, starts on, begin, begins at, valid from, since": begun,
  "published at, issued on, issued at, given at, granted at, submitted at, sent at, available from": begun,
  "updated, updated at, updated on, modified at, changed at, last modified, last updated, updatedat": changed,
  "finished at, completed at, ended at, closed at, confirmed at, processed at, delivered on, verified at": changed,
  "last login at, last used at, last run at, last seen at, last signed in at, last message at": changed,
  "due, due at, due date, due on, next due on, deadline, promised on, send at, run at, expected close on": soon,
  "expires, expires at, expires on, expiry, expiry date, expiration date, valid until, valid to": later,
  "end, end date, ends at, ends on, until, sunset": later,
  "date of birth, birth date, birthday, birthdate, born on": birth,
};

const days: Entries<string> = Object.fromEntries(
  Object.entries(moments).map(([names, make]) => [names, (making: Making) => String(make(making)).slice(0, 10)]),
);
const opening = (): string => "09:00";
const closing = (): string => "18:00";

export const time: Domain = {
  texts: {
    ...moments,
    "opens, opens at, opening, opening time": opening,
    "closes, closes at, closing, closing time": closing,
    ".until": (making) => [later(making), later(making).slice(0, 10), closing()],
    "date, day": (making) => making.time.slice(0, 10),
    month: (making) => making.time.slice(0, 7),
    weekday: (making) => making.own().pick(["monday", "tuesday", "wednesday", "thursday", "friday"]),
    "timestamp, .at": (making) => making.time,
    "keep for, retention, retention period": () => ["P10Y", "P365D"],
    "duration, period, interval": () => ["PT1H", "P1M"],
  },
  formats: { "date-time": moments, date: days },
  numbers: {
    year: (making) => new Date(making.time).getUTCFullYear(),
    month: (making) => new Date(making.time).getUTCMonth() + 1,
    day: (making) => new Date(making.time).getUTCDate(),
    "timestamp, epoch": (making) => Math.floor(Date.parse(making.time) / 1000),
    "retention months, duration months, term months": (making) => making.own().pick([12, 24, 36]),
    "timeout seconds, seconds": () => 30,
    minutes: () => 30,
    hours: () => 8,
  },
};
