export const STREAM_KINDS = ["https", "s3"] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];
export const STREAM_FORMATS = ["ndjson", "ocsf"] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];
