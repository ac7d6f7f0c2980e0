import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import { useReload } from '../../lib/api/reload.ts'
import type { Alcance } from '../../lib/revision/medidas.ts'
import { useUser } from '../../lib/session/session.tsx'

export type Decision = {
  id: string
  alcance: Alcance
  motivo: string
  creada_en: string
  hasta: string
  /** What she answered, once. */
  apelacion: string | null
  apelada_en: string | null
  respuesta: string | null
}

const DECISIONES = 'decisiones'

/** What the team decided about her, newest first. */
export function useDecisiones() {
  const { id } = useUser()
  return useQuery({
    queryKey: [DECISIONES, id],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from('suspensiones')
            .select('id, alcance, motivo, creada_en, hasta, apelacion, apelada_en, respuesta')
            .eq('user_id', id)
            .order('creada_en', { ascending: false })
            .limit(20),
        { signal },
      ) as Promise<Decision[]>,
  })
}

/** Answers a decision, once. @throws ServiceError `PT409` answered already, `PT404` too late */
export function useAnswerDecision() {
  return useMutation({
    mutationFn: (answered: { cual: string; texto: string }) => ask((db) => db.rpc('apelar', answered)),
    onSettled: useReload([DECISIONES]),
  })
}

export type Mirada = { dia: string; papel: string; tipo: 'consulta' | 'revision' | 'soporte' | 'decision' }

/** On which days somebody of the team looked something up about her; asked once she opens the list. */
export function useMiradas() {
  const { id } = useUser()
  return useQuery({
    queryKey: ['quien_me_vio', id],
    queryFn: ({ signal }) =>
      ask((db) => db.rpc('quien_me_vio', undefined, { get: true }), { signal }) as Promise<Mirada[]>,
  })
}
