import type { GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLNamedType } from "graphql";

type Field = GraphQLField<unknown, unknown>;

/** How an operation comes to what is answered: step by step from a root. */
export interface AnswerWay {
  readonly type: GraphQLNamedType;
  /** What a second schema has in its place: a type of another name where it was renamed. */
  readonly twin?: GraphQLNamedType | undefined;
  /** Absent at a root: the operation that it is the root of. */
  readonly from?: AnswerWay;
  /** The field that leads from there to here; absent where the type is one that the last may be. */
  readonly field?: Field;
  readonly root: string;
  readonly steps: number;
}

/** How an operation comes to what is given: an argument, and fields of input objects below it. */
export interface GivenWay {
  readonly type: GraphQLNamedType;
  readonly argument: GraphQLArgument;
  readonly field: Field;
  readonly at: AnswerWay;
  readonly from?: GivenWay;
  readonly inputField?: GraphQLInputField;
}
