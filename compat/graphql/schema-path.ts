import type { GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLNamedType } from "graphql";

type Field = GraphQLField<unknown, unknown>;

/** Path of an operation from a root to an output type. */
export interface OutputPath {
  readonly type: GraphQLNamedType;
  /** The corresponding type in the other schema. */
  readonly counterpart?: GraphQLNamedType | undefined;
  /** Preceding step; absent at a root. */
  readonly from?: OutputPath;
  /** Field of the preceding type. Absent for a fragment on a possible type of it. */
  readonly field?: Field;
  readonly root: string;
  readonly steps: number;
}

/** Path of an operation to an input type: an argument, and input fields below it. */
export interface InputPath {
  readonly type: GraphQLNamedType;
  readonly argument: GraphQLArgument;
  readonly field: Field;
  readonly at: OutputPath;
  readonly from?: InputPath;
  readonly inputField?: GraphQLInputField;
}
