import { randomBelow } from '../../lib/random.ts'
import { isEmojiOnly } from '../../lib/text/readable.ts'

/** The avatars of stories. */
export const AVATARES = [
  '🌸',
  '🌷',
  '🌻',
  '🌺',
  '🌼',
  '🌵',
  '🌿',
  '🍃',
  '🦋',
  '🐦',
  '🕊️',
  '🌙',
  '⭐',
  '🌈',
  '🔥',
  '🌊',
] as const

/** Random per story: a fixed avatar would identify its author. */
export function chooseAvatar(random: (limit: number) => number = randomBelow): string {
  return AVATARES[random(AVATARES.length)]!
}

/** The stored avatar if it is a known emoji; anything else that somebody may have stored is not shown. */
export function visibleAvatar(avatar: string | null): string {
  return avatar && isEmojiOnly(avatar) ? avatar.trim() : AVATARES[0]
}
