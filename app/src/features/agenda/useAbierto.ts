import { useEffect, useRef, useState } from 'react'
import { uuid } from '../../lib/random.ts'
import { type Fecha, mesOf } from '../../lib/time/fechas.ts'
import { useNextDay } from '../../lib/time/today.ts'
import { type Apunte, type Campos, type Evento, unfinished } from './agendaDrafts.ts'
import { apunteOfCorte } from './cortes.ts'
import { type Corte, isPossible } from './dias.ts'
import { agendaDrafts, useAgendaDrafts } from './eventos.ts'
import { seenOn } from './recurrencia.ts'
import { splitRegla } from './repeticion.ts'
import * as toasts from './toasts.ts'

/** What the form is about: an event as she found it, or a new one under an id of the device's own. */
type Abierto = { id: string; evento: Evento | null; empieza?: Partial<Campos> }

const nuevo = (empieza: Partial<Campos> = {}): Abierto => ({ id: uuid(), evento: null, empieza })

/** What in an address opens the form, and as what it begins there; `#cita/2026-11-12` on that day. A reminder of every day says nothing of what it is for. */
const EMPIEZAN: Record<string, Partial<Campos>> = {
  '#cita': { tipo: 'cita' },
  '#cada-dia': {
    titulo: 'Un rato para mí',
    tipo: 'recordatorio',
    hora: '21:00',
    regla: 'FREQ=DAILY',
    recordatorios: [0],
  },
}

/** On which day of the calendar an event stands that she left unfinished. */
const dayOf = (apunte: Apunte | undefined, hoy: Fecha): Fecha =>
  apunte && isPossible(apunte.fecha)
    ? seenOn({ fecha: apunte.fecha, regla: splitRegla(apunte.regla).base, excepto: [], ultima: null }, hoy)
    : hoy

/**
 * Which event the form is open for, and which day the calendar shows, since a new event follows it. Begins with the newest that she left
 * unfinished, on its day.
 */
export function useAbierto(hoy: Fecha) {
  const { registros } = useAgendaDrafts()
  const [[what = '', on = '']] = useState(() => location.hash.split('/'))
  const asked = EMPIEZAN[what]
  const [abierto, setAbierto] = useState<Abierto>(() => {
    if (asked) return nuevo(asked)
    const [id] = unfinished(registros)
    return id ? { id, evento: null } : nuevo()
  })
  const apunte = registros.get(abierto.id)
  /** What is open again without her asking: on a phone the form is below what comes next. */
  const [reopened, setReopened] = useState(() => (apunte ? abierto.id : null))
  const [dia, setDia] = useState<Fecha>(() => (asked && isPossible(on) ? on : dayOf(apunte, hoy)))
  const [mes, setMes] = useState(() => mesOf(dia))
  const place = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLInputElement>(null)
  /** She has begun something here, or left it: what she sees is of her choosing. */
  const chosen = useRef(asked !== undefined)
  if (apunte) chosen.current = true
  useNextDay(hoy, dia, apunte !== undefined, (day) => {
    setDia(day)
    setMes(mesOf(day))
  })

  const isNuevo = !apunte?.corte && (apunte ? apunte.base : (abierto.evento?.actualizado_en ?? null)) === null

  const goTo = (day: Fecha) => {
    chosen.current = true
    setDia(day)
    setMes(mesOf(day))
  }
  const show = (next: Abierto) => {
    chosen.current = true
    setAbierto(next)
  }
  const close = () => show(nuevo())
  /** The whole form into view, once it is drawn for what it is now about, and the focus into its first field. */
  const reach = () =>
    requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: 'nearest' })
      first.current?.focus()
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when she was led here.
  useEffect(() => {
    if (!asked) return
    // It need not wait for what stands above it (`in-turn`).
    place.current?.setAttribute('data-asked', '')
    reach()
  }, [])

  // A slow device says late what she left unfinished: it is opened then, where she has not begun anything else.
  useEffect(() => {
    const [id] = unfinished(registros)
    if (!id || chosen.current || document.activeElement === first.current) return
    const day = dayOf(registros.get(id), hoy)
    setAbierto({ id, evento: null })
    setReopened(id)
    setDia(day)
    setMes(mesOf(day))
  }, [registros, hoy])

  return {
    abierto,
    /** What she wrote of it and has not saved. */
    apunte,
    isNuevo,
    dia,
    mes,
    setMes,
    reopened,
    /** The form, and its first field. */
    place,
    first,
    goTo,

    /** She chose a day of the calendar. */
    choose(day: Fecha): void {
      goTo(day)
      // A new event that she has begun follows the calendar, also over a reload, until she chooses its day in the form.
      if (apunte?.state === 'draft' && apunte.base === null && !apunte.propia) {
        const { state: _, ...written } = apunte
        agendaDrafts.write(abierto.id, { ...written, fecha: day })
      }
    },

    /** Opens another one; what she wrote of this one stays where it is. */
    edit(next: Abierto): void {
      show(next)
      reach()
    },

    /** Opens one time of a repeated event, or that and all later ones: as a new event that takes their place once she saves it. */
    editCorte(evento: Evento, dia: Fecha, cuales: Corte['cuales']): void {
      const id = uuid()
      agendaDrafts.write(id, { ...apunteOfCorte(evento, dia, cuales), en: Date.now() })
      show({ id, evento: null })
      reach()
    },

    /** A new one, or the new one that she has begun. */
    add(): void {
      if (!isNuevo) close()
      reach()
    },

    close,

    /** It was saved; if she has gone to another event meanwhile, or writes on, the form is hers. */
    closeSaved(id: string): void {
      if (agendaDrafts.get().registros.get(id)?.state === 'draft') return
      chosen.current = true
      setAbierto((now) => (now.id === id ? nuevo() : now))
    },

    /** Gives up what she wrote of it; a toast brings it back. */
    cancel(): void {
      if (apunte?.state === 'draft') {
        const { id, evento } = abierto
        const { state: _, ...written } = apunte
        void agendaDrafts.discard(id)
        toasts.discarded(() => {
          agendaDrafts.write(id, written)
          show({ id, evento })
        })
      }
      close()
    },
  }
}
