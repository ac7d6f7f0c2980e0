import { SESSION_KEY } from '../data/session-storage.ts'
import { haveReadConsejos } from '../lib/cuenta/consejos.ts'
import { isEnter } from '../lib/device/enter.ts'
import { nameKeptLetras } from '../lib/device/letrasHere.ts'
import { cameBackAfterLeaving, hasLeft, markLeft } from '../lib/device/salida.ts'
import { countShift, noShift, SHIFT_EVENTS, SHIFT_PRESSES } from '../lib/device/shift.ts'
import { inTab, onDevice } from '../lib/device/storage.ts'
import { ofCasa, whoseNumero } from '../lib/emergencia/pais.ts'

/*
 * Runs in the head of a page that comes drawn (record 294), before any of it is seen: decides whether she may see it, and as whom. It is
 * written into the page and allowed by its hash; whatever goes wrong here, the page stays as it came.
 */

const page = document.documentElement
nameKeptLetras()

/** Somebody is signed in here, or her session ended here (`FIN_KEY`), or her address waits to be confirmed (`cuenta/espera.ts`): another screen than this page is hers. */
const isVisitor = () =>
  onDevice.getItem(SESSION_KEY) === null &&
  onDevice.getItem('fin') === null &&
  inTab.getItem('formulario confirmacion') === null

/** What an address says besides its path changes what is drawn; the advice before registering is the same for every invitation. */
function isPlain(leidos: boolean): boolean {
  const { search, hash, pathname } = location
  if (hash !== '') return false
  const keys = [...new URLSearchParams(search).keys()]
  return keys.every((key) => pathname === '/register' && key === 'codigo' && !leidos)
}

const leidos = location.pathname === '/register' && haveReadConsejos('registro')

if (cameBackAfterLeaving()) page.classList.add('cubierto')
else if (!isVisitor() || !isPlain(leidos)) page.dataset.umbral = 'no'
else {
  if (leidos) page.dataset.variante = 'leidos'
  const { row, supuesta } = whoseNumero()
  const casa = ofCasa()
  const shown = [row.codigo, row.numeros[0], supuesta ? casa.numeros[0] : ''].join(' ').trim()
  // What is drawn for it lies in the page, if at all (`umbral/place.ts`).
  if (shown !== page.dataset.casa) page.dataset.pais = shown
  if (page.dataset.variante || page.dataset.pais) seeWhole()
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
 * «Salir rápido» before the house is there, and before any file is: the page is seen no more within this task, and neither the back button
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
/** As the page itself says: three times the Shift key. From when the house is there, it counts (`layout/ExitWatch.tsx`). */
let shifts = noShift
for (const type of SHIFT_EVENTS) {
  addEventListener(type, (event) => {
    shifts = countShift(shifts, event)
    const way =
      shifts.presses === SHIFT_PRESSES && document.querySelector<HTMLAnchorElement>('#umbral a.salir')
    if (way) leave(way.href)
  })
}
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || !hasLeft()) return
  page.classList.add('cubierto')
  const way = document.querySelector<HTMLAnchorElement>('a.salir')
  if (way) leave(way.href)
})

/** What she presses before the house is there is done once it is (`lib/device/umbral.ts`), each of it once. */
let presses = 0
function remember(button: Element | null): void {
  if (!(button instanceof HTMLButtonElement) || button.dataset.pressed) return
  presses += 1
  button.dataset.pressed = String(presses)
  button.ariaBusy = 'true'
}

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element) remember(target.closest('#umbral button'))
})
document.addEventListener('keydown', (event) => {
  const { target } = event
  if (!isEnter(event) || !(target instanceof HTMLInputElement)) return
  remember(target.closest('#umbral form')?.querySelector('button[data-sends]') ?? null)
})
