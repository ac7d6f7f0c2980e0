import { isEnter } from '../../lib/device/enter.ts'
import { nameKeptFonts } from '../../lib/device/fonts.ts'
import { cameBackAfterLeaving, hasLeft, markLeft } from '../../lib/device/salida.ts'
import { countShift, noShift, SHIFT_EVENTS, SHIFT_PRESSES } from '../../lib/device/shift.ts'
import { ofInstallation, whoseNumero } from '../../lib/emergencia/pais.ts'

/*
 * What every prerendered page does before the app is there. Its scripts are written into the page and allowed by their hash; whatever goes
 * wrong in them, the page stays as it came.
 */

const page = document.documentElement

/**
 * Decides, before anything of the page is seen, whether she may see it, and with whose number.
 *
 * @param isHers whether this page is what she gets at this address
 */
export function show(isHers: boolean): void {
  nameKeptFonts()
  if (cameBackAfterLeaving()) page.classList.add('cubierto')
  else if (!isHers) page.dataset.prerendered = 'no'
  else {
    const { row, supuesta } = whoseNumero()
    const installation = ofInstallation()
    const shown = [row.codigo, row.numeros[0], supuesta ? installation.numeros[0] : ''].join(' ').trim()
    // What is drawn for it is in the page, if at all (`place.ts`).
    if (shown !== page.dataset.installation) page.dataset.pais = shown
    if (page.dataset.pais) seeWhole()
  }
}

/** What `place.ts` puts in its place may be higher than what stood there: not painted before that, where the browser can wait. */
function seeWhole(): void {
  const whole = document.createElement('link')
  whole.rel = 'expect'
  whole.setAttribute('blocking', 'render')
  whole.href = '#root'
  document.head.append(whole)
}

/**
 * «Salir rápido» before the app is there, and before any file is: the page is seen no more within this task, and neither the back button
 * nor the browser's memory of it brings it back. As `lib/device/quickExit.ts`, which does it from then on.
 */
function leave(to: string): void {
  page.classList.add('cubierto')
  document.body.replaceChildren()
  document.title = ' '
  markLeft()
  location.replace(to)
}

document.addEventListener('click', (event) => {
  const way = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a.salir')
  if (!way) return
  event.preventDefault()
  leave(way.href)
})
/** As the page itself says: three times the Shift key. From when the app is there, it counts (`app/layout/ExitWatch.tsx`). */
let shifts = noShift
for (const type of SHIFT_EVENTS) {
  addEventListener(type, (event) => {
    shifts = countShift(shifts, event)
    const way =
      shifts.presses === SHIFT_PRESSES && document.querySelector<HTMLAnchorElement>('#prerendered a.salir')
    if (way) leave(way.href)
  })
}
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || !hasLeft()) return
  page.classList.add('cubierto')
  const way = document.querySelector<HTMLAnchorElement>('a.salir')
  if (way) leave(way.href)
})

/** What she presses before the app is there is done once it is (`lib/device/prerenderedPage.ts`), each of it once; the panic button at once (`panico.ts`). */
let presses = 0
function remember(button: Element | null): void {
  if (!(button instanceof HTMLButtonElement) || button.dataset.pressed) return
  presses += 1
  button.dataset.pressed = String(presses)
  button.ariaBusy = 'true'
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('#prerendered button')
  if (!button) return
  if (!('panico' in button.dataset)) return remember(button)
  // Its script, which is below the page, may be on its way still.
  button.dataset.panico ||= String(Date.now())
  button.dispatchEvent(new Event('pulsado'))
})
document.addEventListener('keydown', (event) => {
  const { target } = event
  if (!isEnter(event) || !(target instanceof HTMLInputElement)) return
  remember(target.closest('#prerendered form')?.querySelector('button[data-sends]') ?? null)
})
