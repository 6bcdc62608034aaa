/** Longer than any emoji, in code units: the longest are families and flags of regions. */
const EMOJI_MAX_LENGTH = 40;

/** Sets of sequences. On the server alone: some browsers that the pages work in do not know the flag, nor does the compiler. */
const UNICODE_SETS = "v";
const EMOJI = new RegExp(String.raw`^\p{RGI_Emoji}$`, UNICODE_SETS);
/** Drawn as a picture, and not as the text that the same character also is: ❤️, not ❤. */
const AS_PICTURE = "\uFE0F";

/**
 * One emoji as Unicode recommends it for general interchange: with its skin tone, a whole family, or a flag that exists. A
 * sequence that no font draws as one picture is none. null: not an emoji, or more than one.
 */
export function readEmoji(given: string): string | null {
  const emoji = given.trim();
  if (emoji === "" || emoji.length > EMOJI_MAX_LENGTH) return null;
  return [emoji, emoji + AS_PICTURE].find((each) => EMOJI.test(each)) ?? null;
}
