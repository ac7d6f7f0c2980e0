import { splitContactos, viasTo, viasToAnybody } from '../../features/seguridad/panico/alerta.ts'
import { EARLY_PRESS, noteBegun } from '../../features/seguridad/panico/begun.ts'
import { type EarlyPress, markEarlyOpened } from '../../features/seguridad/panico/earlyPress.ts'
import { type Alerta, describeMensaje } from '../../features/seguridad/panico/estado.ts'
import { nombreOf } from '../../lib/cuenta/nombre.ts'
import { isApple } from '../../lib/device/apple.ts'
import { type Fix, FRESH_MS, type Whereabouts } from '../../lib/device/geolocation.ts'
import { readCopy } from '../../lib/offline/deviceStore.ts'
import { composeMensaje } from '../../lib/outside/mensaje.ts'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { uuid } from '../../lib/random.ts'
import { storedSession } from '../../lib/session/sessionStorage.ts'

/*
 * Runs right below the prerendered screen of her safety: takes a press on the panic button before the app is there. It answers at once, notes the
 * press where the alarm's first script finds it whatever becomes of this page (`begun.ts`), and shows real links with the contacts that this
 * device keeps. It opens nothing by itself: by then the tap is over. The app goes on with it (`panico.ts` of the feature).
 */

type Answers = { clientState: { queries: { queryKey: unknown[]; state: { data: unknown } }[] } }

/** As long as this, no copy that the device is slow to give holds up the links. */
const PATIENCE_MS = 1_500
/** As `posicion.ts`: an older place would mislead more than help. */
const KNOWN_MS = 6 * 3_600_000

const button = document.querySelector<HTMLButtonElement>('#prerendered button[data-panico]')

/** What she is told of it, on the button and to a screen reader. */
function say(step: string): void {
  const label = button?.querySelector('[data-corto]')
  if (label) label.textContent = step
  const status = button?.parentElement?.querySelector('[role=status]')
  if (status) status.textContent = step
}

const soon = <Value>(work: Promise<Value | null>) =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))])

/** Her contacts, the name that they read and her last place, as the device keeps them (`lib/offline/cachedQuery.ts`, `posicion.ts`). */
async function recall(owner: string) {
  const [text, fix] = await Promise.all([
    soon(readCopy<string>(owner, 'consultas')),
    soon(readCopy<Fix>(owner, 'ultima_posicion')),
  ])
  const { clientState } = JSON.parse(text ?? '{"clientState":{"queries":[]}}') as Answers
  const answer = (table: string) =>
    clientState.queries.find(({ queryKey }) => queryKey[0] === table)?.state.data
  const ajustes = answer('alarma_ajustes') as { nombre: string | null } | undefined
  return {
    contactos: (answer('contactos_emergencia') as Alerta['contactos'] | undefined) ?? null,
    nombre: ajustes?.nombre ?? nombreOf(null, storedSession()?.user.user_metadata),
    fix,
  }
}

async function prepare(press: EarlyPress): Promise<Alerta> {
  const { id, owner, pressedAt } = press
  const { contactos, nombre, fix } = await recall(owner)
  const readyAt = Date.now()
  const age = fix ? readyAt - fix.at : Number.POSITIVE_INFINITY
  const whereabouts: Whereabouts = {
    fix: age < KNOWN_MS ? fix : null,
    failure: age < FRESH_MS ? null : 'timeout',
  }
  const { principal, otros } = splitContactos(contactos ?? [])
  const mensaje = composeMensaje(whereabouts, readyAt, nombre)
  return { id, pressedAt, readyAt, whereabouts, contactos, principal, otros, nombre, mensaje, abierta: null }
}

function draw(alerta: Alerta): void {
  const { principal, mensaje } = alerta
  const online = navigator.onLine
  const panel = document.querySelector<HTMLTemplateElement>('template[data-listo]')!.content
  const { titulo, instrucciones } = describeMensaje(alerta, online, [])
  panel.querySelector('h2')!.textContent = titulo
  panel.querySelector('p')!.textContent = instrucciones
  const device = { online, apple: isApple() }
  const vias = principal
    ? viasTo(principal, mensaje, device).map((via) => ({
        ...via,
        text: via.canal === 'sms' ? 'Enviar por SMS a' : 'Abrir WhatsApp y enviar a',
      }))
    : viasToAnybody(mensaje, device)
  // The best way first, as the app shows it.
  const links = [...panel.querySelectorAll('a')]
  const icons = links.map((link) => link.firstElementChild!)
  for (const [place, via] of vias.slice(0, 2).entries()) {
    const link = links[place]!
    if (via.canal === 'sms') link.prepend(icons[1]!)
    else link.prepend(icons[0]!)
    link.href = via.href
    if (via.href.startsWith('https:')) link.target = outsideTarget() ?? ''
    const [words, name] = link.lastElementChild!.children
    words!.textContent = via.text
    name!.textContent = principal?.nombre ?? ''
    if (principal) {
      const { id: contactoId, nombre } = principal
      link.addEventListener('click', () => markEarlyOpened({ canal: via.canal, contactoId, nombre }))
    }
  }
  const place = document.querySelector('#prerendered [data-respuesta]')
  if (!place) return
  place.replaceChildren(panel)
  // Below the header, which stays. The app does the same (`AlertPanel.tsx`).
  const header = document.querySelector('#prerendered header')
  scrollBy(0, place.getBoundingClientRect().top - (header?.getBoundingClientRect().bottom ?? 0) - 12)
}

async function take(): Promise<void> {
  const owner = storedSession()?.user.id
  if (!owner || globalThis.earlyPress) return
  const press: EarlyPress = { id: uuid(), owner, pressedAt: Number(button!.dataset.panico), alerta: null }
  noteBegun(press)
  dispatchEvent(new Event(EARLY_PRESS))
  globalThis.earlyPress = press
  say('Preparando el mensaje…')
  const alerta = await prepare(press)
  // The app has taken it meanwhile.
  if (globalThis.earlyPress !== press) return
  press.alerta = alerta
  say('Listo para enviar')
  draw(alerta)
}

// The page's first script hears the press (`page.ts`), perhaps before this one is there.
if (button?.dataset.panico) void take()
else button?.addEventListener('pulsado', () => void take())
