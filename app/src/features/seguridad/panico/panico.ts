import { type Fix, locate, type Whereabouts } from '../../../lib/device/geolocation.ts'
import { composeMensaje } from '../../../lib/outside/mensaje.ts'
import { openInTap } from '../../../lib/outside/outside.ts'
import { isApple } from '../../../lib/outside/phone.ts'
import { uuid } from '../../../lib/random.ts'
import { createStore } from '../../../lib/store.ts'
import { addLugar, openAlerta } from '../alarma/cola.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Memoria } from '../posicion/posicion.ts'
import { splitContactos, type Via, viasTo } from './alerta.ts'
import {
  type Alerta,
  type Apertura,
  type Fase,
  isImprovedBy,
  isPending,
  isSamePress,
  type Recuerdo,
  whatNext,
} from './estado.ts'
import { describeEvento, eventos } from './eventos.ts'
import * as toasts from './toasts.ts'

/** What the button's screen draws. */
export type Panico = {
  fase: Fase
  alerta: Alerta | null
  /** Whether the device keeps the event beyond this page. */
  guardado: boolean
}

/** What the button needs to know when it is pressed. */
type Surroundings = {
  memoria: Memoria
  /** Who is signed in; undefined where nobody is. */
  owner: () => string | undefined
  /** Her contacts as the screen already knows them; undefined while it does not. */
  contactos: () => Contacto[] | undefined
  /** The same where the screen does not know them: null where they could not be known in time. */
  findContactos: (owner: string) => Promise<Contacto[] | null>
  /** What contacts call her, as far as the page knows it now. */
  nombre: () => string | null
  /** She pressed: what would take this page from her waits. */
  onPress: () => void
  /** Keeps a press, and what is ready of it, for the next page. */
  remember: (owner: string, recuerdo: Recuerdo) => void
  forget: (owner: string) => void
  /** What an earlier page left; null where this screen does not show it. */
  recall: (owner: string) => Promise<Recuerdo | null>
  /**
   * Whoever holds the phone reads this screen: it opens nothing by itself, and no notice of it says whom it writes to.
   */
  discreet: boolean
}

/** One press: its id is the event's. */
type Press = { id: string; pressedAt: number; owner: string }

const vibrate = (pattern: VibratePattern) => navigator.vibrate?.(pattern)

/** How a message to her goes out best now: by WhatsApp, without a network by SMS. */
function bestVia(principal: Contacto, mensaje: string): (Via & { canal: 'whatsapp' | 'sms' }) | null {
  const [via] = viasTo(principal, mensaje, { online: navigator.onLine, apple: isApple() })
  return via && via.canal !== 'llamada' ? { ...via, canal: via.canal } : null
}

/**
 * Opens WhatsApp with the message, from within a tap. Without a network it may be a website that cannot load, so then
 * she chooses between it and an SMS.
 *
 * @returns what was opened; null where nothing was
 */
function openWhatsapp(principal: Contacto, mensaje: string): Apertura | null {
  const via = bestVia(principal, mensaje)
  if (via?.canal !== 'whatsapp' || !navigator.onLine || !openInTap(via.href)) return null
  return { canal: via.canal, contactoId: via.contactoId, nombre: via.nombre }
}

/** Records in the event what was opened, whether it still waits on the device or has arrived. */
function recordApertura(owner: string, { id, pressedAt, whereabouts }: Alerta, apertura: Apertura): void {
  const { canal, contactoId } = apertura
  const body = describeEvento({ pressedAt, whereabouts, contactoId, abierto: true })
  void eventos.put({ id, owner, at: pressedAt, state: 'ready', body: { ...body, canal } })
}

/** Stored before anything is looked for, so that the event survives if the app is closed now. */
function keepBegun({ id, owner, pressedAt }: Press): void {
  const body = describeEvento({ pressedAt, whereabouts: null, contactoId: null, abierto: false })
  void eventos.put({ id, owner, at: pressedAt, state: 'draft', body })
}

/**
 * The panic button (docs/decisions/0060), without React. What can be ready within the tap opens within the tap; what has to
 * be looked for ends, after four seconds at most, in a real link. Nothing here waits for the service.
 */
