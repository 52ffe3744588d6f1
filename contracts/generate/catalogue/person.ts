import { type Domain, type Making, lettersOf } from "./domain.ts";

const departments = ["Sales", "Customer Service", "Billing", "Operations", "Marketing", "Field Service", "Finance"];
const roles = ["Administrator", "Agent", "Team Lead", "Viewer", "Editor", "Manager"];
const salutations = ["Ms", "Mr", "Dr"];

interface Person {
  readonly first: string;
  readonly last: string;
}

/** Whom an object is about: as far as it says so itself, else made up. */
export function personOf(making: Making): Person {
  const { faker } = making.shared("person");
  const made = { first: faker.person.firstName(), last: faker.person.lastName() };
  const first = making.sibling("first name", "given name", "forename");
  const last = making.sibling("last name", "family name", "surname");
  return { first: textOr(first, made.first), last: textOr(last, made.last) };
}

/** Someone else than the object is about. */
function somebody(making: Making): Person {
  const { faker } = making.own();
  return { first: faker.person.firstName(), last: faker.person.lastName() };
}

const fullName = (making: Making): string[] => {
  const { first, last } = personOf(making);
  return [`${first} ${last}`, last, first];
};
const otherName = (making: Making): string => {
  const { first, last } = somebody(making);
  return `${first} ${last}`;
};
const userId = (making: Making): string => `user_${lettersOf(somebody(making).first)}`;

export const person: Domain = {
  texts: {
    "first name, given name, forename, firstname": (making) => personOf(making).first,
    "last name, family name, surname, lastname": (making) => personOf(making).last,
    "middle name": (making) => making.own().faker.person.firstName(),
    "full name, contact name, person name, customer name, display name": fullName,
    "contact.name, user.name, person.name, customer.name, member.name, agent.name, author.name": fullName,
    "owner.name, employee.name, recipient.name, sender.name, reviewer.name, assignee.name": fullName,
    "participant.name, attendee.name, actor.name, from.name, to.name, cc.name, bcc.name, reply to.name": fullName,
    "author, signatory, account holder, contact person, sender name": otherName,
    "by, assigned to, assignee, owner, reviewer, approver": userId,
    "user name, username, login": (making) => {
      const { first, last } = personOf(making);
      return [lettersOf(`${first} ${last}`, "."), lettersOf(first)];
    },
    initials: (making) => {
      const { first, last } = personOf(making);
      return `${first.slice(0, 1)}${last.slice(0, 1)}`;
    },
    "salutation, honorific": (making) => making.own().pick(salutations),
    ".job title, profession, occupation": (making) => making.own().faker.person.jobTitle(),
    department: (making) => making.own().pick(departments),
    "role, role name, role.name": (making) => making.own().pick(roles),
  },
  numbers: { "age, age in years": (making) => making.own().between(18, 79) },
};

function textOr(known: unknown, made: string): string {
  return typeof known === "string" && known !== "" ? known : made;
}
