import { useEffect, useState } from 'react'
import type { Fecha } from '../../lib/time/fechas.ts'
import type { Evento } from './agendaDrafts.ts'
import type { Ocurrencia } from './dias.ts'

type Recurrencia = typeof import('./recurrencia.ts')

/**
 * When each of her events is from today on, birthdays aside; undefined until it is known. What computes repeated ones is loaded where she has
 * one: Home does without.
 */
export function useProximas(
  eventos: readonly Evento[] | undefined,
  hoy: Fecha,
): Ocurrencia<Evento>[] | undefined {
  const mine = eventos?.filter(({ tipo }) => tipo !== 'cumpleaños')
  const repeats = mine?.some(({ regla }) => regla) ?? false
  const [recurrencia, setRecurrencia] = useState<Recurrencia | 'missing' | null>(null)

  useEffect(() => {
    if (!repeats) return
    import('./recurrencia.ts').then(
      (loaded) => setRecurrencia(loaded),
      // Without a network on a first visit: the others are shown.
      () => setRecurrencia('missing'),
    )
  }, [repeats])

  if (!mine || (repeats && !recurrencia)) return undefined
  return mine.flatMap((evento) => {
    if (!evento.regla) return { evento, dia: evento.fecha }
    if (!recurrencia || recurrencia === 'missing') return []
    // Today's may be over already.
    return recurrencia.diasOf(evento, hoy, undefined, 2).map((dia) => ({ evento, dia }))
  })
}
