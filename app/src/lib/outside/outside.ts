/**
 * Opens another app or site from within a tap. Call it straight from the event handler, never after an `await`: the
 * browser would take it for a pop-up. Where it is refused all the same, a real link must be on screen.
 *
 * @param href a link made by `phone.ts`
 * @returns whether the browser took it
 */
export function openInTap(href: string): boolean {
  // An app installed on an iPhone is left with an empty stub by `_blank`; there the system takes over the same tab. So it does
  // everywhere with what is no page, as `sms:`.
  if (isInstalledOnApple() || !href.startsWith('https:')) {
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

/** A tab that was opened within the tap, and waits for what it will show. */
export type PestanaEnEspera = {
  /** Shows it, in place of the waiting page. */
  show: (href: string) => void
  /** Closes the tab: nothing will be shown. */
  close: () => void
}

/**
 * Opens a tab from within a tap for something that takes a moment to get. Where no tab can be had (an app installed on
 * an iPhone, a browser that refuses), it is shown in this one.
 *
 * @param text what the waiting tab says
 */
export function openWaitingTab(text: string): PestanaEnEspera {
  const tab = isInstalledOnApple() ? null : window.open('about:blank', '_blank')
  if (!tab) return { show: (href) => location.assign(href), close: () => {} }
  try {
    tab.document.title = document.title
    tab.document.body.append(text)
  } catch {
    // An empty page waits just as well.
  }
  return {
    show: (href) => {
      // She may have closed the tab; what was fetched is on the device all the same.
      if (!tab.closed) tab.location.replace(new URL(href, location.href).href)
    },
    close: () => tab.close(),
  }
}
