import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { openInTap } from '../../lib/abrir.ts'
import { type Fix, LOCATION_DEADLINE_MS, locate, type Whereabouts } from '../../lib/geolocation.ts'
import { whatsappHref } from '../../lib/phone.ts'
import { useSession } from '../../lib/session.tsx'
import { uuid } from '../../lib/uuid.ts'
import { redactar, repartir, type Via } from './alerta.ts'
import * as avisos from './avisos.ts'
import { type Contacto, conocerContactos } from './contactos.ts'
import { describirEvento, eventos } from './eventos.ts'
import type { Memoria } from './posicion.ts'

export type Fase = 'reposo' | 'ubicando' | 'preparando' | 'lista'

/** Which way out of the app was opened, and to whom. */
type Apertura = Pick<Via, 'canal' | 'contactoId' | 'nombre'>

/** A press of the button whose message is ready. */
export type Alerta = {
  id: string
  pressedAt: number
  readyAt: number
  whereabouts: Whereabouts
  /** Null when they could not be known in time, which is not the same as having none. */
  contactos: Contacto[] | null
  principal: Contacto | null
  otros: Contacto[]
  mensaje: string
  /** What it was handed to, if anything: nobody has received it yet. */
  abierta: Apertura | null
}

/** Two presses within this time are one: a trembling hand, not a second alert. */
const SAME_PRESS_MS = 2_000
/** As long as this, a ready message that was never opened is what another press is for. */
const STILL_PENDING_MS = 2 * 60_000
/** A place that comes late still improves a message that she has not opened. */
const IMPROVABLE_MS = 60_000

const vibrar = (pattern: VibratePattern) => navigator.vibrate?.(pattern)

/** Whether a place that came late is worth more than the one in the message. */
function improves(candidate: Fix, { fix, failure }: Whereabouts): boolean {
  if (!fix || failure) return true
  return (candidate.accuracy ?? Infinity) < (fix.accuracy ?? Infinity) / 2
}

/** Whether another press is still about this alert: there is a place in it, and she has not opened it. */
function isPending({ abierta, readyAt, whereabouts }: Alerta, now: number): boolean {
  return !abierta && whereabouts.fix !== null && now - readyAt < STILL_PENDING_MS
}

/** While an event still waits on the device, it says what has been opened. */
function anotarApertura(id: string, { canal, contactoId }: Apertura): void {
  eventos.amend(id, (evento) => ({ ...evento, estado: 'abierto', canal, contacto_id: contactoId }))
}

/**
 * The panic button (decisions 20, 21 and 0060). What can be ready within the tap opens within the tap; what needs to be
 * looked for ends, after four seconds at most, in a real link. Nothing here waits for the service.
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

  useEffect(
    () =>
      memoria.subscribe((fix) => {
        setAlerta((current) => {
          const open = current && !current.abierta && Date.now() - current.readyAt < IMPROVABLE_MS
          if (!open || !improves(fix, current.whereabouts)) return current
          const whereabouts = { fix, failure: null }
          return { ...current, whereabouts, mensaje: redactar(whereabouts, Date.now()) }
        })
      }),
    [memoria],
  )

  /** Everything is known: the message is written, opened if it still can be, and the event completed. */
  function preparar(
    press: { id: string; pressedAt: number; owner: string; withinTap: boolean },
    whereabouts: Whereabouts,
    known: Contacto[] | null,
  ) {
    const mensaje = redactar(whereabouts, Date.now())
    const { principal, otros } = repartir(known ?? [])
    const href = principal && whatsappHref(principal.telefono, mensaje)
    // Without a network the messaging app may be a website that cannot load; she chooses between it and an SMS.
    const abierta = press.withinTap && navigator.onLine && href ? openInTap(href) : false

    if (whereabouts.fix && !whereabouts.failure) memoria.remember(whereabouts.fix)
    const { id, pressedAt, owner } = press
    const body = describirEvento({
      pressedAt,
      whereabouts,
      contactoId: principal?.id ?? null,
      abierto: abierta,
    })
    void eventos.add({ id, owner, at: pressedAt, ready: true, body }).then(setGuardado)

    setAlerta({
      id,
      pressedAt,
      readyAt: Date.now(),
      whereabouts,
      contactos: known,
      principal,
      otros,
      mensaje,
      abierta:
        abierta && principal
          ? { canal: 'whatsapp', contactoId: principal.id, nombre: principal.nombre }
          : null,
    })
    setFase('lista')
    vibrar([60, 60, 120])

    if (!known) avisos.contactosDesconocidos()
    else if (!principal) avisos.contactoNoEncontrado()
    else if (!whereabouts.fix) avisos.sinUbicacion(whereabouts.failure)
    else avisos.alertaLista(principal.nombre, abierta)
  }

  async function buscar(press: { id: string; pressedAt: number; owner: string }) {
    const place = locate({ lastKnown: memoria.lastKnown })
    const people = contactos ?? conocerContactos(client, press.owner, LOCATION_DEADLINE_MS)
    const whereabouts = await place
    setFase('preparando')
    preparar({ ...press, withinTap: false }, whereabouts, await people)
  }

  /** For the click handler of the button, and nothing else: what it opens needs the tap. */
  function presionar() {
    if (!user) return avisos.sinSesion()
    const pressedAt = Date.now()
    const sinceLast = Math.abs(pressedAt - lastPress.current)
    if (running.current || sinceLast < SAME_PRESS_MS) return
    lastPress.current = pressedAt

    if (alerta?.principal && isPending(alerta, pressedAt)) return retomar(alerta, alerta.principal)

    vibrar(60)
    const press = { id: uuid(), pressedAt, owner: user.id }
    const warm = memoria.warm()
    if (warm && contactos)
      return preparar({ ...press, withinTap: true }, { fix: warm, failure: null }, contactos)

    // On the device before anything is looked for: a phone taken from her hand now does not take the event with it.
    const started = describirEvento({ pressedAt, whereabouts: null, contactoId: null, abierto: false })
    void eventos.add({ id: press.id, owner: press.owner, at: pressedAt, ready: false, body: started })
    running.current = true
    setAlerta(null)
    setFase('ubicando')
    buscar(press)
      .catch(() => {
        avisos.inesperado()
        preparar(
          { ...press, withinTap: false },
          { fix: memoria.lastKnown(), failure: 'unavailable' },
          contactos ?? null,
        )
      })
      .finally(() => {
        running.current = false
      })
  }

  /** The button again, with a message that she has not opened yet: opens that one, and makes no second event of it. */
  function retomar(pending: Alerta, { id: contactoId, nombre, telefono }: Contacto) {
    const readyAt = Date.now()
    const warm = memoria.warm()
    const whereabouts = warm ? { fix: warm, failure: null } : pending.whereabouts
    const mensaje = redactar(whereabouts, readyAt)
    const href = whatsappHref(telefono, mensaje)
    const opened = navigator.onLine && href !== null && openInTap(href)
    const abierta = opened ? ({ canal: 'whatsapp', contactoId, nombre } as const) : null
    vibrar(60)
    if (abierta) anotarApertura(pending.id, abierta)
    setAlerta({ ...pending, readyAt, whereabouts, mensaje, abierta })
  }

  /** She followed a link of the alert. */
  function marcarAbierta({ canal, contactoId, nombre }: Apertura) {
    if (!alerta) return
    const abierta = { canal, contactoId, nombre }
    anotarApertura(alerta.id, abierta)
    setAlerta({ ...alerta, abierta })
  }

  function cerrar() {
    setAlerta(null)
    setFase('reposo')
  }

  return { fase, alerta, guardado, presionar, marcarAbierta, cerrar }
}
