import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../data/session.tsx'
import { holdAlerta } from '../../../data/sessionEnd.ts'
import { openInTap } from '../../../lib/outside/outside.ts'
import { whatsappHref } from '../../../lib/outside/phone.ts'
import { uuid } from '../../../lib/random.ts'
import { type Contacto, knownContactos } from '../contactos/contactos.ts'
import { LOCATION_DEADLINE_MS, locate, type Whereabouts } from '../posicion/geolocation.ts'
import type { Memoria } from '../posicion/posicion.ts'
import { composeMensaje, splitContactos } from './alerta.ts'
import { type Alerta, type Apertura, type Fase, isImprovedBy, isPending, isSamePress } from './estado.ts'
import { describeEvento, eventos } from './eventos.ts'
import * as toasts from './toasts.ts'

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

/**
 * The panic button (docs/decisions/0060). What can be ready within the tap opens within the tap; what has to be looked
 * for ends, after four seconds at most, in a real link. Nothing here waits for the service.
 *
 * @param memoria the places known beforehand
 * @param contactos as the screen already knows them; undefined while it does not
 */
export function usePanico(memoria: Memoria, contactos: Contacto[] | undefined) {
  const { user } = useSession()
  const client = useQueryClient()
  const [fase, setFase] = useState<Fase>('reposo')
  const [alerta, setAlerta] = useState<Alerta | null>(null)
  /** Whether the device keeps the event beyond this page. */
  const [guardado, setGuardado] = useState(true)
  const lastPress = useRef(Number.NEGATIVE_INFINITY)
  const running = useRef(false)

  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  useEffect(
    () =>
      memoria.subscribe((fix) => {
        setAlerta((current) => {
          const now = Date.now()
          if (!current || !isImprovedBy(current, fix, now)) return current
          const whereabouts = { fix, failure: null }
          return { ...current, whereabouts, mensaje: composeMensaje(whereabouts, now) }
        })
      }),
    [memoria],
  )

  /** For the click handler of the button, and nothing else: what it opens needs the tap. */
  function pressPanico() {
    if (!user) return toasts.noSession()
    const pressedAt = Date.now()
    if (running.current || isSamePress(pressedAt, lastPress.current)) return
    lastPress.current = pressedAt
    holdAlerta()
    vibrate(60)

    if (alerta?.principal && isPending(alerta, pressedAt)) return resumeAlerta(alerta, alerta.principal)

    const press = { id: uuid(), pressedAt, owner: user.id }
    const warm = memoria.warm()
    if (warm && contactos) prepareAlerta(press, { fix: warm, failure: null }, contactos, openWhatsapp)
    else locateAndSend(press)
  }

  /** Something has to be looked for first: the place, or whom to write to. */
  function locateAndSend(press: Press) {
    const { id, owner, pressedAt } = press
    // Stored before anything else, so that the event survives if the app is closed now.
    const body = describeEvento({ pressedAt, whereabouts: null, contactoId: null, abierto: false })
    void eventos.put({ id, owner, at: pressedAt, state: 'draft', body })
    running.current = true
    setAlerta(null)
    setFase('ubicando')

    const place = locate({ lastKnown: memoria.lastKnown })
    const people = contactos ?? knownContactos(client, owner, LOCATION_DEADLINE_MS)
    place
      .then(async (whereabouts) => {
        if (whereabouts.fix && !whereabouts.failure) memoria.remember(whereabouts.fix)
        setFase('preparando')
        prepareAlerta(press, whereabouts, await people)
      })
      .catch(() => {
        toasts.unexpectedError()
        prepareAlerta(press, { fix: memoria.lastKnown(), failure: 'unavailable' }, contactos ?? null)
      })
      .finally(() => {
        running.current = false
      })
  }

  /**
   * Everything is known: the message is written, opened if it still can be, and the event completed.
   *
   * @param open given only within the tap
   */
  function prepareAlerta(
    { id, pressedAt, owner }: Press,
    whereabouts: Whereabouts,
    known: Contacto[] | null,
    open?: typeof openWhatsapp,
  ) {
    const mensaje = composeMensaje(whereabouts, Date.now())
    const { principal, otros } = splitContactos(known ?? [])
    const abierta = (principal && open?.(principal, mensaje)) ?? null

    const contactoId = principal?.id ?? null
    const body = describeEvento({ pressedAt, whereabouts, contactoId, abierto: abierta !== null })
    void eventos.put({ id, owner, at: pressedAt, state: 'ready', body }).then(setGuardado)

    const readyAt = Date.now()
    setAlerta({ id, pressedAt, readyAt, whereabouts, contactos: known, principal, otros, mensaje, abierta })
    setFase('lista')
    vibrate([60, 60, 120])

    if (!known) return toasts.contactosNotLoaded()
    if (!principal) return toasts.contactoNotFound()
    // She left for another screen meanwhile: a toast carries the link there.
    const openFromToast = here.current ? undefined : () => void openWhatsapp(principal, mensaje)
    if (whereabouts.fix) toasts.alertaReady(principal.nombre, abierta !== null, openFromToast)
    else toasts.noUbicacion(whereabouts.failure, openFromToast)
  }

  /** The button again, with a message that she has not opened yet: opens that one, and makes no second event of it. */
  function resumeAlerta(pending: Alerta, principal: Contacto) {
    const readyAt = Date.now()
    const warm = memoria.warm()
    const whereabouts = warm ? { fix: warm, failure: null } : pending.whereabouts
    const mensaje = composeMensaje(whereabouts, readyAt)
    const abierta = openWhatsapp(principal, mensaje)
    if (abierta && user) recordApertura(user.id, pending, abierta)
    setAlerta({ ...pending, readyAt, whereabouts, mensaje, abierta })
  }

  /** She followed a link of the alert. */
  function markOpened({ canal, contactoId, nombre }: Apertura) {
    if (!alerta || !user) return
    const abierta = { canal, contactoId, nombre }
    recordApertura(user.id, alerta, abierta)
    setAlerta({ ...alerta, abierta })
  }

  function closeAlerta() {
    setAlerta(null)
    setFase('reposo')
  }

  return { fase, alerta, guardado, pressPanico, markOpened, closeAlerta }
}
