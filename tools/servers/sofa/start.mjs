import { createServer } from "node:http";
import { makeExecutableSchema } from "@graphql-tools/schema";
import { useSofa } from "sofa-api";

const typeDefs = /* GraphQL */ `
  enum Genre {
    NOVEL
    POETRY
    ESSAY
  }
  type Author {
    id: ID!
    name: String!
    books: [Book!]!
  }
  type Book {
    id: ID!
    title: String!
    genre: Genre!
    pages: Int
    author: Author!
  }
  input BookInput {
    title: String!
    genre: Genre = NOVEL
    pages: Int
    author: ID!
  }
  type Query {
    author(id: ID!): Author
    authors: [Author!]!
    book(id: ID!): Book
    books(genre: Genre, limit: Int = 20): [Book!]!
  }
  type Mutation {
    addAuthor(name: String!): Author!
    addBook(book: BookInput!): Book!
    changeBook(id: ID!, book: BookInput!): Book
    removeBook(id: ID!): Boolean!
  }
`;
const authors = new Map([["1", { id: "1", name: "Mary Shelley" }]]);
const books = new Map([["1", { id: "1", title: "Frankenstein", genre: "NOVEL", pages: 280, author: "1" }]]);
let latest = 1;
const resolvers = {
  Author: { books: ({ id }) => [...books.values()].filter(({ author }) => author === id) },
  Book: { author: ({ author }) => authors.get(author) },
  Query: {
    author: (_, { id }) => authors.get(id),
    authors: () => [...authors.values()],
    book: (_, { id }) => books.get(id),
    books: (_, { genre, limit }) =>
      [...books.values()].filter((book) => genre === undefined || book.genre === genre).slice(0, limit),
  },
  Mutation: {
    addAuthor: (_, { name }) => stored(authors, { id: String(++latest), name }),
    addBook: (_, { book }) => stored(books, { id: String(++latest), ...known(book) }),
    changeBook: (_, { id, book }) => (books.has(id) ? stored(books, { id, ...known(book) }) : null),
    removeBook: (_, { id }) => books.delete(id),
  },
};
const schema = makeExecutableSchema({ typeDefs, resolvers });
const sofa = useSofa({
  basePath: "/api",
  schema,
  routes: {
    "Mutation.changeBook": { method: "PUT", path: "/book/:id" },
    "Mutation.removeBook": { method: "DELETE", path: "/book/:id" },
  },
  openAPI: { info: { title: "Books", version: "1.0.0" } },
});
const server = createServer(sofa).listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}/api`;
  console.log(JSON.stringify({ url, document: `${url}/openapi.json`, handlers: [] }));
});
process.once("SIGTERM", () => process.exit(0));

function stored(items, item) {
  items.set(item.id, item);
  return item;
}

function known(book) {
  if (!authors.has(book.author)) throw new Error("There is no such author");
  return book;
}
