import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import type { Alcance } from '../../../lib/revision/medidas.ts'
import type { Motivo } from '../../../lib/revision/motivos.ts'
import { plainText } from '../../../lib/text/plainText.ts'
import { readable } from '../../../lib/text/readable.ts'

const USUARIAS = 'usuarias'

/** What the team may see of a member: nothing that is private of her. */
export type Usuaria = {
  id: string
  nombre: string
  desde: string
  estado: 'activa' | 'pausada' | 'expulsada'
  faltas: number
  reportes: number
}

/** Whether another one that was found has the same name, as it is read: what is decided about one of them is easily decided about the other. */
export function hasTocaya({ id, nombre }: Usuaria, found: readonly Usuaria[]): boolean {
  const name = plainText(readable(nombre)).trim()
  return found.some((other) => other.id !== id && plainText(readable(other.nombre)).trim() === name)
}

export type MedidaTomada = { id: string; alcance: Alcance; motivo: string; creada_en: string; hasta: string }
export type ReporteSobreElla = { id: string; motivo: Motivo; estado: string; creado_en: string }

/**
 * Members by a part of the name, or by a whole address. A write: each one that is found is a line in `miradas`, so it is
 * done once, when she asks, and never again by itself.
 */
export function useSearchUsuarias() {
  return useMutation({
    mutationFn: (texto: string) => ask((db) => db.rpc('buscar_miembros', { texto })) as Promise<Usuaria[]>,
  })
}

/** One member, with what was decided about her and reported of her; she is told that she was looked up. */
export function useUsuaria(id: string, motivo: string) {
  return useQuery({
    queryKey: [USUARIAS, id, motivo],
    queryFn: async ({ signal }) => {
      const found = (await ask((db) => db.rpc('ver_miembro', { cual: id, motivo }), {
        signal,
      })) as Usuaria | null
      if (!found) return null
      const [medidas, reportes] = await Promise.all([
        ask(
          (db) =>
            db
              .from('suspensiones')
              .select('id, alcance, motivo, creada_en, hasta')
              .eq('user_id', id)
              .order('creada_en', { ascending: false })
              .limit(50),
          { signal },
        ),
        ask(
          (db) =>
            db
              .from('reportes_sala')
              .select('id, motivo, estado, creado_en')
              .eq('autora_id', id)
              .order('creado_en', { ascending: false })
              .limit(50),
          { signal },
        ),
      ])
      return {
        usuaria: found,
        medidas: medidas as MedidaTomada[],
        reportes: reportes as ReporteSobreElla[],
      }
    },
    // Each time is a line that she reads.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
