import examples from "./examples.json";

interface RecordedCall {
  path?: Readonly<Record<string, string>>;
  request?: unknown;
  response: unknown;
}

/** A call of each operation on the demo and its response, which e2e/process/examples.test.ts records. */
const CALLS: Readonly<Record<string, RecordedCall | undefined>> = examples;

export function findRecordedCall(operationId: string): RecordedCall | undefined {
  return CALLS[operationId];
}
