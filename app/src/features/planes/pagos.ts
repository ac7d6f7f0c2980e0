import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, invoke } from '../../lib/api/ask.ts'
import { ServiceError, toServiceError } from '../../lib/api/errors.ts'
import { callAsNobody } from '../../lib/api/plainRequest.ts'
import type { brand } from '../../lib/installation/brand.ts'
import { perfilQuery } from '../../lib/member/perfil.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'
import { comingOf, type Fila, type PlanId, pagoState } from './suscripcion.ts'

const TABLE = 'suscripciones'

/** No payment keys are set where this runs. */
export const SIN_CONFIGURAR = 'sin configurar'

/**
 * Asks one of the payment functions for the page that she goes on to.
 *
 * @throws ServiceError with a text for her; its code is {@link SIN_CONFIGURAR} where payments are not set up
 */
export async function requestPage(
  nombre: 'create-checkout' | 'create-portal',
  plan?: keyof typeof brand.plans,
): Promise<string> {
  try {
    const url = (await invoke<{ url?: string }>(nombre, plan ? { plan } : {}))?.url
    if (typeof url === 'string') return url
  } catch (failure) {
    const { message, status } = toServiceError(failure)
    throw status === 501 ? new ServiceError(message, SIN_CONFIGURAR, 501) : failure
  }
  throw toServiceError(null)
}

function readSuscripciones(userId: string): Promise<Fila[]> {
  return ask(
    (db) =>
      db
        .from(TABLE)
        .select('plan, estado, vigente_hasta, cancela_al_final')
        .eq('user_id', userId)
        .order('creada_en', { ascending: false }),
    { within: 'brief' },
  ) as Promise<Fila[]>
}

/** What she pays for, if anything; visitors have nothing to ask. */
export function useSuscripcion() {
  const { user } = useSession()
  return useQuery({
    queryKey: [TABLE, user?.id],
    queryFn: async () => {
      const rows = await readSuscripciones(user!.id)
      return (
        rows.find(({ estado }) => estado === 'activa') ??
        rows.find(({ estado }) => estado === 'vencida') ??
        null
      )
    },
    enabled: user !== null,
  })
}

/** What the plans promise and the app does not have today, as the service says it. */
export function useComing(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['hay_encuentros_premium'],
    // As nobody: a visitor reads it too.
    queryFn: ({ signal }) => callAsNobody('hay_encuentros_premium', {}, { signal }),
    retry: false,
  })
  return comingOf(data)
}

/** How long the page waits for the provider's word, and how often it asks. */
const WAIT_MS = 15_000
const LOOK_EVERY_MS = 1_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Waits for the subscription behind a checkout of hers, then makes the specified update of her profile.
 *
 * @throws ServiceError where there is no such checkout, where no news of it comes in time, or where the update fails
 */
async function confirmPago(userId: string, plan: PlanId, signal: AbortSignal): Promise<PlanId> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    // Without a connection there is still time to get one.
    const rows = await readSuscripciones(userId).catch(() => null)
    const word = rows === null ? 'espera' : pagoState(rows, plan, new Date())
    if (word === 'pagada') break
    if (word === 'nada') throw new ServiceError('No encontramos un pago tuyo de este plan.', 'sin pago', 0)
    if (Date.now() + LOOK_EVERY_MS > until || signal.aborted)
      throw new ServiceError('Tu pago tarda más de lo normal en confirmarse.', 'tarde', 0)
    await pause(LOOK_EVERY_MS)
  }
  await ask((db) => db.from('profiles').update({ tipo_plan: plan }).eq('id', userId))
  return plan
}

/** The subscription result: on its way, there, or an error (docs/product.md#plans). */
export function useConfirmacion(plan: PlanId | null) {
  const { id } = useUser()
  const client = useQueryClient()
  return useQuery(
    queryOptions({
      queryKey: [TABLE, id, 'confirmación', plan],
      queryFn: async ({ signal }) => {
        if (plan === null) throw new ServiceError('Falta el plan que elegiste.', 'sin plan', 0)
        const confirmed = await confirmPago(id, plan, signal)
        await client.invalidateQueries({ queryKey: perfilQuery(id).queryKey })
        return confirmed
      },
      retry: false,
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
    }),
  )
}
