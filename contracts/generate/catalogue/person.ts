import { type Domain, type ValueContext, slugOf } from "./domain.ts";

const departments = ["Sales", "Customer Service", "Billing", "Operations", "Marketing", "Field Service", "Finance"];
const roles = ["Administrator", "Agent", "Team Lead", "Viewer", "Editor", "Manager"];
const salutations = ["Ms", "Mr", "Dr"];

interface Person {
  readonly first: string;
  readonly last: string;
}

/** Person of an object: the names that its members give, else invented. */
export function personOf(making: ValueContext): Person {
  const { faker } = making.objectDraw("person");
  const invented = { first: faker.person.firstName(), last: faker.person.lastName() };
  const first = making.sibling("first name", "given name", "forename");
  const last = making.sibling("last name", "family name", "surname");
  return { first: nonEmptyOr(first, invented.first), last: nonEmptyOr(last, invented.last) };
}

/** Person other than the one that the object is about. */
function otherPerson(making: ValueContext): Person {
  const { faker } = making.ownDraw();
  return { first: faker.person.firstName(), last: faker.person.lastName() };
}

const fullName = (making: ValueContext): string[] => {
  const { first, last } = personOf(making);
  return [`${first} ${last}`, last, first];
};
const otherName = (making: ValueContext): string => {
  const { first, last } = otherPerson(making);
  return `${first} ${last}`;
};
const userId = (making: ValueContext): string => `user_${slugOf(otherPerson(making).first)}`;

export const person: Domain = {
  texts: {
    "first name, given name, forename, firstname": (making) => personOf(making).first,
    "last name, family name, surname, lastname": (making) => personOf(making).last,
    "middle name": (making) => making.ownDraw().faker.person.firstName(),
    "full name, contact name, person name, customer name, display name": fullName,
    "contact.name, user.name, person.name, customer.name, member.name, agent.name, author.name": fullName,
    "owner.name, employee.name, recipient.name, sender.name, reviewer.name, assignee.name": fullName,
    "participant.name, attendee.name, actor.name, from.name, to.name, cc.name, bcc.name, reply to.name": fullName,
    "author, signatory, account holder, contact person, sender name": otherName,
    "by, assigned to, assignee, owner, reviewer, approver": userId,
    "user name, username, login": (making) => {
      const { first, last } = personOf(making);
      return [slugOf(`${first} ${last}`, "."), slugOf(first)];
    },
    initials: (making) => {
      const { first, last } = personOf(making);
      return `${first.slice(0, 1)}${last.slice(0, 1)}`;
    },
    "salutation, honorific": (making) => making.ownDraw().pick(salutations),
    ".job title, profession, occupation": (making) => making.ownDraw().faker.person.jobTitle(),
    department: (making) => making.ownDraw().pick(departments),
    "role, role name, role.name": (making) => making.ownDraw().pick(roles),
  },
  numbers: { "age, age in years": (making) => making.ownDraw().between(18, 79) },
};

function nonEmptyOr(known: unknown, fallback: string): string {
  return typeof known === "string" && known !== "" ? known : fallback;
}
