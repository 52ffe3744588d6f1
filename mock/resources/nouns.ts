export { article, singular, subjectOf } from "../../contracts/index.ts";
