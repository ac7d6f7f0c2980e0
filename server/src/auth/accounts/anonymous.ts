import { ApiError } from '../../http/errors.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import type { Caller } from '../http.ts'
import { askBeforeUserCreated } from '../token/hook.ts'
import { openSession, sessionBody, wordToken } from '../token/sessions.ts'
import { audit } from './accounts.ts'
import { draftAnonymous, insertUser } from './newAccount.ts'

/**
 * Opens a session of an account that nobody else can enter: it becomes an ordinary one when it takes an address.
 * Source: Supabase documentation, "Anonymous Sign-Ins".
 * @throws ApiError 422 `anonymous_provider_disabled`, 429
 */
export async function signUpAnonymously(
  ctx: AuthContext,
  metadata: Record<string, unknown>,
  caller: Caller,
): Promise<Record<string, unknown>> {
  if (!ctx.config.project.auth.anonymousSignIns) {
    throw new ApiError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  await ctx.limits.countCall('anonymous', caller.ip)
  const open = await inTransaction(ctx.authPool, async (client) => {
    const draft = draftAnonymous(metadata)
    await askBeforeUserCreated(ctx, client, draft, caller)
    await insertUser(client, draft)
    await audit(client, 'user_signedup', draft.id, caller)
    return wordToken(ctx, client, await openSession(ctx, client, draft.id, 'anonymous', caller))
  })
  return sessionBody(ctx, open)
}
