/**
 * Opens another app or site from within a tap. Call it straight from the event handler, never after an `await`: the
 * browser would take it for a pop-up. Where it is refused all the same, a real link must be on screen.
 *
 * @param href a link made by `phone.ts`
 * @returns whether the browser took it
 */
export function openInTap(href: string): boolean {
  // An app installed on an iPhone is left with an empty stub by `_blank`; there the system takes over the same tab.
  if (isInstalledOnApple()) {
    location.href = href
    return true
  }
  const opened = window.open(href, '_blank')
  if (opened) opened.opener = null
  return opened !== null
}

/** Where links to other apps open: a tab of their own, so that this page stays as it is. */
export function outsideTarget(): '_blank' | undefined {
  return isInstalledOnApple() ? undefined : '_blank'
}

function isInstalledOnApple(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}
