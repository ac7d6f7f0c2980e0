import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../../lib/api/ask.ts'
import { watchRows } from '../../../lib/api/live.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { useSession } from '../../../lib/session/session.tsx'

/** A thread as the list of support has it: no word of what is written in it. */
export type HiloEnCola = { id: string; nombre: string | null; espera_desde: string | null; ultimo_en: string }

export type MensajeDelHilo = {
  id: string
  del_equipo: boolean
  texto: string
  codigo: string | null
  creado_en: string
}

const SOPORTE = 'soporte'
const COLA = [SOPORTE, 'cola']

/** Threads: those that wait first, longest first, then those that were answered; asks again as soon as somebody writes. */
export function useColaSoporte() {
  const client = useQueryClient()
  const isTeam = useSession().papeles.length > 0
  useEffect(
    () =>
      isTeam
        ? watchRows('revision', [{ table: 'pulso_revision', event: 'UPDATE' }], () => {
            void client.invalidateQueries({ queryKey: COLA })
          })
        : undefined,
    [client, isTeam],
  )
  return useQuery({
    queryKey: COLA,
    queryFn: ({ signal }) =>
      ask((db) => db.rpc('cola_soporte', undefined, { get: true }), { signal }) as Promise<HiloEnCola[]>,
  })
}

/** What is written in one, oldest first. Each time it is asked is a line that she reads. */
export function useHiloSoporte(id: string) {
  return useQuery({
    queryKey: [SOPORTE, 'hilo', id],
    queryFn: ({ signal }) =>
      ask((db) => db.rpc('leer_hilo', { cual: id }), { signal }) as Promise<MensajeDelHilo[]>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
}

type Respuesta = { cual: string; visto: string; texto: string | null }

/**
 * Answers a thread, or with `texto: null` says that it waits for nothing.
 * @throws ServiceError `PT409` where somebody wrote since `visto`, the last message that was read
 */
export function useAnswerHilo() {
  return useMutation({
    mutationFn: async ({ cual, visto, texto }: Respuesta) => {
      if (texto === null) await ask((db) => db.rpc('atender_hilo', { cual, visto }))
      else await ask((db) => db.rpc('responder_hilo', { cual, visto, texto }))
    },
    onSettled: useReload(COLA),
  })
}
