/** The messages of a room that are new to one person. */
export interface Unread {
  count: number;
  /** The first of those that are counted: in a room with very many, not the very first. */
  firstId: string | null;
}
