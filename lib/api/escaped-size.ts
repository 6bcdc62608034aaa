const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Counts JSON text as it comes, with each `\uXXXX` that need not be one counted as its UTF-8. */
export function createUnescapedCounter(): (chunk: Uint8Array) => number {
  let size = 0;
  let isEscape = false;
  let digitsLeft = 0;
  let code = 0;
  return (chunk) => {
    size += chunk.length;
    for (const byte of chunk) {
      if (digitsLeft > 0) {
        code = code * 16 + readDigit(byte);
        digitsLeft -= 1;
        if (digitsLeft === 0) size -= countSaved(code);
      } else if (isEscape) {
        isEscape = false;
        if (byte === LETTER_U) [digitsLeft, code] = [4, 0];
      } else isEscape = byte === BACKSLASH;
    }
    return size;
  };
}

function readDigit(byte: number): number {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

/** Of the 6 bytes of an escape. Control characters, quotes and backslashes must be escaped; half a pair is 2 of 4 bytes. */
function countSaved(code: number): number {
  if (code < 0x20 || code === 0x22 || code === BACKSLASH) return 0;
  if (code < 0x80) return 5;
  const isHalfPair = code >= 0xd800 && code <= 0xdfff;
  return code < 0x800 || isHalfPair ? 4 : 3;
}
