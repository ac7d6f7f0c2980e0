import type { Fix, Whereabouts } from '../../../lib/device/geolocation.ts'
import { composeMensaje } from '../../../lib/outside/mensaje.ts'
import { openInTap } from '../../../lib/outside/outside.ts'
import { createStore } from '../../../lib/store.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Via } from './alerta.ts'
import { bestVia, openWhatsapp, recordApertura } from './apertura.ts'
import { type Alerta, type Apertura, type Fase, isImprovedBy, type Recuerdo } from './estado.ts'
import * as toasts from './toasts.ts'

/** What the button's screen draws. */
export type Panico = {
  fase: Fase
  alerta: Alerta | null
}

/** What the screen of an alert needs of the rest of the app. */
export type Keeping = {
  /** Who is signed in; undefined where nobody is. */
  owner: () => string | undefined
  /** Keeps a press, and what is ready of it, for the next page. */
  remember: (owner: string, recuerdo: Recuerdo) => void
  forget: (owner: string) => void
  /**
   * Anyone with the phone in hand reads this screen: it opens nothing by itself, and no notice of it says whom it writes to.
   */
  discreet: boolean
}

export const vibrate = (pattern: VibratePattern) => navigator.vibrate?.(pattern)

/** The alert of one screen, without React: what is drawn of it, what the next page goes on from, and what is said. */
export function createAlertaShown({ owner, remember, forget, discreet }: Keeping) {
  const store = createStore<Panico>({ fase: 'reposo', alerta: null })
  const set = (part: Partial<Panico>) => store.set({ ...store.get(), ...part })
  let here = false
  /** What was last said of a message that was ready. */
  let said: { dismiss: () => void } | null = null

  /** On the screen, and for the next page. */
  function show(who: string, alerta: Alerta) {
    set({ alerta, fase: 'lista' })
    remember(who, { id: alerta.id, pressedAt: alerta.pressedAt, alerta })
  }

  /** What is ready, and what is missing in it; where she left for another screen meanwhile, the toast carries the link there. */
  function sayReady({ contactos: known, principal, mensaje, whereabouts, abierta }: Alerta) {
    if (!known) return toasts.contactosNotLoaded()
    // The screen says beside it where there is no place.
    if (!principal) return toasts.contactoNotFound()
    const via = bestVia(principal, mensaje)
    const elsewhere = here || !via ? undefined : { canal: via.canal, open: () => openLate(via) }
    if (!whereabouts.fix) return toasts.noUbicacion(whereabouts.failure, elsewhere)
    return discreet
      ? null
      : toasts.alertaReady(principal.nombre, via?.canal ?? 'whatsapp', abierta !== null, elsewhere)
  }

  /** For a toast's button: its tap may open another app, as the button's own could. */
  function openLate(via: Via) {
    if (openInTap(via.href)) markOpened(via)
  }

  /** She followed a link of the alert. */
  function markOpened({ canal, contactoId, nombre }: Apertura): void {
    const { alerta } = store.get()
    const who = owner()
    if (!alerta || !who) return
    const abierta = { canal, contactoId, nombre }
    recordApertura(who, alerta, abierta)
    show(who, { ...alerta, abierta })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    set,
    markOpened,

    /** Its screen is open. @returns for when it is not any more */
    enter(): () => void {
      here = true
      return () => {
        here = false
      }
    },

    /** It is ready: shown, felt and said. */
    announce(who: string, alerta: Alerta): void {
      show(who, alerta)
      vibrate([60, 60, 120])
      said = sayReady(alerta)
    },

    /** What an earlier page left, with how long ago it is now. */
    showAgain(alerta: Alerta): void {
      set({
        fase: 'lista',
        alerta: { ...alerta, mensaje: composeMensaje(alerta.whereabouts, Date.now(), alerta.nombre) },
      })
    },

    /** The button again, with a message that she has not opened yet: opens that one, and makes no second event of it. */
    openAgain(pending: Alerta, principal: Contacto, who: string, whereabouts: Whereabouts): void {
      const readyAt = Date.now()
      const mensaje = composeMensaje(whereabouts, readyAt, pending.nombre)
      const abierta = discreet ? null : openWhatsapp(principal, mensaje)
      if (abierta) recordApertura(who, pending, abierta)
      show(who, { ...pending, readyAt, whereabouts, mensaje, abierta })
    },

    /** A place that comes late belongs into a message that she has not opened. */
    improve(fix: Fix): void {
      const { alerta } = store.get()
      const who = owner()
      const now = Date.now()
      if (!who || !alerta || !isImprovedBy(alerta, fix, now)) return
      const whereabouts = { fix, failure: null }
      show(who, { ...alerta, whereabouts, mensaje: composeMensaje(whereabouts, now, alerta.nombre) })
    },

    close(): void {
      const who = owner()
      if (who) forget(who)
      // «Falta un paso» beside «Cancelada a tiempo» would have her send what she has just taken back.
      said?.dismiss()
      said = null
      set({ alerta: null, fase: 'reposo' })
    },
  }
}
