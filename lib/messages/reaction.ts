export const OFFERED_REACTIONS = ["👍", "❤️", "😄", "🎉", "👀", "🙏", "✅", "🚀"] as const;

export const REACTIONS_PER_MESSAGE_MAX = 20;

export interface Reaction {
  emoji: string;
  count: number;
  isOwn: boolean;
  others: string[];
}

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

export function mayBeEmoji(text: string): boolean {
  return PICTURE.test(text) && [...new Intl.Segmenter().segment(text)].length === 1;
}
