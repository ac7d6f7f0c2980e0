/*
 * Prerendered pages: what is seen until the app is there, and how the app takes its place. The app is drawn beside it,
 * unseen, and put in its place at once; what she typed, opened, pressed and had the focus on goes along.
 */

const drawn = () => document.getElementById('prerendered')

/** She is about to let go of something: in a new page her tap would hit nothing. */
const HELD_MS = 50

/** Replaces the prerendered page by the mounted app. Without one, nothing. */
export function takeOver(): void {
  const old = drawn()
  const app = document.getElementById('root')
  if (!old || !app) return
  if (isShown() && old.querySelector(':active')) {
    setTimeout(takeOver, HELD_MS)
    return
  }
  const focused = document.activeElement
  // Taken out, and the app is seen (`app/prerender/prerender.css`).
  old.remove()
  for (const control of old.querySelectorAll<Control>('[name]')) carryWords(control, app)
  for (const one of old.querySelectorAll('details[open]')) counterpart(one, app)?.setAttribute('open', '')
  if (focused && old.contains(focused)) carryFocus(focused, app)
  const pressed = [...old.querySelectorAll<HTMLElement>('[data-pressed]')]
    .sort((one, other) => Number(one.dataset.pressed) - Number(other.dataset.pressed))
    .map((button) => counterpart(button, app))
  // Once React has drawn what she typed.
  setTimeout(() => {
    for (const button of pressed) button?.click()
  })
}

/** Another screen is hers than the prerendered one, or she may not see it. */
export function removePrerendered(): void {
  if (!isShown()) drawn()?.remove()
}

const isShown = () => document.documentElement.dataset.prerendered !== 'no'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** React hears of a value as if she typed it here. */
function carryWords(from: Control, app: Element): void {
  const to = app.querySelector<Control>(`[name="${CSS.escape(from.name)}"]`)
  if (!to || from.value === '' || from.value === to.value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value)
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function carryFocus(from: Element, app: Element): void {
  const to = counterpart(from, app)
  to?.focus({ preventScroll: true })
  if (!(from instanceof HTMLInputElement) || !(to instanceof HTMLInputElement)) return
  try {
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
  } catch {
    // An address has no selection that could be read or set: its end, where she was typing.
  }
}

const nameOf = (one: Element) => one.getAttribute('name') ?? one.getAttribute('aria-label') ?? one.textContent

/** The same thing in the other page: of the same name, and of the same kind but for the way out, which is a link until then. */
function counterpart(of: Element, within: Element): HTMLElement | undefined {
  const kinds = of instanceof HTMLAnchorElement ? 'a, button' : of.localName
  return [...within.querySelectorAll<HTMLElement>(kinds)].find((one) => nameOf(one) === nameOf(of))
}
