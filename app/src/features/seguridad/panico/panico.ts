import { locate, type Whereabouts } from '../../../lib/device/geolocation.ts'
import { composeMensaje } from '../../../lib/outside/mensaje.ts'
import { uuid } from '../../../lib/random.ts'
import { addLugar, openAlerta } from '../alarma/unheard.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Memoria } from '../posicion/posicion.ts'
import { splitContactos } from './alerta.ts'
import { createAlertaShown, type Keeping, vibrate } from './alertaShown.ts'
import { openWhatsapp } from './apertura.ts'
import { type EarlyPress, takeEarlyPress } from './earlyPress.ts'
import { isPending, isSamePress, type Recuerdo, whatNext } from './estado.ts'
import { describeEvento, eventos } from './eventos.ts'
import { giveToWorker } from './giveToWorker.ts'
import * as toasts from './toasts.ts'

/** What the button needs to know when it is pressed. */
type Surroundings = Keeping & {
  memoria: Memoria
  /** Her contacts as the screen already knows them; undefined while it does not. */
  contactos: () => Contacto[] | undefined
  /** The same where the screen does not know them: null where they could not be known in time. */
  findContactos: (owner: string) => Promise<Contacto[] | null>
  /** What contacts call her, as far as the page knows it now. */
  nombre: () => string | null
  /** She pressed: what would take this page from her waits. */
  onPress: () => void
  /** What an earlier page left; null where this screen does not show it. */
  recall: (owner: string) => Promise<Recuerdo | null>
}

/** One press: its id is the event's. */
type Press = { id: string; pressedAt: number; owner: string }

/** Stored before anything is looked for, so that the event survives if the app is closed now. */
function keepBegun({ id, owner, pressedAt }: Press): void {
  const body = describeEvento({ pressedAt, whereabouts: null, contactoId: null, abierto: false })
  void eventos.put({ id, owner, at: pressedAt, state: 'draft', body })
}

/** The service is to hear of it: from this page, or without it. */
function tell(press: Press): void {
  void openAlerta(press)
  void giveToWorker(press)
}

/**
 * The panic button, without React. What can be ready within the tap opens within the tap; what has to
 * be looked for ends, after four seconds at most, in a real link. Nothing here waits for the service.
 */
