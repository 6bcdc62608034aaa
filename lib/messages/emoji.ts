const EMOJI_MAX_LENGTH = 40;

/** The `v` flag works on the server only: older browsers and the compiler reject it. */
const UNICODE_SETS = "v";
const EMOJI = new RegExp(String.raw`^\p{RGI_Emoji}$`, UNICODE_SETS);
const AS_PICTURE = "\uFE0F";

export function readEmoji(given: string): string | null {
  const emoji = given.trim();
  if (emoji === "" || emoji.length > EMOJI_MAX_LENGTH) return null;
  return [emoji, emoji + AS_PICTURE].find((each) => EMOJI.test(each)) ?? null;
}
