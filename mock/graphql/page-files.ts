/** Path of the files that GraphiQL's page loads. */
export const PAGE_FILES = "/_concord/graphiql/";
