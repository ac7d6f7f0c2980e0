/** Whether this device speaks Apple's dialect of `sms:` links. */
export function isApple(navigatorLike: Pick<Navigator, 'userAgent'> = navigator): boolean {
  return /iPhone|iPad|iPod|Macintosh/.test(navigatorLike.userAgent)
}
