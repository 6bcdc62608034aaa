/** A message of PostgreSQL's protocol with its header. The first one of a client has no type. */
export interface Frame {
  type: string;
  bytes: Buffer;
}

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Cuts a stream into messages. */
export class FrameReader {
  private rest = Buffer.alloc(0);

  constructor(private isStarted: boolean) {}

  *read(chunk: Buffer): Generator<Frame> {
    this.rest = Buffer.concat([this.rest, chunk]);
    for (;;) {
      const typeBytes = this.isStarted ? TYPE_BYTES : 0;
      if (this.rest.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + this.rest.readInt32BE(typeBytes);
      if (this.rest.length < end) return;
      const bytes = this.rest.subarray(0, end);
      this.rest = this.rest.subarray(end);
      yield { type: this.isStarted ? String.fromCharCode(bytes[0] ?? 0) : "startup", bytes };
      this.isStarted = true;
    }
  }
}

export function frame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(TYPE_BYTES + LENGTH_BYTES);
  head.write(type);
  head.writeInt32BE(LENGTH_BYTES + body.length, TYPE_BYTES);
  return Buffer.concat([head, body]);
}

/** At most so many texts that end with a zero byte. */
export function readCStrings(bytes: Buffer, offset: number, count: number): string[] {
  const texts: string[] = [];
  for (let start = offset; texts.length < count; ) {
    const end = bytes.indexOf(0, start);
    if (end < 0 || (end === start && count > 2)) break;
    texts.push(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  return texts;
}
