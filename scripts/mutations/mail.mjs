/**
 * A mail that was given up leaves no more, and no attempt runs beside the next one (records 263 and 264).
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'mail-tried-again-beside-an-attempt-that-goes-on',
    file: 'server/src/mail/outbox.ts',
    find: 'await this.deliver(mail, AbortSignal.timeout(this.options.attemptMs ?? ATTEMPT_MS))',
    replace: 'await this.deliver(mail)',
    test: ['server/src/mail/outbox.test.ts', 'are taken back from an attempt'],
  },
  {
    name: 'mail-that-nobody-waits-for-leaves',
    file: 'server/src/mail/door.ts',
    find: `    reply.raw.once('close', () => gone.abort())\n`,
    replace: '',
    test: ['server/src/mail/door.test.ts', 'nobody waits any more'],
  },
  {
    name: 'mail-of-an-alert-leaves-after-it-was-given-up',
    file: 'supabase/functions/_shared/vias/correo.ts',
    find: '...writeMail(letter, { from, to, messageId }), signal }',
    replace: '...writeMail(letter, { from, to, messageId }) }',
    test: ['scripts/correo.test.ts', 'given up does not leave later'],
  },
]
