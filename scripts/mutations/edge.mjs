/**
 * The mends at the edge taken back, one by one: addresses, limits, mails, what search engines list.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'leftmost-forwarded-address-believed',
    file: 'server/src/settings/proxies.ts',
    find: 'return (_address, hop) => hop < hops',
    replace: 'return () => true',
    test: ['server/src/web/proxy.test.ts', 'the address of a client'],
  },
  {
    name: 'every-network-is-a-proxy',
    file: 'server/src/settings/proxies.ts',
    find: 'return proxyAddr.compile(networks)',
    replace: 'return () => true',
    attack: 'headers/forwarded-from-elsewhere',
  },
  {
    name: 'proxy-true-taken',
    file: 'server/src/settings/proxies.ts',
    find: `if (value === 'true') {`,
    replace: `if (value === 'true') return () => true\n  if (value === 'verdad') {`,
    test: ['server/src/settings/environment.test.ts', 'refuses SHOP_TRUST_PROXY=true'],
  },
  {
    name: 'forged-headers-go-unnoticed',
    file: 'server/src/web/proxy.ts',
    find: 'if (!isSaid && FORWARDED',
    replace: 'if (false && FORWARDED',
    test: ['server/src/web/proxy.test.ts', 'the warning'],
  },
  {
    name: 'websockets-read-another-address',
    file: 'server/src/web/proxy.ts',
    find: '  return proxyAddr(request, trusted)',
    replace: `  return String(request.headers['x-forwarded-for'] ?? '').split(',')[0] ?? ''`,
    test: ['server/src/web/proxy.test.ts', 'the address of a client'],
  },
  {
    name: 'unlisted-as-written',
    file: 'server/src/web/robots.ts',
    find: 'return decodeURIComponent(path).toLowerCase()',
    replace: 'return path',
    attack: 'headers/walk-is-listed-by-its-codes',
  },
  {
    name: 'walks-are-listed',
    file: 'scripts/lib/amparo.mjs',
    find: `'/camino/', '/confianza/'`,
    replace: `'/confianza/'`,
    attack: 'headers/walk-is-listed',
  },
  {
    name: 'sign-ins-of-a-carrier-counted',
    file: 'server/src/auth/limits.ts',
    find: '      return await work()\n    } catch (error) {',
    replace:
      '      const done = await work()\n      await limiter.penalty(key)\n      return done\n    } catch (error) {',
    test: ['server/src/auth/limits.test.ts', 'come in, renew and confirm'],
  },
  {
    name: 'known-devices-wait-for-the-address',
    file: 'server/src/auth/token.ts',
    find: '  if (!attempt.isKnown) attempt.assertAddress()\n',
    replace: '  attempt.assertAddress()\n',
    test: ['server/src/auth/limits.test.ts', 'not shut out by one who guesses'],
  },
  {
    name: 'sign-ins-of-an-account-unbounded',
    file: 'server/src/auth/token.ts',
    find: '      ctx.limits.assertSignIn(rows)\n',
    replace: '',
    test: ['server/src/auth/limits.test.ts', 'opens sixty sessions'],
  },
  {
    name: 'mails-wait-a-minute-and-no-longer',
    file: 'server/src/auth/limits.ts',
    find: 'if (isLonger) await this.mailGap.block(key, wait)',
    replace: '',
    test: ['server/src/auth/limits.test.ts', 'of all kinds together'],
  },
  {
    name: 'mails-counted-by-kind',
    file: 'server/src/auth/limits.ts',
    find: 'const subject = asker === undefined ? email :',
    replace: 'const subject = asker === undefined ? kind + email :',
    test: ['server/src/auth/limits.test.ts', 'of all kinds together'],
  },
  {
    name: 'her-device-is-a-stranger',
    file: 'server/src/auth/limits.ts',
    find: 'return (await this.attemptsOf(account, device)) === account ? undefined : device',
    replace: 'return (await this.attemptsOf(account, device)) === account ? undefined : undefined',
    test: ['server/src/auth/limits.test.ts', 'use up nothing'],
  },
  {
    name: 'mails-of-a-change-uncounted-for-the-other',
    file: 'server/src/auth/remind.ts',
    find: 'const mayAsk = await mayMail(ctx, to)',
    replace: 'const mayAsk = Boolean(mayMail)',
    test: ['server/src/auth/limits.test.ts', 'counted for the one who gets them'],
  },
  {
    name: 'one-queue-for-all-mails',
    file: 'server/src/mail/queue.ts',
    find: 'const row = this.rows[mail.lane]',
    replace: 'const row = this.rows.ordinary',
    test: ['server/src/mail/queue.test.ts', 'lets no ordinary message delay'],
  },
  {
    name: 'passwords-estimated-without-a-bound',
    file: 'server/src/auth/guessing.ts',
    find: 'if (this.waiting.size >= MOST_WAITING) return Promise.reject(comeAgain())',
    replace: '',
    test: ['server/src/auth/guessing.test.ts', 'no more than 32'],
  },
  {
    name: 'whole-passwords-estimated',
    file: 'server/src/auth/guessing.ts',
    find: 'password: password.slice(0, READ),',
    replace: 'password,',
    test: ['server/src/auth/guessing.test.ts', 'the beginning'],
  },
  {
    name: 'passwords-estimated-in-the-event-loop',
    file: 'server/src/auth/guessing.ts',
    find: '    const worker = this.running()\n    return new Promise(',
    replace:
      '    if (password) return Promise.resolve({ score: 4, thread: 0 })\n    const worker = this.running()\n    return new Promise(',
    test: ['server/src/auth/guessing.test.ts', 'another thread'],
  },
]
