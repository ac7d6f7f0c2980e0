import type { Fix } from '../../../lib/device/geolocation.ts'
import { inRounds } from '../../../lib/offline/coalescedRuns.ts'
import type { Entry } from '../../../lib/offline/queueEntry.ts'
import { onFingidas } from '../../../lib/session/fingidas.ts'
import type { Leida } from './alertas.ts'
import { type Alarma, alarmaOf } from './estado.ts'
import { isWorthTelling } from './lugares.ts'
import { addLugar, endAlerta, pasos, sendNow, shownPasosOf, type UnheardPaso } from './unheard.ts'
import type { Vista } from './vista.ts'

/** What an alarm needs of the rest of the app. */
type Surroundings = {
  owner: string
  /** The open alert, or the one that was; see `readAbierta`. */
  read: (known: string | null) => Promise<Leida | null>
  /** Hears that an alert was opened or closed anywhere, as long as the page lives; see `watchAbierta`. */
  listen: (again: () => void) => () => void
  /** Hears of every change of an open one; see `watchAlertas`. */
  watch: (again: () => void, onLive: (live: boolean) => void) => () => void
  /** Follows her place, if she has allowed it. @param pressed whether the press was made in this page */
  follow: (onFix: (fix: Fix) => void, pressed: boolean) => () => void
  show: (vista: Vista) => void
}

/** As long as the live channel does not stand, what became of an alert is asked for this often. */
const ASK_EVERY_MS = 8_000

/**
 * Runs the alert of one member on this page, without React: what waits in the queue, what the service has, and her place
 * while it is open. It is the same on every device and after every reload, since it begins with asking.
 */
export function createAlarma({ owner, read, listen, watch, follow, show }: Surroundings) {
  let leida: Leida | null = null
  /** What is told of once more when it is closed. */
  let known: string | null = null
  /** The one that she has read is closed. */
  let dismissed: string | null = null
  let over = false
  let waiting = new Map<string, Entry<UnheardPaso>>()
  /** What has arrived since the service was asked last: its answer does not know of them, and without them would say that nothing was pressed. */
  let arrived: readonly Entry<UnheardPaso>[] = []
  let stopActive: (() => void) | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const saleEnHere = new Map<string, number>()

  /** What the service has not heard, or not answered for yet. */
  const unheard = () => {
    const steps = shownPasosOf(owner)
    const older = arrived.filter(({ id }) => !steps.some((step) => step.id === id))
    return [...older, ...steps].sort((one, other) => one.at - other.at)
  }
  const current = () => alarmaOf(leida?.alerta ?? null, unheard(), Date.now(), saleEnHere)

  const ask = inRounds(async () => {
    if (over) return
    const before = arrived
    try {
      const found = await read(known)
      if (over) return
      arrived = arrived.filter((step) => !before.includes(step))
      // She had read that it is closed before this answer came.
      leida = found?.alerta.id === dismissed && found?.alerta.estado === 'cerrada' ? null : found
      if (found && found.alerta.estado !== 'cerrada') known = found.alerta.id
      settle()
    } catch {
      // Without a network: what is known stays. Once something is open it is asked again anyway; until then, until it was answered.
      if (stopActive || over) return
      clearTimeout(retry)
      retry = setTimeout(again, ASK_EVERY_MS)
    }
  })
  const again = () => void ask()

  function publish(): void {
    show({
      servicio: leida?.alerta ?? null,
      entregas: leida?.entregas ?? [],
      unheard: unheard(),
      saleEnHere,
      sendNow: () => {
        const alarma = current()
        if (alarma) sendNow(owner, alarma.alerta)
      },
      end: (motivo, conPin, porPin) => {
        const alarma = current()
        if (alarma) known ??= alarma.alerta
        const aTiempo = alarma?.fase === 'pausa' || !alarma?.oida
        // A press that has not arrived ends too, whichever alert it would have joined.
        const pressed = unheard().flatMap(({ body }) => (body.que === 'abrir' ? body.alerta : []))
        for (const alerta of new Set([...(alarma ? [alarma.alerta] : []), ...pressed])) {
          endAlerta(owner, alerta, motivo, conPin, porPin, aTiempo)
        }
      },
      dismiss: () => {
        dismissed = leida?.alerta.id ?? null
        leida = null
        known = null
        settle()
      },
    })
  }

  function settle(): void {
    const alarma = current()
    const active = alarma !== null && alarma.fase !== 'cerrada'
    if (active) stopActive ??= begin({ owner, current, again, watch, follow }, saleEnHere.size > 0)
    else {
      stopActive?.()
      stopActive = undefined
    }
    publish()
  }

  function onQueue(): void {
    const steps = shownPasosOf(owner)
    for (const { body } of steps) {
      if (body.que === 'abrir') saleEnHere.set(body.alerta, body.pulsadaEn + body.pausaS * 1_000)
      if (body.que === 'cerrar') known ??= body.alerta
    }
    const now = new Map(steps.map((step) => [step.id, step]))
    const gone = [...waiting.values()].filter(({ id, body }) => !now.has(id) && body.que !== 'lugar')
    waiting = now
    arrived = [...arrived, ...gone]
    settle()
    if (gone.length > 0) again()
  }

  const seen = () => {
    if (document.visibilityState === 'visible') again()
  }

  return {
    /** From now on; @returns ends the watch, not the alert */
    open(): () => void {
      const stop = pasos.subscribe(onQueue)
      const stopListening = listen(again)
      const stopShown = onFingidas(again)
      onQueue()
      again()
      document.addEventListener('visibilitychange', seen)
      window.addEventListener('online', again)
      return () => {
        over = true
        stop()
        stopListening()
        stopShown()
        stopActive?.()
        clearTimeout(retry)
        document.removeEventListener('visibilitychange', seen)
        window.removeEventListener('online', again)
      }
    },
  }
}

type Open = Pick<Surroundings, 'owner' | 'watch' | 'follow'> & {
  current: () => Alarma | null
  again: () => void
}

/**
 * What goes on while an alert is open: its place is told, and what became of it asked for wherever the live channel does not stand.
 *
 * @param pressed whether the press was made in this page
 * @returns ends both
 */
function begin({ owner, current, again, watch, follow }: Open, pressed: boolean): () => void {
  let live = false
  let told: { fix: Fix; at: number } | null = null

  function tellLugar(fix: Fix): void {
    const alarma = current()
    const now = Date.now()
    if (!alarma || alarma.fase === 'cerrando' || alarma.fase === 'cerrada') return
    if (!isWorthTelling(fix, told, now)) return
    told = { fix, at: now }
    addLugar(owner, alarma.alerta, fix)
  }

  const stopWatch = watch(again, (stands) => {
    live = stands
  })
  const stopFollow = follow(tellLugar, pressed)
  const timer = setInterval(() => {
    if (!live) again()
  }, ASK_EVERY_MS)
  return () => {
    stopWatch()
    stopFollow()
    clearInterval(timer)
  }
}
