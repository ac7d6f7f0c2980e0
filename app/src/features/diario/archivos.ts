import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Archivo, listArchivos, listUnsealed, sealArchivos } from '../../lib/cofre/archivos.ts'
import { useCofre } from '../../lib/cofre/cofre.ts'
import { forgetArchivos, isNuevo, KEY, lane, type PorEnviar, porEnviarOf } from '../../lib/cofre/porEnviar.ts'
import { useUser } from '../../lib/session/session.tsx'
import type { Mes } from '../../lib/time/fechas.ts'
import { useStore } from '../../lib/useStore.ts'
import { leerOf } from './leer.ts'

/* Pictures and voice notes of a day: those that the service has, and those that wait on this device. */

/** Her files of a month, as the service has them, without those that she deleted; nothing is asked where she has no vault. */
export function useArchivos(mes: Mes): Archivo[] {
  const { id } = useUser()
  useStore(lane)
  const cofre = useCofre()
  const month = leerOf(mes)
  const { data = [] } = useQuery({
    queryKey: [KEY, id, month],
    queryFn: ({ signal }) => listArchivos(id, month, signal),
    enabled: cofre === 'abierto' || cofre === 'cerrado',
    retry: false,
  })
  const held = lane.of(id)
  return data.filter((archivo) => {
    const entry = held.get(archivo.id)
    return !entry || isNuevo(entry)
  })
}

/** What waits on this device, of every day. */
export function usePorEnviar(): PorEnviar[] {
  const { id } = useUser()
  useStore(lane)
  return porEnviarOf(id)
}

/** Whether the device keeps what waits: else it lives in this page alone. */
export const useKept = (): boolean => useStore(lane).durable

/** How many files of hers are sealed with a key that this device has had before. */
export const unsealedArchivosOptions = (owner: string) =>
  queryOptions({
    queryKey: [KEY, owner, 'sin cerrar'],
    queryFn: async ({ signal }) => (await listUnsealed(owner, signal)).length,
  })

/** Seals them with the present one. @throws CofreCerrado, ServiceError */
export async function sealSavedArchivos(
  owner: string,
  signal: AbortSignal,
  onPart: (done: number) => void,
): Promise<void> {
  try {
    await sealArchivos(owner, signal, onPart)
  } finally {
    void forgetArchivos(owner)
  }
}