export function createPanico({
  memoria,
  contactos,
  findContactos,
  nombre,
  onPress,
  recall,
  ...keeping
}: Surroundings) {
  const { owner, remember, forget, discreet } = keeping
  const shown = createAlertaShown(keeping)
  let lastPress = Number.NEGATIVE_INFINITY
  /** What is looked for just now; null where nothing is, or where she has ended what it was for. */
  let looking: Press | null = null

  /**
   * Everything is known: the message is written, opened if it still can be, and the event completed. Of a press that she has
   * ended meanwhile nothing is shown.
   *
   * @param open given only within the tap
   * @param isOver whether she has ended it
   */
  function completeAlerta(
    press: Press,
    whereabouts: Whereabouts,
    known: Contacto[] | null,
    open?: typeof openWhatsapp,
    isOver = false,
  ) {
    const { id, pressedAt } = press
    const who = nombre()
    const mensaje = composeMensaje(whereabouts, Date.now(), who)
    const { principal, otros } = splitContactos(known ?? [])
    const abierta = (principal && open?.(principal, mensaje)) ?? null

    const contactoId = principal?.id ?? null
    const body = describeEvento({ pressedAt, whereabouts, contactoId, abierto: abierta !== null })
    void eventos.put({ id, owner: press.owner, at: pressedAt, state: 'ready', body })
    if (isOver) return

    shown.announce(press.owner, {
      id,
      pressedAt,
      readyAt: Date.now(),
      whereabouts,
      contactos: known,
      principal,
      otros,
      nombre: who,
      mensaje,
      abierta,
    })
  }

  /** Something has to be looked for first: the place, or whom to write to. */
  function locateAndComplete(press: Press) {
    const known = contactos()
    keepBegun(press)
    remember(press.owner, { id: press.id, pressedAt: press.pressedAt, alerta: null })
    looking = press
    shown.set({ alerta: null, fase: 'ubicando' })

    const people = known ?? findContactos(press.owner)
    locate({ lastKnown: memoria.lastKnown })
      .then(async (whereabouts) => {
        if (whereabouts.fix && !whereabouts.failure) memoria.remember(whereabouts.fix)
        if (looking === press) {
          if (whereabouts.fix) addLugar(press.owner, press.id, whereabouts.fix)
          shown.set({ fase: 'preparando' })
        }
        const found = await people
        completeAlerta(press, whereabouts, found, undefined, looking !== press)
      })
      .catch(() => {
        if (looking === press) toasts.unexpectedError()
        const whereabouts: Whereabouts = { fix: memoria.lastKnown(), failure: 'unavailable' }
        completeAlerta(press, whereabouts, known ?? null, undefined, looking !== press)
      })
      .finally(() => {
        if (looking === press) looking = null
      })
  }

  /** What a press does on this device by itself. */
  function actWithinTap(press: Press) {
    const { alerta } = shown.get()
    const warm = memoria.warm()
    const whereabouts = warm && { fix: warm, failure: null }
    if (alerta?.principal && isPending(alerta, press.pressedAt))
      return shown.openAgain(alerta, alerta.principal, press.owner, whereabouts ?? alerta.whereabouts)
    const known = contactos()
    if (whereabouts && known) completeAlerta(press, whereabouts, known, discreet ? undefined : openWhatsapp)
    else locateAndComplete(press)
  }

  /** Goes on with a press on the prerendered button: its message is on screen already, and its tap is over. */
  function adopt({ id, pressedAt, owner: who, alerta }: EarlyPress) {
    const press = { id, pressedAt, owner: who }
    lastPress = pressedAt
    onPress()
    if (alerta) {
      const { whereabouts, principal, abierta } = alerta
      const contactoId = principal?.id ?? null
      const body = describeEvento({ pressedAt, whereabouts, contactoId, abierto: abierta !== null })
      void eventos.put({ id, owner: who, at: pressedAt, state: 'ready', body })
      shown.announce(who, alerta)
      // A better place is written into it for as long as she has not opened it.
      void locate({ lastKnown: memoria.lastKnown }).then(({ fix, failure }) => {
        if (!fix || failure) return
        memoria.remember(fix)
        addLugar(who, id, fix)
      })
    } else locateAndComplete(press)
    tell(press)
  }

  /** Goes on from where an earlier page was dropped, or from before she opened another page. */
  async function resume() {
    const who = owner()
    const found = who ? await recall(who) : null
    if (!found || !who || shown.get().fase !== 'reposo') return
    const { id, pressedAt, alerta } = found
    switch (whatNext(found, Date.now())) {
      case 'show':
        return shown.showAgain(alerta!)
      case 'go on':
        return locateAndComplete({ id, pressedAt, owner: who })
      default:
        forget(who)
    }
  }

  return {
    get: shown.get,
    subscribe: shown.subscribe,

    /** Its screen is open. @returns for when it is not any more */
    open(): () => void {
      const leave = shown.enter()
      const stop = memoria.subscribe(shown.improve)
      const early = takeEarlyPress(owner())
      if (early) adopt(early)
      else void resume()
      return () => {
        leave()
        stop()
      }
    },

    /** For the click handler of the button, and nothing else: what it opens needs the tap. */
    pressPanico() {
      const who = owner()
      if (!who) return toasts.noSession()
      const pressedAt = Date.now()
      if (looking || isSamePress(pressedAt, lastPress)) return
      lastPress = pressedAt
      onPress()
      vibrate(60)

      const press = { id: uuid(), pressedAt, owner: who }
      try {
        actWithinTap(press)
      } finally {
        // Each press, whatever became of WhatsApp; behind it, since opening another app needs the tap more than this does.
        tell(press)
        const warm = memoria.warm()
        if (warm) addLugar(who, press.id, warm)
      }
    },

    markOpened: shown.markOpened,
    /** She has ended it. What is still looked for is of no use any more, and a press from now on is another one. */
    closeAlerta(): void {
      looking = null
      lastPress = Number.NEGATIVE_INFINITY
      shown.close()
    },
  }
}
