/** Loaded at the first click: the names of the emoji alone weigh more than a page has left. */
export const loadEmojiPicker = async () => (await import("./emoji-picker")).EmojiPicker;
