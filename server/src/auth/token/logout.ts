import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audit } from '../accounts/accounts.ts'
import type { AuthContext } from '../context.ts'
import { requireProof } from '../factors/proof.ts'
import { callerOf, parameter, parse, validationFailed } from '../http.ts'
import { requireSignedIn } from './bearer.ts'
import { tellProject } from './hook.ts'
import { endSessions, type SessionScope } from './sessions.ts'

const Query = z.object({ scope: parameter })
const SCOPES: readonly SessionScope[] = ['global', 'local', 'others']

/**
 * `POST /logout?scope=`: ends sessions, and with them every refresh token of theirs. Leaving this device asks for nothing;
 * closing others asks for a fresh proof, since it shuts her out of them. Source: docs/api.md#auth-calls-and-refusals.
 */
export function logoutRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/logout', async (request, reply) => {
    const asked = parse(Query, request.query).scope || 'global'
    const scope = SCOPES.find((known) => known === asked)
    if (!scope) throw validationFailed('Unsupported logout scope')
    const who = await requireSignedIn(ctx, request)
    const { user, session } = who
    if (scope !== 'local') await requireProof(ctx, who)
    await endSessions(ctx.authPool, user.id, session.id, scope)
    const ended = scope === 'others' ? ctx.config.project.auth.notices?.othersEnded : undefined
    if (ended) await tellProject(ctx.authPool, ended, user.id)
    await audit(ctx.authPool, 'logout', user.id, callerOf(request))
    return reply.code(204).send()
  })
}
