import { whenIdle } from '../../lib/device/idle.ts'
import { onDevice } from '../../lib/device/storage.ts'
import { SESSION_KEY } from '../../lib/session/keys.ts'

/*
 * Runs right below a prerendered page, after `place.ts`. What she sees of it, its links and its numbers need no script: the app is
 * fetched once the page is idle, or as soon as she touches or writes anything; at once where another screen than this page is hers.
 */

/** Written by the build (`build/prerender.ts`). */
declare const LATER: {
  /** The app's first script. */
  entry: string
  /** The alarm's, which runs whatever becomes of the rest (`auxilio.ts`). */
  alarm: string
  /** The app's style. */
  sheet: string
  /** The app's code, whatever it shows, and that of this page. */
  app: string[]
  screen: string[]
  /** The other files of Home, for a signed-in member whom its address brings to this page. */
  home: string[]
  /** A member's page: the app is fetched as soon as the page is seen. */
  soon: boolean
}

/** Says that the app did not come, and tries again (`app/prerender/otra-vez.ts`). A script's address may be set by no program here; `import()` is free. */
const AGAIN = '/otra-vez.js'

const page = document.documentElement
const isHers = () => page.dataset.prerendered !== 'no'

/** Home is hers: its code needs nobody who guesses. */
const isHome = () =>
  LATER.home.length > 0 && location.pathname === '/' && onDevice.getItem(SESSION_KEY) !== null

let styled: Promise<void> | undefined

/** What the app is drawn with, without which she would see it bare, and what a browser installs it by (`lib/device/atajos.ts`). */
function style(): Promise<void> {
  styled ??= new Promise((resolve) => {
    const manifest = document.createElement('link')
    manifest.rel = 'manifest'
    manifest.href = '/manifest.webmanifest'
    document.head.append(manifest)
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.crossOrigin = ''
    sheet.href = LATER.sheet
    sheet.addEventListener('load', () => resolve())
    sheet.addEventListener('error', () => resolve())
    document.head.append(sheet)
  })
  return styled
}

/**
 * Where the app is put is the last thing on the page. On a connection that pauses before that, the code may be there first, from the cache:
 * it would find no place, and nothing would ever be drawn.
 */
const parsed = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve())
    else resolve()
  })

let begun = false

async function begin(): Promise<void> {
  if (begun) return
  begun = true
  const ready = Promise.all([style(), parsed()])
  const home = isHome()
  const shown = home ? LATER.home : isHers() ? LATER.screen : []
  for (const file of [LATER.entry, ...LATER.app, ...shown]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
  void import(LATER.alarm).catch(() => {})
  await ready
  try {
    await import(LATER.entry)
  } catch {
    await watch()
    // From here on it says so, and tries again.
    delete page.dataset.code
    dispatchEvent(new Event('sin-codigo'))
  }
}

/** It is there before it is needed, and after what she sees: what asks for it first would be a part of what she waits for. */
function watch(): Promise<void> {
  // Without it the page stays as it came, which needs nothing.
  return import(AGAIN).catch(() => {})
}

// It is not missing: nobody has asked for it yet.
page.dataset.code = 'later'
if (isHers()) {
  for (const touch of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(touch, begin, { capture: true, once: true, passive: true })
  // Seen by then: a frame is drawn, and whatever else is in it, before what comes after it.
  addEventListener('DOMContentLoaded', () =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (LATER.soon) void begin()
        void style()
        void watch()
      }),
    ),
  )
  addEventListener('load', () => (LATER.soon ? begin() : whenIdle(begin)))
} else {
  void begin()
  void watch()
}
