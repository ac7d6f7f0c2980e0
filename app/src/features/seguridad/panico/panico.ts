import { type Fix, locate, type Whereabouts } from '../../../lib/device/geolocation.ts'
import { composeMensaje } from '../../../lib/outside/mensaje.ts'
import { openInTap } from '../../../lib/outside/outside.ts'
import { whatsappHref } from '../../../lib/outside/phone.ts'
import { uuid } from '../../../lib/random.ts'
import { createStore } from '../../../lib/store.ts'
import { addLugar, openAlerta } from '../alarma/cola.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Memoria } from '../posicion/posicion.ts'
import { splitContactos } from './alerta.ts'
import { type Alerta, type Apertura, type Fase, isImprovedBy, isPending, isSamePress } from './estado.ts'
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
  /** She pressed: what would take this page from her waits. */
  onPress: () => void
}

/** One press: its id is the event's. */
type Press = { id: string; pressedAt: number; owner: string }

const vibrate = (pattern: VibratePattern) => navigator.vibrate?.(pattern)

/**
 * Opens WhatsApp with the message, from within a tap. Without a network it may be a website that cannot load, so then
 * she chooses between it and an SMS.
 *
 * @returns what was opened; null where nothing was
 */
function openWhatsapp({ id: contactoId, nombre, telefono }: Contacto, mensaje: string): Apertura | null {
  const href = whatsappHref(telefono, mensaje)
  return href && navigator.onLine && openInTap(href) ? { canal: 'whatsapp', contactoId, nombre } : null
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
export function createPanico({ memoria, owner, contactos, findContactos, onPress }: Surroundings) {
  const store = createStore<Panico>({ fase: 'reposo', alerta: null, guardado: true })
  const set = (part: Partial<Panico>) => store.set({ ...store.get(), ...part })
  let lastPress = Number.NEGATIVE_INFINITY
  let running = false
  let here = false

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
    const mensaje = composeMensaje(whereabouts, Date.now())
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
      mensaje,
      abierta,
    }
    set({ alerta, fase: 'lista' })
    vibrate([60, 60, 120])
    sayReady(alerta, here)
  }

  /** Something has to be looked for first: the place, or whom to write to. */
  function locateAndSend(press: Press) {
    const known = contactos()
    keepBegun(press)
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
    if (warm && known) prepareAlerta(press, { fix: warm, failure: null }, known, openWhatsapp)
    else locateAndSend(press)
  }

  /** The button again, with a message that she has not opened yet: opens that one, and makes no second event of it. */
  function resumeAlerta(pending: Alerta, principal: Contacto, who: string) {
    const readyAt = Date.now()
    const warm = memoria.warm()
    const whereabouts = warm ? { fix: warm, failure: null } : pending.whereabouts
    const mensaje = composeMensaje(whereabouts, readyAt)
    const abierta = openWhatsapp(principal, mensaje)
    if (abierta) recordApertura(who, pending, abierta)
    set({ alerta: { ...pending, readyAt, whereabouts, mensaje, abierta } })
  }

  /** A place that comes late belongs into a message that she has not opened. */
  function improve(fix: Fix) {
    const { alerta } = store.get()
    const now = Date.now()
    if (!alerta || !isImprovedBy(alerta, fix, now)) return
    const whereabouts = { fix, failure: null }
    set({ alerta: { ...alerta, whereabouts, mensaje: composeMensaje(whereabouts, now) } })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Its screen is open. @returns for when it is not any more */
    open(): () => void {
      here = true
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

    /** She followed a link of the alert. */
    markOpened({ canal, contactoId, nombre }: Apertura): void {
      const { alerta } = store.get()
      const who = owner()
      if (!alerta || !who) return
      const abierta = { canal, contactoId, nombre }
      recordApertura(who, alerta, abierta)
      set({ alerta: { ...alerta, abierta } })
    },

    closeAlerta: () => set({ alerta: null, fase: 'reposo' }),
  }
}

/** What is ready, and what is missing in it; where she left for another screen meanwhile, the toast carries the link there. */
function sayReady({ contactos, principal, mensaje, whereabouts, abierta }: Alerta, here: boolean) {
  if (!contactos) return toasts.contactosNotLoaded()
  if (!principal) return toasts.contactoNotFound()
  const openFromToast = here ? undefined : () => void openWhatsapp(principal, mensaje)
  if (whereabouts.fix) toasts.alertaReady(principal.nombre, abierta !== null, openFromToast)
  else toasts.noUbicacion(whereabouts.failure, openFromToast)
}
