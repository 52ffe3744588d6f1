/** States that an action leads to, where its past participle is not the usual word. The best one comes first. */
const irregularStates: Readonly<Record<string, readonly string[]>> = {
  activate: ["active", "enabled", "live"],
  reactivate: ["active", "enabled"],
  deactivate: ["inactive", "disabled"],
  enable: ["active", "on"],
  disable: ["inactive", "off"],
  poweroff: ["off", "stopped", "shutdown"],
  shutdown: ["off", "stopped"],
  poweron: ["on", "running", "started", "active"],
  launch: ["live", "started", "running", "active"],
  start: ["running", "inprogress", "active", "on"],
  stop: ["off", "ended"],
  resume: ["active", "running", "open", "enabled"],
  unpause: ["active", "running", "open", "enabled"],
  unsuspend: ["active", "enabled"],
  unarchive: ["active", "open", "available", "enabled"],
  restore: ["active", "open", "available", "enabled"],
  reopen: ["open"],
  open: ["open"],
  complete: ["complete", "done", "finished"],
  finish: ["done", "complete", "completed"],
  publish: ["live", "public"],
  unpublish: ["draft", "private"],
  approve: ["accepted"],
  accept: ["approved"],
  reject: ["declined", "denied"],
  decline: ["rejected"],
  deny: ["rejected", "declined"],
  submit: ["pending", "inreview"],
  pay: ["paid"],
  send: ["sent"],
  void: ["void"],
  freeze: ["frozen"],
  hold: ["held", "onhold"],
  delegate: ["pending"],
  withdraw: ["withdrawn"],
  unschedule: ["draft"],
};

/** Verbs of which one undoes the other, beside those that differ in a prefix. Of several, the first is the usual one. */
const opposites: readonly (readonly [string, string])[] = [
  ["on", "off"],
  ["poweron", "poweroff"],
  ["enable", "disable"],
  ["activate", "deactivate"],
  ["deactivate", "reactivate"],
  ["deprecate", "reactivate"],
  ["show", "hide"],
  ["open", "close"],
  ["close", "reopen"],
  ["start", "stop"],
  ["pause", "resume"],
  ["suspend", "resume"],
  ["suspend", "reinstate"],
  ["archive", "restore"],
  ["trash", "restore"],
  ["follow", "unfollow"],
  ["join", "leave"],
  ["attach", "detach"],
  ["grant", "revoke"],
];

/** Verbs of every kind of change. They say nothing about a state. */
const generalVerbs = /^(create|update|get|list|add|set|new|edit|put|patch|change|delete|remove|make|mark)$/;

/** Words for the state that a verb leads to, without punctuation and in lower case: "closed" for "close". */
export function statesAfter(verb: string): readonly string[] {
  if (generalVerbs.test(verb)) return [];
  const last = verb.at(-1) ?? "";
  const regular = verb.endsWith("e") ? [`${verb}d`] : [`${verb}ed`, `${verb}${last}ed`, verb.replace(/y$/, "ied")];
  return [...regular, ...(irregularStates[verb] ?? [])];
}

/** True for a verb that brings a deleted item back. */
export function isRestoring(word: string): boolean {
  return /^(restore|undelete|un_?trash|un_?remove|undestroy|recover)$/i.test(word);
}

/** The usual verb that undoes another one: "enable" for "disable", "unlock" for "lock". */
export function findOppositeVerb(verb: string): string {
  const pair = opposites.find((each) => each.includes(verb));
  if (pair) return pair[0] === verb ? pair[1] : pair[0];
  return /^(?:un|dis|de)(\w{3,})$/.exec(verb)?.[1] ?? `un${verb}`;
}

/** True for two verbs of which one undoes the other: "archive" and "unarchive", "close" and "reopen". */
export function areOpposite(one: string, other: string): boolean {
  return undoes(one, other) || undoes(other, one);
}

function undoes(one: string, other: string): boolean {
  if (["un", "de", "dis"].some((prefix) => one === prefix + other)) return true;
  if (opposites.some(([verb, opposite]) => verb === one && opposite === other)) return true;
  const repeated = /^re-?(.+)$/.exec(one)?.[1];
  return repeated !== undefined && repeated !== other && areOpposite(repeated, other);
}
