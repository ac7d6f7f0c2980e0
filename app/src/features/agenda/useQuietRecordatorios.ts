import { useMemo } from 'react'
import { uuid } from '../../lib/random.ts'
import { useUser } from '../../lib/session/session.tsx'
import { type Fecha, toFecha } from '../../lib/time/fechas.ts'
import { type Evento, vacio } from './agendaDrafts.ts'
import { visibleHora } from './dias.ts'
import { agendaDrafts, keepEvento, useDeleteEvento } from './eventos.ts'
import { primeraVez } from './recurrencia.ts'
import { CODES } from './repeticion.ts'
import * as toasts from './toasts.ts'
import { useMisEventos } from './useMisEventos.ts'

/*
 * Reminders of what is no event of her agenda: a medicine, her period. They stand there all the same, since only there she is reminded with the
 * app closed; as «Recordatorio», at an hour and on days, and what it is of is in no word of theirs. The service knows no more than that.
 */

const TITULO = 'Recordatorio'
/** Of a day without an hour of its own. */
const HORA = '09:00'

type Momento = {
  hora: string
  /** Days of the week, Monday is 1; none: every day. */
  dias: readonly number[]
}

const reglaOf = ({ dias }: Momento): string =>
  dias.length === 0 ? 'FREQ=DAILY' : `FREQ=WEEKLY;BYDAY=${dias.map((dia) => CODES[dia - 1]).join(',')}`

async function add(fecha: Fecha, hora: string, regla: string, id = uuid()): Promise<string> {
  await agendaDrafts.add(id, {
    ...vacio(fecha),
    tipo: 'recordatorio',
    titulo: TITULO,
    hora,
    regla,
    recordatorios: [0],
    base: null,
    propia: true,
    en: Date.now(),
  })
  return id
}

export function useQuietRecordatorios() {
  const { id: owner } = useUser()
  const { query, eventos } = useMisEventos()
  const { mutateAsync } = useDeleteEvento()
  /** By their ids, whether or not the agenda was read: one that is forgotten here rings on. */
  const remove = async (ids: readonly string[]) => {
    // One that has not left this device would be sent after its deletion.
    await agendaDrafts.open(owner)
    await Promise.all(ids.map((id) => mutateAsync({ evento: { id, actualizado_en: null } })))
  }
  const once = useMemo(
    () => eventos.filter(({ tipo, titulo, regla }) => tipo === 'recordatorio' && titulo === TITULO && !regla),
    [eventos],
  )
  const onDia = (dia: Fecha) => once.filter(({ fecha }) => fecha === dia)
  const isRead = query.data !== undefined && query.isFetchedAfterMount

  /** What could not be done is said, and changes nothing of what she wrote elsewhere. */
  async function tell<Made>(work: Promise<Made>, instead: Made): Promise<Made> {
    try {
      return await work
    } catch (failure) {
      toasts.error(failure)
      return instead
    }
  }

  return {
    /** Whether it is known what is in her agenda: as the service has it or, without a network, as this device remembers it. */
    isRead,
    /** Those of one day, as they were put there: what she has changed since is none of them. Null while some of her agenda cannot be read. */
    deUnDia: useMemo(
      () =>
        isRead && !eventos.some(({ ilegible }) => ilegible)
          ? once.filter(({ hora }) => hora && visibleHora(hora) === HORA)
          : null,
      [isRead, eventos, once],
    ),
    /** @returns whether it is in her agenda, or will be once there is a network */
    add: (id: string, dia: Fecha): Promise<boolean> =>
      tell(
        (async () => {
          await agendaDrafts.open(owner)
          await keepEvento(owner, id)
          return (await add(dia, HORA, '', id)) === id
        })(),
        false,
      ),
    /** Only as they are shown: what another device changed meanwhile is hers. */
    remove: (these: readonly Pick<Evento, 'id' | 'actualizado_en'>[]): Promise<boolean> =>
      tell(
        Promise.all(
          these.map(({ id, actualizado_en }) => mutateAsync({ evento: { id, actualizado_en } })),
        ).then(() => true),
        false,
      ),
    /** Whether one of these is still in her agenda. */
    has: (ids: readonly string[]) => eventos.some(({ id }) => ids.includes(id)),
    /** Puts others in the place of those. @returns their ids */
    replace: (ids: readonly string[], momentos: readonly Momento[]): Promise<readonly string[]> =>
      tell(
        (async () => {
          const hoy = toFecha(new Date())
          const made = await Promise.all(
            momentos.map((momento) => add(primeraVez(hoy, reglaOf(momento)), momento.hora, reglaOf(momento))),
          )
          await remove(ids)
          return made
        })(),
        ids,
      ),
    /** Whether she is reminded of something on that day, without saying of what. */
    isOn: (dia: Fecha) => onDia(dia).length > 0,
    /** Reminds her once, or no more. */
    toggle: (dia: Fecha) =>
      void tell<unknown>(
        onDia(dia).length > 0 ? remove(onDia(dia).map(({ id }) => id)) : add(dia, HORA, ''),
        null,
      ),
  }
}

export type QuietRecordatorios = ReturnType<typeof useQuietRecordatorios>
