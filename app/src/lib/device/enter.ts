/**
 * Whether a key is an Enter of hers. While an input method composes a word, Enter confirms that word; Safari sends that one after the end of
 * the composition, and only its code (229) tells.
 */
export const isEnter = ({
  key,
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>): boolean =>
  key === 'Enter' && !isComposing && keyCode !== 229
