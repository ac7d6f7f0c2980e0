import { rpcAsMember } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json, Refusal } from '../_shared/refusal.ts'
import { openStripe, orRefuse } from '../_shared/stripe.ts'

/**
 * Makes the handler of `create-portal`: no payload, answers `{ url }` of the provider's own page, where she changes her card
 * or cancels.
 * @returns 200 `{ url }`; 401, 429 as `create-checkout`; 403 for an account that was not admitted, and not for one that was
 *   expelled since; 404 where she has never paid; 501 without payment keys, 502 where the provider failed; refusals as `{ error }`
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    const stripe = openStripe(env)
    const { cliente } = await rpcAsMember<{ cliente: string | null }>(env, request, 'pedir_portal')
    if (!cliente) throw new Refusal(404, 'Todavía no tienes una suscripción.')
    return orRefuse('No se pudo abrir tu suscripción. Inténtalo de nuevo.', async () => {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: cliente,
        locale: 'es-419',
        return_url: `${env('SITE_URL')}/pricing`,
      })
      return json(200, { url })
    })
  })
}
