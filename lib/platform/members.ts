/** Marks a member that opens something, such as a signed URL: recordings of a key never keep its value. */
export const SECRET = { "x-svc-secret": true } as const;

/** For a rule between members that `refine` checks: JSON Schema cannot be derived from it, so it is named. */
export function describeChoice(keyword: "anyOf" | "oneOf", members: readonly string[]) {
  return {
    override: ({ jsonSchema }: { jsonSchema: object }) => {
      Object.assign(jsonSchema, { [keyword]: members.map((name) => ({ required: [name] })) });
    },
  };
}
