import examples from "./examples.json";

interface RecordedCall {
  path?: Readonly<Record<string, string>>;
  request?: unknown;
  response: unknown;
}

/** `e2e/process/examples.test.ts` records these calls on the demo. */
const CALLS: Readonly<Record<string, RecordedCall | undefined>> = examples;

export function findRecordedCall(operationId: string): RecordedCall | undefined {
  return CALLS[operationId];
}
