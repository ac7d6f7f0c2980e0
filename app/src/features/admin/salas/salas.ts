import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables, TablesInsert } from '../../../lib/api/database.types.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { changeRow, deleteRow, saveRow } from '../../../lib/api/versionedRows.ts'
import { instanteNextTo } from '../orden.ts'

export type SalaAdmin = Tables<'salas_comunidad'>
export type CamposSala = Required<
  Pick<TablesInsert<'salas_comunidad'>, 'nombre' | 'descripcion' | 'icono' | 'visible'>
>

/** The icons of docs/product.md#circles, and how the form calls them; any other value gets a generic one. */
export const ICONOS = {
  amor_propio: 'Amor propio',
  club_lectura: 'Club de lectura',
  crecimiento_personal: 'Crecimiento personal',
  espiritualidad: 'Espiritualidad',
  maternidad: 'Maternidad',
  maternidad_solitaria: 'Maternidad en solitario',
  emprendimiento: 'Emprendimiento',
  sexualidad: 'Sexualidad',
  belleza: 'Belleza',
  cafe_virtual: 'Café virtual',
} as const

const TABLE = 'salas_comunidad'

/** Every circle, hidden ones too, in the order in which members see them: by `created_at`, newest first. */
export function useSalasAdmin() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: ({ signal }) =>
      ask((db) => db.from(TABLE).select('*').order('created_at', { ascending: false }), { signal }),
  })
}

/** Adds a circle, or changes the one that the form was filled in from. @throws StaleForm where that has changed or is gone */
export function useSaveSala() {
  return useMutation({
    mutationFn: ({ id, base, campos }: { id: string; base: SalaAdmin | null; campos: CamposSala }) =>
      saveRow(TABLE, { id, base }, campos),
    onSettled: useReload([TABLE]),
  })
}

/** Shows or hides a circle as she has read it, or moves it to another place. @throws ServiceError as {@link changeRow} */
export function useUpdateSala() {
  return useMutation({
    mutationFn: async ({
      sala,
      change,
    }: {
      sala: SalaAdmin
      change: { visible: boolean } | { created_at: string }
    }) => {
      if ('visible' in change) return changeRow(TABLE, sala, change)
      // Where it stands is no part of what it says.
      await ask((db) => db.from(TABLE).update(change).eq('id', sala.id).select('id').single())
    },
    onSettled: useReload([TABLE]),
  })
}

/** Deletes a circle as she has read it. @throws ServiceError as {@link deleteRow} */
export function useDeleteSala() {
  return useMutation({
    mutationFn: (sala: SalaAdmin) => deleteRow(TABLE, sala),
    onSettled: useReload([TABLE]),
  })
}

/**
 * The `created_at` that puts a circle one place up or down: circles have no other order than this (docs/product.md#circles).
 *
 * @param salas in the order shown, newest first
 */
export function fechaToMove(salas: readonly { created_at: string }[], index: number, by: -1 | 1): string {
  const neighbour = salas[index + by]
  if (!neighbour) throw new RangeError('there is no place to move to')
  return instanteNextTo(neighbour.created_at, by === -1 ? 1 : -1)
}