export function createPanico({
  memoria,
  owner,
  contactos,
  findContactos,
  nombre,
  onPress,
  remember,
  forget,
  recall,
  discreet,
}: Surroundings) {
  const store = createStore<Panico>({ fase: 'reposo', alerta: null, guardado: true })
  const set = (part: Partial<Panico>) => store.set({ ...store.get(), ...part })
  let lastPress = Number.NEGATIVE_INFINITY
  let running = false
  let here = false

  /** On the screen, and for the next page. */
  function show(who: string, alerta: Alerta) {
    set({ alerta, fase: 'lista' })
    remember(who, { id: alerta.id, pressedAt: alerta.pressedAt, alerta })
  }

  /**
   * Everything is known: the message is written, opened if it still can be, and the event completed.
   *
   * @param open given only within the tap
   */
  function prepareAlerta(
    press: Press,
    whereabouts: Whereabouts,
    known: Contacto[] | null,
    open?: typeof openWhatsapp,
  ) {
    const { id, pressedAt } = press
    const who = nombre()
    const mensaje = composeMensaje(whereabouts, Date.now(), who)
    const { principal, otros } = splitContactos(known ?? [])
    const abierta = (principal && open?.(principal, mensaje)) ?? null

    const contactoId = principal?.id ?? null
    const body = describeEvento({ pressedAt, whereabouts, contactoId, abierto: abierta !== null })
    void eventos
      .put({ id, owner: press.owner, at: pressedAt, state: 'ready', body })
      .then((guardado) => set({ guardado }))

    const readyAt = Date.now()
    const alerta = {
      id,
      pressedAt,
      readyAt,
      whereabouts,
      contactos: known,
      principal,
      otros,
      nombre: who,
      mensaje,
      abierta,
    }
    show(press.owner, alerta)
    vibrate([60, 60, 120])
    sayReady(alerta)
  }

  /** What is ready, and what is missing in it; where she left for another screen meanwhile, the toast carries the link there. */
  function sayReady({ contactos: known, principal, mensaje, whereabouts, abierta }: Alerta) {
    if (!known) return toasts.contactosNotLoaded()
    // The screen says beside it where there is no place.
    if (!principal) return toasts.contactoNotFound()
    const via = bestVia(principal, mensaje)
    const elsewhere = here || !via ? undefined : { canal: via.canal, open: () => openLate(via) }
    if (!whereabouts.fix) return toasts.noUbicacion(whereabouts.failure, elsewhere)
    if (!discreet) toasts.alertaReady(principal.nombre, via?.canal ?? 'whatsapp', abierta !== null, elsewhere)
  }

  /** From a toast: a tap of its own. */
  function openLate(via: Via) {
    if (openInTap(via.href)) markOpened(via)
  }

  /** She followed a link of the alert. */
  function markOpened({ canal, contactoId, nombre: whom }: Apertura): void {
    const { alerta } = store.get()
    const who = owner()
    if (!alerta || !who) return
    const abierta = { canal, contactoId, nombre: whom }
    recordApertura(who, alerta, abierta)
    show(who, { ...alerta, abierta })
  }

  /** Something has to be looked for first: the place, or whom to write to. */
  function locateAndSend(press: Press) {
    const known = contactos()
    keepBegun(press)
    remember(press.owner, { id: press.id, pressedAt: press.pressedAt, alerta: null })
    running = true
    set({ alerta: null, fase: 'ubicando' })

    const people = known ?? findContactos(press.owner)
    locate({ lastKnown: memoria.lastKnown })
      .then(async (whereabouts) => {
        if (whereabouts.fix && !whereabouts.failure) memoria.remember(whereabouts.fix)
        if (whereabouts.fix) addLugar(press.owner, press.id, whereabouts.fix)
        set({ fase: 'preparando' })
        prepareAlerta(press, whereabouts, await people)
      })
      .catch(() => {
        toasts.unexpectedError()
        prepareAlerta(press, { fix: memoria.lastKnown(), failure: 'unavailable' }, known ?? null)
      })
      .finally(() => {
        running = false
      })
  }

  /** What a press does on this device by itself. */
  function prepareWithinTap(press: Press) {
    const { alerta } = store.get()
    if (alerta?.principal && isPending(alerta, press.pressedAt))
      return resumeAlerta(alerta, alerta.principal, press.owner)
    const warm = memoria.warm()
    const known = contactos()
    if (warm && known)
      prepareAlerta(press, { fix: warm, failure: null }, known, discreet ? undefined : openWhatsapp)
    else locateAndSend(press)
  }

  /** The button again, with a message that she has not opened yet: opens that one, and makes no second event of it. */
  function resumeAlerta(pending: Alerta, principal: Contacto, who: string) {
    const readyAt = Date.now()
    const warm = memoria.warm()
    const whereabouts = warm ? { fix: warm, failure: null } : pending.whereabouts
    const mensaje = composeMensaje(whereabouts, readyAt, pending.nombre)
    const abierta = discreet ? null : openWhatsapp(principal, mensaje)
    if (abierta) recordApertura(who, pending, abierta)
    show(who, { ...pending, readyAt, whereabouts, mensaje, abierta })
  }

  /** A place that comes late belongs into a message that she has not opened. */
  function improve(fix: Fix) {
    const { alerta } = store.get()
    const who = owner()
    const now = Date.now()
    if (!who || !alerta || !isImprovedBy(alerta, fix, now)) return
    const whereabouts = { fix, failure: null }
    show(who, { ...alerta, whereabouts, mensaje: composeMensaje(whereabouts, now, alerta.nombre) })
  }

  /** Goes on from where an earlier page was dropped, or from before she looked at another room. */
  async function resume() {
    const who = owner()
    const found = who ? await recall(who) : null
    if (!found || !who || store.get().fase !== 'reposo') return
    const { id, pressedAt, alerta } = found
    switch (whatNext(found, Date.now())) {
      case 'show':
        return set({
          fase: 'lista',
          alerta: { ...alerta!, mensaje: composeMensaje(alerta!.whereabouts, Date.now(), alerta!.nombre) },
        })
      case 'go on':
        return locateAndSend({ id, pressedAt, owner: who })
      default:
        forget(who)
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Its screen is open. @returns for when it is not any more */
    open(): () => void {
      here = true
      void resume()
      const stop = memoria.subscribe(improve)
      return () => {
        here = false
        stop()
      }
    },

    /** For the click handler of the button, and nothing else: what it opens needs the tap. */
    pressPanico() {
      const who = owner()
      if (!who) return toasts.noSession()
      const pressedAt = Date.now()
      if (running || isSamePress(pressedAt, lastPress)) return
      lastPress = pressedAt
      onPress()
      vibrate(60)

      const press = { id: uuid(), pressedAt, owner: who }
      try {
        prepareWithinTap(press)
      } finally {
        // Each press, whatever became of WhatsApp; behind it, since opening another app needs the tap more than this does.
        void openAlerta(press)
        const warm = memoria.warm()
        if (warm) addLugar(who, press.id, warm)
      }
    },

    markOpened,

    closeAlerta(): void {
      const who = owner()
      if (who) forget(who)
      set({ alerta: null, fase: 'reposo' })
    },
  }
}
