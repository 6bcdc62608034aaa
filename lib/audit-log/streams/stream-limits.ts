/** Streams of the audit log. A batch is one request or one object. */
export const AUDIT_STREAMS_PER_ENTITY_MAX = 5;
export const AUDIT_STREAM_BATCH_ROWS = 1000;
/** Rows wait this long for a destination that is away or paused. */
export const AUDIT_STREAM_KEPT_DAYS = 7;
/** After failing for this long, a stream pauses until a person resumes it. */
export const AUDIT_STREAM_FAILING_MAX_HOURS = 24;
/** A bucket gets an object at most this often, unless a batch is full. */
export const AUDIT_STREAM_OBJECT_GAP_MS = 60 * 1000;
export const AUDIT_STREAM_TIMEOUT_MS = 20 * 1000;
/** One process sends a stream at a time; longer than all batches of a turn take. */
export const AUDIT_STREAM_CLAIM_MS = 2 * 60 * 1000;
