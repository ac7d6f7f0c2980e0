import type pg from 'pg'

/**
 * Ends what opened accounts when a backup was made: sessions with their refresh tokens, links and codes that were mailed, sign-ins that are
 * on their way, mails that wait. A session that was closed since must not open again. Links and codes of contacts, proofs by which a
 * change is undone, and second factors stay. What waits for its day waits anew: she may have taken it back since.
 * @param restored a function of the project's database that does the same for what waits there
 */
export async function endAccess(client: pg.Client, restored?: string): Promise<void> {
  await client.query(`
    do $$
    begin
      delete from auth.sessions;
      delete from auth.one_time_tokens;
      delete from auth.flow_state;
      delete from auth.mfa_challenges;
      update auth.users set confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
        phone_change_token = '', reauthentication_token = ''
      where concat(confirmation_token, recovery_token, email_change_token_new, email_change_token_current, phone_change_token,
        reauthentication_token) <> '';
      -- A database that Supabase itself prepared has none of these.
      if to_regnamespace('local_server') is not null then
        delete from local_server.oauth_flows;
        delete from local_server.mail_outbox;
        update local_server.delayed_changes set asked_at = now(), due_at = now() + (due_at - asked_at);
      end if;
    end
    $$`)
  if (!restored) return
  // A backup of an earlier version may lack it.
  const { rows } = await client.query('select from pg_proc where oid = to_regprocedure($1)', [restored])
  if (rows.length > 0) await client.query(`select ${restored}`)
}
