import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { isDuplicate } from '../../../lib/api/errors.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { takeAway } from '../../../lib/api/versionedRows.ts'
import { filled, required, textThat } from '../../../lib/form/schema.ts'
import { withPrueba } from '../../../lib/session/prueba.ts'
import { addDays, type Fecha, fromFecha, toFecha } from '../../../lib/time/fechas.ts'

export type ComunicadoAdmin = Tables<'comunicados'>

/** For whom one may be: what each is called, and who that is. No page that is hers alone is among them. */
export const PUBLICOS = {
  todas: { nombre: 'Todas', quienes: 'Cada integrante.' },
  pais: { nombre: 'Las de un país', quienes: 'Quien eligió ese país para su número de emergencia.' },
  salas: {
    nombre: 'Las que usan los círculos',
    quienes: 'Quien escribió en una sala en los últimos 90 días.',
  },
  biblioteca: {
    nombre: 'Las que usan la biblioteca',
    quienes: 'Quien descargó un libro en los últimos 90 días.',
  },
} as const

export type Publico = keyof typeof PUBLICOS

/** As the form holds one. */
export type Borrador = {
  titulo: string
  texto: string
  publico: Publico
  pais: string
  desde: Fecha
  hasta: Fecha
  avisar: boolean
}

/** The longest that one holds, in days. */
export const MAX_DIAS = 60

/** A form with nothing in it: from today, for a week. */
export function begin(today: Fecha): Borrador {
  return {
    titulo: '',
    texto: '',
    publico: 'todas',
    pais: '',
    desde: today,
    hasta: addDays(today, 7),
    avisar: false,
  }
}

export const comunicadoSchema = (today: Fecha) =>
  z
    .object({
      titulo: filled('Escribe un título.'),
      texto: filled('Escribe lo que quieres decir.'),
      publico: z.custom<Publico>(),
      pais: z.string(),
      desde: textThat((desde) => desde >= today, 'Elige hoy o un día que venga.'),
      hasta: required('Elige hasta qué día.'),
    })
    .check(
      z.refine(({ publico, pais }) => publico !== 'pais' || pais !== '', {
        error: 'Elige un país.',
        path: ['pais'],
      }),
      z.refine(({ desde, hasta }) => hasta >= desde, { error: 'Va antes del primer día.', path: ['hasta'] }),
      z.refine(({ desde, hasta }) => hasta <= addDays(desde || today, MAX_DIAS - 1), {
        error: `Como mucho ${MAX_DIAS} días.`,
        path: ['hasta'],
      }),
    )

/** The row of a form: whole days on the author's clock, from this moment where it begins today. */
export function toRow({ titulo, texto, publico, pais, desde, hasta, avisar }: Borrador, now = new Date()) {
  const start = (fecha: Fecha) => {
    const day = fromFecha(fecha)
    day.setHours(0, 0, 0, 0)
    return day.toISOString()
  }
  return {
    titulo: titulo.trim(),
    texto: texto.trim(),
    publico,
    pais: publico === 'pais' ? pais : null,
    desde: desde === toFecha(now) ? now.toISOString() : start(desde),
    hasta: start(addDays(hasta, 1)),
    avisar,
  }
}

const TABLE = 'comunicados'

/** What was told, newest first. */
export function useComunicadosAdmin() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: ({ signal }) =>
      ask((db) => db.from(TABLE).select('*').order('desde', { ascending: false }).order('id').limit(100), {
        signal,
      }),
  })
}

type Row = ReturnType<typeof toRow>

/** Whether what is there says what the form holds, which knows days and no hours. */
const says = (there: ComunicadoAdmin, row: Row) =>
  (['titulo', 'texto', 'publico', 'pais', 'avisar'] as const).every((field) => there[field] === row[field]) &&
  (['desde', 'hasta'] as const).every(
    (field) => toFecha(new Date(there[field])) === toFecha(new Date(row[field])),
  )

/**
 * Tells something. An answer that got lost makes no second one of it; with other words since, what had arrived unheard of is withdrawn
 * and told anew, since nobody can change it.
 *
 * @param renew another id for it
 * @throws ServiceError
 */
export async function tell(id: string, row: Row, renew: () => string): Promise<void> {
  const insert = (as: string) => ask((db) => db.from(TABLE).insert({ ...row, id: as }))
  try {
    await insert(id)
  } catch (failure) {
    if (!isDuplicate(failure)) throw failure
    const there = await ask((db) => db.from(TABLE).select('*').eq('id', id).maybeSingle())
    if (there && says(there, row)) return
    await ask((db) => db.from(TABLE).delete().eq('id', id))
    await insert(renew())
  }
}

/** {@link tell}, for a form. @throws PruebaCancelada, ServiceError */
export function useTell() {
  return useMutation({
    mutationFn: ({ id, row, renew }: { id: string; row: Row; renew: () => string }) =>
      withPrueba(() => tell(id, row, renew)),
    onSettled: useReload([TABLE]),
  })
}

/** Takes it from everybody's sight; notices that have not left do not leave any more. @throws ServiceError `PGRST116` where another one did */
export function useWithdrawComunicado() {
  return useMutation({
    mutationFn: (id: string) =>
      takeAway({
        take: () => ask((db) => db.from(TABLE).delete().eq('id', id).select('id')),
        read: () => ask((db) => db.from(TABLE).select('id').eq('id', id).maybeSingle()),
      }),
    onSettled: useReload([TABLE]),
  })
}

/** What is said of one in the list: it is to come, holds, or is over. */
export function stateOf({ desde, hasta }: Pick<ComunicadoAdmin, 'desde' | 'hasta'>, now = Date.now()) {
  if (Date.parse(hasta) <= now) return 'Terminado'
  return Date.parse(desde) > now ? 'Programado' : 'A la vista'
}
