import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { openInTap } from '../../lib/abrir.ts'
import { sostenerAlerta } from '../../lib/finDeSesion.ts'
import { LOCATION_DEADLINE_MS, locate, type Whereabouts } from '../../lib/geolocation.ts'
import { whatsappHref } from '../../lib/phone.ts'
import { useSession } from '../../lib/session.tsx'
import { uuid } from '../../lib/uuid.ts'
import { redactar, repartir } from './alerta.ts'
import * as avisos from './avisos.ts'
import { type Contacto, conocerContactos } from './contactos.ts'
import { type Alerta, type Apertura, type Fase, isImprovedBy, isPending, isSamePress } from './estado.ts'
import { describirEvento, eventos } from './eventos.ts'
import type { Memoria } from './posicion.ts'

/** One press: its id is the event's. */
type Press = { id: string; pressedAt: number; owner: string }

const vibrar = (pattern: VibratePattern) => navigator.vibrate?.(pattern)

/**
 * Opens WhatsApp with the message, from within a tap. Without a network it may be a website that cannot load, so then
 * she chooses between it and an SMS.
 *
 * @returns what was opened; null where nothing was
 */
function abrirWhatsapp({ id: contactoId, nombre, telefono }: Contacto, mensaje: string): Apertura | null {
  const href = whatsappHref(telefono, mensaje)
  return href && navigator.onLine && openInTap(href) ? { canal: 'whatsapp', contactoId, nombre } : null
}

/** The event learns what has been opened, whether it still waits on the device or has arrived. */
function anotarApertura(owner: string, { id, pressedAt, whereabouts }: Alerta, apertura: Apertura): void {
  const { canal, contactoId } = apertura
  const body = describirEvento({ pressedAt, whereabouts, contactoId, abierto: true })
  void eventos.add({ id, owner, at: pressedAt, ready: true, body: { ...body, canal } })
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
          return { ...current, whereabouts, mensaje: redactar(whereabouts, now) }
        })
      }),
    [memoria],
  )

  /** For the click handler of the button, and nothing else: what it opens needs the tap. */
  function presionar() {
    if (!user) return avisos.sinSesion()
    const pressedAt = Date.now()
    if (running.current || isSamePress(pressedAt, lastPress.current)) return
    lastPress.current = pressedAt
    sostenerAlerta()
    vibrar(60)

    if (alerta?.principal && isPending(alerta, pressedAt)) return retomar(alerta, alerta.principal)

    const press = { id: uuid(), pressedAt, owner: user.id }
    const warm = memoria.warm()
    if (warm && contactos) preparar(press, { fix: warm, failure: null }, contactos, abrirWhatsapp)
    else buscar(press)
  }

  /** Something has to be looked for first: the place, or whom to write to. */
  function buscar(press: Press) {
    const { id, owner, pressedAt } = press
    // On the device before anything else: a phone taken from her hand now does not take the event with it.
    const body = describirEvento({ pressedAt, whereabouts: null, contactoId: null, abierto: false })
    void eventos.add({ id, owner, at: pressedAt, ready: false, body })
    running.current = true
    setAlerta(null)
    setFase('ubicando')

    const place = locate({ lastKnown: memoria.lastKnown })
    const people = contactos ?? conocerContactos(client, owner, LOCATION_DEADLINE_MS)
    place
      .then(async (whereabouts) => {
        if (whereabouts.fix && !whereabouts.failure) memoria.remember(whereabouts.fix)
        setFase('preparando')
        preparar(press, whereabouts, await people)
      })
      .catch(() => {
        avisos.inesperado()
        preparar(press, { fix: memoria.lastKnown(), failure: 'unavailable' }, contactos ?? null)
      })
      .finally(() => {
        running.current = false
      })
  }

  /**
   * Everything is known: the message is written, opened if it still can be, and the event completed.
   *
   * @param abrir given only within the tap
   */
  function preparar(
    { id, pressedAt, owner }: Press,
    whereabouts: Whereabouts,
    known: Contacto[] | null,
    abrir?: typeof abrirWhatsapp,
  ) {
    const mensaje = redactar(whereabouts, Date.now())
    const { principal, otros } = repartir(known ?? [])
    const abierta = (principal && abrir?.(principal, mensaje)) ?? null

    const contactoId = principal?.id ?? null
    const body = describirEvento({ pressedAt, whereabouts, contactoId, abierto: abierta !== null })
    void eventos.add({ id, owner, at: pressedAt, ready: true, body }).then(setGuardado)

    const readyAt = Date.now()
    setAlerta({ id, pressedAt, readyAt, whereabouts, contactos: known, principal, otros, mensaje, abierta })
    setFase('lista')
    vibrar([60, 60, 120])

    if (!known) return avisos.contactosDesconocidos()
    if (!principal) return avisos.contactoNoEncontrado()
    // She went to another room while it was being made ready: the way out goes with her.
    const abrirDesdeAviso = here.current ? undefined : () => void abrirWhatsapp(principal, mensaje)
    if (whereabouts.fix) avisos.alertaLista(principal.nombre, abierta !== null, abrirDesdeAviso)
    else avisos.sinUbicacion(whereabouts.failure, abrirDesdeAviso)
  }

  /** The button again, with a message that she has not opened yet: opens that one, and makes no second event of it. */
  function retomar(pending: Alerta, principal: Contacto) {
    const readyAt = Date.now()
    const warm = memoria.warm()
    const whereabouts = warm ? { fix: warm, failure: null } : pending.whereabouts
    const mensaje = redactar(whereabouts, readyAt)
    const abierta = abrirWhatsapp(principal, mensaje)
    if (abierta && user) anotarApertura(user.id, pending, abierta)
    setAlerta({ ...pending, readyAt, whereabouts, mensaje, abierta })
  }

  /** She followed a link of the alert. */
  function marcarAbierta({ canal, contactoId, nombre }: Apertura) {
    if (!alerta || !user) return
    const abierta = { canal, contactoId, nombre }
    anotarApertura(user.id, alerta, abierta)
    setAlerta({ ...alerta, abierta })
  }

  function cerrar() {
    setAlerta(null)
    setFase('reposo')
  }

  return { fase, alerta, guardado, presionar, marcarAbierta, cerrar }
}
