import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../../lib/api/ask.ts'
import { uuid } from '../../../lib/random.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { readAlerta, watchAlertas } from '../alarma/alertas.ts'
import type { Alerta, Entrega } from '../alarma/estado.ts'

/** Besides the live channel, since a drill is looked at for a minute. */
const ASK_EVERY_MS = 5_000

/** @returns what asks for a drill. Pressed again after an answer that got lost it is the same one: her contacts get one */
export function beginDrills(): () => Promise<string> {
  let cliente_id = uuid()
  return async () => {
    const cual = await ask((db) => db.rpc('probar_alarma', { cliente_id }), { within: 'patient' })
    cliente_id = uuid()
    return cual
  }
}

/**
 * A drill with her contacts: `sending` sends it, `leida` is what became of it so far.
 *
 * The mutation fails with `PT429` after six in a day, and with `PT409` while an alert is open; both say so in words for her.
 */
export function usePrueba() {
  const { id: owner } = useUser()
  const client = useQueryClient()
  const [drill] = useState(beginDrills)
  const sending = useMutation({ mutationFn: drill })
  const cual = sending.data ?? null
  const { data: leida, refetch } = useQuery({
    queryKey: ['alertas', owner, cual],
    queryFn: () => readAlerta(owner, cual!),
    enabled: cual !== null,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  useEffect(() => {
    if (cual === null) return
    const stop = watchAlertas(owner, () => void refetch())
    return () => {
      stop()
      // What arrived counts as a proof of that way.
      void client.invalidateQueries({ queryKey: ['mis_confianzas', owner] })
    }
  }, [cual, owner, refetch, client])
  return { sending, leida }
}

/** Seconds from an alert to the first proof that it arrived by any of these ways; null while there is none. */
export function secondsToArrive(
  { creada_en }: Pick<Alerta, 'creada_en'>,
  entregas: readonly Entrega[],
): number | null {
  const moments = entregas
    .flatMap(({ entregada_en, vista_en, respondida_en }) => entregada_en ?? vista_en ?? respondida_en ?? [])
    .sort()
  return moments[0] ? Math.max(0, Math.round((Date.parse(moments[0]) - Date.parse(creada_en)) / 1_000)) : null
}
