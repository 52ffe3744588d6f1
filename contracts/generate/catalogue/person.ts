import type { Draw } from "./draw.ts";
import { type Domain, type ValueContext, toSlug } from "./domain.ts";

const departments = ["Sales", "Customer Service", "Billing", "Operations", "Marketing", "Field Service", "Finance"];
const roles = ["Administrator", "Agent", "Team Lead", "Viewer", "Editor", "Manager"];
const salutations = ["Ms", "Mr", "Dr"];

interface Person {
  readonly first: string;
  readonly last: string;
}

/** Person of an object: the names that its members give, else invented. */
export function choosePerson(context: ValueContext): Person {
  const invented = context.ofObject("person", inventPerson);
  const first = context.sibling("first name", "given name", "forename");
  const last = context.sibling("last name", "family name", "surname");
  return { first: nonEmptyOr(first, invented.first), last: nonEmptyOr(last, invented.last) };
}

function inventPerson({ faker }: Draw): Person {
  return { first: faker.person.firstName(), last: faker.person.lastName() };
}

/** Person other than the one that the object is about. */
function otherPerson(context: ValueContext): Person {
  return inventPerson(context.ownDraw());
}

const fullName = (context: ValueContext): string[] => {
  const { first, last } = choosePerson(context);
  return [`${first} ${last}`, last, first];
};
const otherName = (context: ValueContext): string => {
  const { first, last } = otherPerson(context);
  return `${first} ${last}`;
};
const userId = (context: ValueContext): string => `user_${toSlug(otherPerson(context).first)}`;

export const person: Domain = {
  texts: {
    "first name, given name, forename, firstname": (context) => choosePerson(context).first,
    "last name, family name, surname, lastname": (context) => choosePerson(context).last,
    "middle name": (context) => context.ownDraw().faker.person.firstName(),
    "full name, contact name, person name, customer name, display name": fullName,
    "contact.name, user.name, person.name, customer.name, member.name, agent.name, author.name": fullName,
    "owner.name, employee.name, recipient.name, sender.name, reviewer.name, assignee.name": fullName,
    "participant.name, attendee.name, actor.name, from.name, to.name, cc.name, bcc.name, reply to.name": fullName,
    "author, signatory, account holder, contact person, sender name": otherName,
    "by, assigned to, assignee, owner, reviewer, approver": userId,
    "user name, username, login": (context) => {
      const { first, last } = choosePerson(context);
      return [toSlug(`${first} ${last}`, "."), toSlug(first)];
    },
    initials: (context) => {
      const { first, last } = choosePerson(context);
      return `${first.slice(0, 1)}${last.slice(0, 1)}`;
    },
    "salutation, honorific": (context) => context.ownDraw().pick(salutations),
    ".job title, profession, occupation": (context) => context.ownDraw().faker.person.jobTitle(),
    department: (context) => context.ownDraw().pick(departments),
    "role, role name, role.name": (context) => context.ownDraw().pick(roles),
  },
  numbers: { "age, age in years": (context) => context.ownDraw().between(18, 79) },
};

function nonEmptyOr(known: unknown, fallback: string): string {
  if (typeof known === "string" && known !== "") return known;
  return fallback;
}
