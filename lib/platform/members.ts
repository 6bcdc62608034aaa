/** For a rule between members that `refine` checks: JSON Schema cannot be derived from it, so it is named. */
export function describeChoice(keyword: "anyOf" | "oneOf", members: readonly string[]) {
  return {
    override: ({ jsonSchema }: { jsonSchema: object }) => {
      Object.assign(jsonSchema, { [keyword]: members.map((name) => ({ required: [name] })) });
    },
  };
}
