const NOTICES = 'server/src/auth/notices.test.ts'
const PROOF = 'server/src/auth/proof.test.ts'

/**
 * «No fui yo», changes that wait for their day, and what must not be spent by somebody else.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'undo-takes-any-password',
    file: 'server/src/auth/undo.ts',
    find: 'if (!knows && !(proofs.code && (await showsFactor(client, notice, proofs.code)))) return undefined',
    replace: '',
    test: [NOTICES, ''],
  },
  {
    name: 'undo-closed-by-refusals',
    file: 'server/src/auth/undo.ts',
    find: `ctx.limits.countRefusals('notices', request.ip, false, async () => {
      const { key, password, code }`,
    replace: `ctx.limits.countRefusals('notices', request.ip, true, async () => {
      const { key, password, code }`,
    test: [NOTICES, 'is not closed by junk from her own network'],
  },
  {
    name: 'undo-counts-her-with-strangers',
    file: 'server/src/auth/undo.ts',
    find: `const attempts = \`undo:\${notice.id}\${asker ? \`:\${asker}\` : ''}\``,
    replace: `void asker
  const attempts = \`undo:\${notice.id}\``,
    test: [NOTICES, 'knows her device by the address that was hers before the change'],
  },
  {
    name: 'undo-yields-to-an-unconfirmed-registration',
    file: 'server/src/auth/undo.ts',
    find: 'if (other.email_confirmed_at) {',
    replace: 'if (other) {',
    test: [NOTICES, 'gives her address back though somebody registered there'],
  },
  {
    name: 'undo-erases-a-confirmed-account',
    file: 'server/src/auth/undo.ts',
    find: 'if (other.email_confirmed_at) {',
    replace: 'if (false as boolean) {',
    test: [NOTICES, 'says so where her address is a confirmed account now'],
  },
  {
    name: 'undo-stops-at-the-address-in-between',
    file: 'server/src/auth/undo.ts',
    find: `since.findLast(({ kind }) => kind === 'email')`,
    replace: `since.find(({ kind }) => kind === 'email')`,
    test: [NOTICES, 'does not ask who has an address in between'],
  },
  {
    name: 'undone-password-still-proves',
    file: 'server/src/auth/undo.ts',
    find: 'await markMailedPassword(client, user.id, hash)',
    replace: 'await markMailedPassword(client, user.id)',
    test: [NOTICES, 'makes her password the proof'],
  },
  {
    name: 'factor-put-back-twice',
    file: 'server/src/auth/delayed.ts',
    find: `
     on conflict (id) do nothing\``,
    replace: '`',
    test: [NOTICES, 'gives a factor back once'],
  },
  {
    name: 'undo-leaves-sessions',
    file: 'server/src/auth/undo.ts',
    find: `await client.query('delete from auth.sessions where user_id = $1', [user.id])`,
    replace: '',
    test: [NOTICES, ''],
  },
  {
    name: 'factor-taken-twice',
    file: 'server/src/auth/delayed.ts',
    find: `
     for update of f\``,
    replace: '`',
    test: [PROOF, 'taking one away twice at once takes it once'],
  },
  {
    name: 'one-failed-change-stops-all',
    file: 'server/src/auth/delayed.ts',
    find: '      failures.push(error)',
    replace: '      throw error',
    test: [PROOF, 'one change that fails keeps no other from being made'],
  },
  {
    name: 'waiting-factor-outlives-a-better-proof',
    file: 'server/src/auth/factorVerify.ts',
    find: `if (strength === 'full') await cancelDelayed(client, user.id, ['factor'])`,
    replace: '',
    test: [PROOF, 'a factor'],
  },
  {
    name: 'waiting-changes-outlive-a-new-password',
    file: 'server/src/auth/user.ts',
    find: `else await cancelDelayed(client, user.id, ['factor', 'email', 'phone'])`,
    replace: '',
    test: [PROOF, 'a password'],
  },
  {
    name: 'proofs-counted-by-network',
    file: 'server/src/auth/reauthenticate.ts',
    find: `await ctx.limits.countCall('user', who.session.id)`,
    replace: `await ctx.limits.countCall('user', caller.ip)`,
    test: [PROOF, 'neither junk from her network nor another session of hers'],
  },
  {
    name: 'proof-codes-counted-with-verify',
    file: 'server/src/auth/reauthenticate.ts',
    find: `await ctx.limits.countCode(\`proof:\${user.id}\`)`,
    replace: `await ctx.limits.countCode(contactOf(user)?.address ?? user.id)`,
    test: [PROOF, 'proves itself though somebody uses up the codes of its address'],
  },
  {
    name: 'asking-again-cancels-a-change-that-waits',
    file: 'server/src/auth/remind.ts',
    find: 'Boolean(user?.email_change) && user!.email_change_confirm_status !== 2 && !isBanned(user!)',
    replace: 'Boolean(user?.email_change) && !isBanned(user!)',
    test: ['server/src/auth/links.test.ts', 'a change that waits for its day'],
  },
  {
    name: 'provider-joins-an-account-with-a-password',
    file: 'server/src/auth/externalAccount.ts',
    find: 'if (existing.encrypted_password) {',
    replace: 'if (false as boolean) {',
    test: ['server/src/auth/oauth.test.ts', 'does not join one that has a password'],
  },
  {
    name: 'factor-codes-counted-by-account',
    file: 'server/src/auth/factorVerify.ts',
    find: 'const attempts = await factorAttempts(ctx, user.id, device)',
    replace: `await factorAttempts(ctx, user.id, device)
  const attempts = \`factor:\${user.id}\``,
    test: ['server/src/auth/factors.test.ts', 'may be given where she showed it before'],
  },
  {
    name: 'carried-session-is-no-news',
    file: 'server/src/auth/refresh.ts',
    find: 'if (tag !== session.tag) await client.query(noteDeviceQuery(ctx, user.id, tag, session.tag === null))',
    replace: 'void noteDeviceQuery',
    test: ['server/src/auth/device.test.ts', 'is told of when a session is carried there'],
  },
  {
    name: 'notice-page-behind-the-second-factor',
    file: 'app/src/routing.ts',
    find: `return findRoute(pathname)?.path === '/cuenta/no-fui-yo'`,
    replace: `return findRoute(pathname)?.path === '/'`,
    test: ['app/src/routing.test.ts', 'opens while a second step is missing'],
  },
  {
    name: 'plans-asked-with-values',
    file: 'server/src/rest/read.ts',
    find: 'const plan = await heavy.planOf(identity, text, values.length)',
    replace: `const [p] = await heavy.asUser(identity, { text: 'explain (format json) ' + text, values })
    const plan = p!.rows[0]![0]!`,
    test: ['server/src/rest/exhaustion.test.ts', 'so that its ceiling answers alike'],
  },
  {
    name: 'block-dates-itself-by-her-picture',
    file: 'supabase/migrations/20261122000500_perfiles.sql',
    find: 'insert into interno.fotos_por_renovar default values;',
    replace:
      'insert into interno.fotos_por_renovar default values; perform interno.renovar_fotos_pendientes();',
    test: ['supabase/tests/sql.test.ts', 'direcciones_de_fotos.sql'],
  },
  {
    name: 'press-later-than-its-arrival',
    file: 'supabase/migrations/20261123002500_fechas.sql',
    find: `  if new.ocurrido_en > now() then
    new.ocurrido_en := now();
  end if;`,
    replace: '',
    test: ['supabase/tests/sql.test.ts', 'eventos_peligro.sql'],
  },
  {
    name: 'planted-event-keeps-its-message',
    file: 'supabase/migrations/20261122000700_seguridad.sql',
    find: `case when nueva.cliente_id <> all (e.juntadas) or nueva.ocurrido_en`,
    replace: `case when nueva.ocurrido_en`,
    test: ['supabase/tests/sql.test.ts', 'eventos_peligro.sql'],
  },
  {
    name: 'deleted-contacts-take-the-place-of-new-ones',
    file: 'supabase/migrations/20261122000700_seguridad.sql',
    find: `offset greatest(0, 499 - (`,
    replace: `offset greatest(100000, 499 - (`,
    test: ['supabase/tests/sql.test.ts', 'contactos_emergencia.sql'],
  },
  {
    name: 'made-up-walk-codes-spend-her-places',
    file: 'supabase/migrations/20261123000320_reloj.sql',
    find: `where a.user_id = auth.uid() and a.codigo_hash = sha256(convert_to(codigo, 'UTF8')) and not a.terminado
  ) then
    return false;`,
    replace: `where a.user_id = auth.uid() and a.codigo_hash = sha256(convert_to(codigo, 'UTF8')) and not a.terminado
  ) then
    null;`,
    test: ['supabase/tests/sql.test.ts', 'acompanamientos.sql'],
  },
  {
    name: 'nothing-is-told',
    file: 'server/src/auth/notices.ts',
    find: `  if (!noticePage(ctx)) return
  await db.query(`,
    replace: `  if (noticePage(ctx)) return
  await db.query(`,
    test: [NOTICES, 'gives her address back'],
  },
  {
    name: 'a-new-device-is-not-told',
    file: 'server/src/auth/sessions.ts',
    find: 'values: [userId, tag, randomUUID(), config.project.auth.notices !== undefined, isFirst ?? null],',
    replace:
      'values: [userId, tag, randomUUID(), config.project.auth.notices === undefined, isFirst ?? null],',
    test: [NOTICES, 'comes for a device where she never was'],
  },
  {
    name: 'undo-for-a-year',
    file: 'server/src/auth/notices.ts',
    find: 'export const NOTICE_DAYS = 7',
    replace: 'export const NOTICE_DAYS = 365',
    test: [NOTICES, 'ends after seven days'],
  },
  {
    name: 'old-mailbox-reads-the-new-address',
    file: 'server/src/auth/emailChange.ts',
    find: `ctx.mailer.send(writeMail(ctx.config, 'email_change', change.from, { secrets: change.current, link }))`,
    replace: `const mail = writeMail(ctx.config, 'email_change', change.from, { secrets: change.current, link })
  ctx.mailer.send({ ...mail, text: \`\${mail.text} \${change.to}\` })`,
    test: [NOTICES, 'the mail to the old one never names the new one'],
  },
]
