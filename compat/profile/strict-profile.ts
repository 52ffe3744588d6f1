import type { CompatProfile } from "./compat-profile.ts";

/** The policy without doubt: a case that the documents cannot decide is breaking, and so is an edit by its name. */
export const strictProfile: CompatProfile = {
  name: "strict",
  strict: true,
  answers: {
    "success-status-added": "breaking",
    "union-shape-added": "breaking",
    "error-withdrawn": "breaking",
    "response-value-added": "breaking",
    "default-changed": "breaking",
    "type-changed-safely": "breaking",
    "response-constraint-widened": "breaking",
    "literal-path-added": "breaking",
    "server-changed": "breaking",
    "token-source-changed": "breaking",
  },
};
