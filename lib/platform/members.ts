export const SECRET = { "x-svc-secret": true } as const;

export function describeChoice(keyword: "anyOf" | "oneOf", members: readonly string[]) {
  return {
    override: ({ jsonSchema }: { jsonSchema: object }) => {
      Object.assign(jsonSchema, { [keyword]: members.map((name) => ({ required: [name] })) });
    },
  };
}
