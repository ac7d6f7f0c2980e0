import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { deleteRow, saveRow } from '../../../lib/api/versionedRows.ts'
import { filled, ruled, textThat } from '../../../lib/form/schema.ts'
import { type Fecha, fromFecha, shortHora, toFecha } from '../../../lib/time/fechas.ts'
import { tooLong } from '../words.ts'

export type EncuentroAdmin = Tables<'encuentros'>

/** As the form holds one: day and hour on the clock of the editora who writes it. */
export type Borrador = {
  clase: string
  titulo: string
  descripcion: string
  fecha: Fecha
  hora: string
  minutos: string
  cabida: string
  enlace: string
  abre: string
  premium: boolean
  estado: string
}

/** How long one may last, in minutes. */
export const DURACIONES = [30, 45, 60, 90, 120, 180, 240, 480] as const
/** How many minutes before it the link is shown to those with a seat. */
export const ANTES = [5, 15, 30, 60, 1440] as const

export const ESTADOS = { borrador: 'Borrador', publicado: 'Publicado', cancelado: 'Cancelado' } as const

/** What the database holds of a description, as HTML. */
const DESCRIPCION_MAX = 16_000

const MINUTE_MS = 60_000

/** What a form is filled in with: a row, or nothing yet. */
export function begin(row: EncuentroAdmin | null, cuando?: Date): Borrador {
  const from = row && new Date(row.empieza)
  return {
    clase: row?.clase ?? 'evento',
    titulo: row?.titulo ?? '',
    descripcion: row?.descripcion ?? '',
    fecha: from ? toFecha(from) : cuando ? toFecha(cuando) : '',
    hora: from ? shortHora(from) : '',
    minutos: row ? String((Date.parse(row.termina) - Date.parse(row.empieza)) / MINUTE_MS) : '60',
    cabida: row?.cabida == null ? '' : String(row.cabida),
    enlace: row?.enlace ?? '',
    abre: String(row?.abre_min ?? 15),
    premium: row?.solo_premium ?? false,
    estado: row?.estado ?? 'borrador',
  }
}

const isFecha = (fecha: string) => {
  try {
    fromFecha(fecha)
    return true
  } catch {
    return false
  }
}

export const encuentroSchema = z.object({
  titulo: filled('Escribe un título.'),
  descripcion: ruled((html: string) => tooLong(html, DESCRIPCION_MAX)),
  fecha: textThat(isFecha, 'Elige un día.'),
  hora: z.string().check(z.regex(/^\d\d:\d\d/, 'Elige una hora.')),
  cabida: z.string().check(
    z.trim(),
    z.refine(
      (typed) => /^\d*$/.test(typed) && (typed === '' || (Number(typed) >= 1 && Number(typed) <= 1000)),
      'Escribe un número de 1 a 1000, o nada.',
    ),
  ),
  enlace: z
    .string()
    .check(
      z.trim(),
      z.regex(/^(https:\/\/[^\s/]+\.\S+)?$/, 'Escribe la dirección completa, que empiece con https://.'),
    ),
})

/** The row of a form. */
export function toRow(form: Borrador) {
  const { clase, titulo, descripcion, fecha, hora, minutos, cabida, enlace, abre, premium, estado } = form
  const from = new Date(`${fecha}T${hora.slice(0, 5)}`)
  return {
    clase,
    titulo: titulo.trim(),
    descripcion: descripcion.trim() || null,
    empieza: from.toISOString(),
    termina: new Date(from.getTime() + Number(minutos) * MINUTE_MS).toISOString(),
    cabida: cabida.trim() === '' ? null : Number(cabida),
    enlace: enlace.trim() || null,
    abre_min: Number(abre),
    solo_premium: premium,
    estado,
  }
}

/** «1 hora y 30 minutos». */
export function tellMinutos(minutos: number): string {
  const [hours, rest] = [Math.floor(minutos / 60), minutos % 60]
  const words = [
    hours === 1 ? '1 hora' : hours > 1 ? `${hours} horas` : '',
    rest > 0 ? `${rest} minutos` : '',
  ]
  return words.filter(Boolean).join(' y ')
}

const TABLE = 'encuentros'

/** How many have a seat and how many wait, as the floor lets it be said. */
export type Plazas = { id: string; dentro: string; espera: string }

/** All of them, the latest first, with how many signed up. */
export function useEncuentrosAdmin() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: async ({ signal }) => {
      const [rows, plazas] = await Promise.all([
        ask(
          (db) => db.from(TABLE).select('*').order('empieza', { ascending: false }).order('id').limit(200),
          {
            signal,
          },
        ),
        ask((db) => db.rpc('plazas_por_encuentro'), { signal }) as Promise<Plazas[]>,
      ])
      const byId = new Map(plazas.map((one) => [one.id, one]))
      return rows.map((row) => ({ row, plazas: byId.get(row.id) }))
    },
  })
}

/** Adds one, or changes the one that the form was filled in from. @throws StaleForm where that has changed or is gone */
export function useSaveEncuentro() {
  return useMutation({
    mutationFn: ({
      id,
      base,
      row,
    }: {
      id: string
      base: EncuentroAdmin | null
      row: ReturnType<typeof toRow>
    }) => saveRow(TABLE, { id, base }, row),
    onSettled: useReload([TABLE]),
  })
}

/** Deletes one, as she has read it, that is not published or is over. @throws ServiceError as {@link deleteRow} */
export function useDeleteEncuentro() {
  return useMutation({
    mutationFn: (row: EncuentroAdmin) => deleteRow(TABLE, row),
    onSettled: useReload([TABLE]),
  })
}
