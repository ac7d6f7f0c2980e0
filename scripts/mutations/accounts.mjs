const LINKS = 'server/src/auth/links.test.ts'
const ORACLES = 'server/src/auth/oracles.test.ts'
const LAW = 'supabase/tests/sql.test.ts'
const PROFILES = 'supabase/migrations/20261122001800_cuentas.sql'

/**
 * Finding out who has an account, and taking one over: each fix undone.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'accounts-profile-at-the-sign-up',
    file: PROFILES,
    find: 'for each row when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null)',
    replace: 'for each row',
    test: [LAW, 'perfil_al_confirmar'],
  },
  {
    name: 'accounts-every-confirmation-admits',
    file: PROFILES,
    find: 'coalesce(old.email_confirmed_at, old.phone_confirmed_at) is null',
    replace: 'true',
    test: [LAW, 'perfil_al_confirmar'],
  },
  {
    name: 'accounts-taken-address-stores-nothing',
    file: 'server/src/auth/signup.ts',
    find: '  await insertUser(client, isTaken ? shadowOf(draft, shadowAddress(ctx, contact)) : draft)',
    replace: '  if (!isTaken) await insertUser(client, draft)',
    test: [ORACLES, 'the number it answered'],
  },
  {
    name: 'accounts-his-password-tells',
    file: 'server/src/auth/token.ts',
    find: '(await passwordMatches(password, shadow?.encrypted_password)) || (user && matches)',
    replace: 'user && matches',
    test: [ORACLES, 'his password, again and again'],
  },
  {
    name: 'accounts-waiting-clears-the-count',
    file: 'server/src/auth/token.ts',
    find: '    if (waits) {\n',
    replace: '    if (waits) {\n      await ctx.limits.forgetWrongPasswords(attempt.name)\n',
    test: [ORACLES, 'his guesses at her password'],
  },
  {
    name: 'accounts-change-to-a-taken-address-refused',
    file: 'server/src/auth/emailChange.ts',
    find: '  const isTaken = await isOthers(client, to)\n',
    replace: '  const isTaken = await isOthers(client, to)\n  if (isTaken) throw expiredSecret()\n',
    test: [ORACLES, 'address: one answer'],
  },
  {
    name: 'accounts-owner-of-a-taken-address-gets-a-link',
    file: 'server/src/auth/emailChange.ts',
    find: '    change.isTaken\n',
    replace: '    change.from === change.to\n',
    test: [ORACLES, 'moves nothing'],
  },
  {
    name: 'accounts-finished-change-tells',
    file: 'server/src/auth/emailChange.ts',
    find: '  if (await isOthers(client, email)) throw expiredSecret()\n',
    replace: '',
    test: [ORACLES, 'gets an account while the change waits'],
  },
  {
    name: 'accounts-less-work-for-nobody',
    file: 'server/src/auth/remind.ts',
    find: 'const secrets = await issue(ctx, client, { id, email, unsent: !fits }, reminder, challenge)',
    replace:
      'const secrets = fits ? await issue(ctx, client, { id, email, unsent: false }, reminder, challenge) : undefined',
    test: [ORACLES, 'recovery'],
  },
  {
    name: 'accounts-opening-a-link-acts',
    file: 'server/src/auth/verify.ts',
    find: 'answerLink(ctx, request, reply, lookAt)',
    replace: 'answerLink(ctx, request, reply, pressConfirm)',
    test: [LINKS, 'may be opened as often'],
  },
  {
    name: 'accounts-registration-link-signs-in',
    file: 'server/src/auth/verify.ts',
    find: '    await consumeCode(client, user.id, kind)\n    if (isLink && !isInvited(user)) return (await findUserById(client, user.id))!\n',
    replace: '    await consumeCode(client, user.id, kind)\n',
    test: [LINKS, 'signs her into nothing'],
  },
  {
    name: 'accounts-change-of-address-signs-in',
    file: 'server/src/auth/verify.ts',
    find: "    await audit(client, 'user_modified', user.id, caller)\n    if (isLink) return (await findUserById(client, user.id))!\n",
    replace: "    await audit(client, 'user_modified', user.id, caller)\n",
    test: [LINKS, 'signs her into nothing of his'],
  },
  {
    name: 'accounts-button-of-any-page',
    file: 'server/src/auth/verify.ts',
    find: "site !== undefined && site !== 'same-origin'",
    replace: "site === 'none at all'",
    test: [LINKS, 'is not pressed by a page'],
  },
  {
    name: 'accounts-entered-account-erased-by-an-old-link',
    file: 'server/src/auth/verify.ts',
    find: 'if (!user || user.last_sign_in_at !== null) throw',
    replace: 'if (!user) throw',
    test: [LINKS, 'but not once somebody has entered'],
  },
  {
    name: 'accounts-his-words-and-password-survive',
    file: 'server/src/auth/confirm.ts',
    find: '{ startOver: isForeign }',
    replace: '{ startOver: false }',
    test: [LINKS, 'leaves him nothing'],
  },
  {
    name: 'accounts-recovery-leaves-him-in',
    file: 'server/src/auth/verify.ts',
    find: "  if (secret.type === 'recovery') await endOthersAfterRecovery(client, open)\n",
    replace: '',
    test: [LINKS, 'ends for him'],
  },
  {
    name: 'accounts-registration-code-enters-elsewhere',
    file: 'server/src/auth/verify.ts',
    find: "  magiclink: ['recovery'],",
    replace: "  magiclink: ['recovery', 'confirmation'],",
    test: [LINKS, 'is not entered with its code'],
  },
  {
    name: 'accounts-any-browser-is-the-one',
    file: 'server/src/auth/sameBrowser.ts',
    find: 'challenge !== undefined && timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(ctx, challenge)))',
    replace: 'challenge !== undefined',
    test: [LINKS, 'is known by its own flow'],
  },
  {
    name: 'accounts-earlier-attempt-stays',
    file: 'server/src/auth/otp.ts',
    find: '? ((await startOver(ctx, client, contact, draft)).existing ?? draft)',
    replace:
      '? ((await findUserByContact(client, contact, true)) ?? (await startOver(ctx, client, contact, draft)).existing ?? draft)',
    test: [LINKS, 'keeps no words of an earlier one'],
  },
  {
    name: 'accounts-linked-in-any-browser',
    file: 'server/src/auth/oauth.ts',
    find: "and browser_hash = '$" + "{NO_BROWSER}' and created_at",
    replace: 'and created_at',
    test: ['server/src/auth/linking.test.ts', 'for the browser that opened its address'],
  },
  {
    name: 'accounts-unlinking-gives-unproven-addresses',
    file: 'server/src/auth/linking.ts',
    find: 'data.email_verified === true && ',
    replace: '',
    test: ['server/src/auth/linking.test.ts', 'no address that was never shown'],
  },
  {
    name: 'accounts-linking-without-second-factor',
    file: 'server/src/auth/linking.ts',
    find: "  assertSecondFactor(who, 'AAL2 session is required to change identities when MFA is enabled.')\n",
    replace: '',
    test: ['server/src/auth/linking.test.ts', 'asks for the second factor'],
  },
  {
    name: 'accounts-a-hook-names-the-role',
    file: 'server/src/auth/hook.ts',
    find: "if (!ROLES.has(given.role)) return 'role'",
    replace: '',
    test: ['server/src/auth/documented.test.ts', 'it may give another role'],
  },
]
