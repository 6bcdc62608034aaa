/** Offered under each message; any other emoji can be typed. */
export const OFFERED_REACTIONS = ["👍", "❤️", "😄", "🎉", "👀", "🙏", "✅", "🚀"] as const;

/** Different emojis under one message; any number of people share each. */
export const REACTIONS_PER_MESSAGE_MAX = 20;

/** An emoji of a message with the people who put it there, for one reader. */
export interface Reaction {
  emoji: string;
  count: number;
  isOwn: boolean;
  /** The first others; the reader is not among them. */
  others: string[];
}

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

/** Whether a browser sends it: one character to a reader, with a picture in it. The service decides by its own list. */
export function mayBeEmoji(text: string): boolean {
  return PICTURE.test(text) && [...new Intl.Segmenter().segment(text)].length === 1;
}
