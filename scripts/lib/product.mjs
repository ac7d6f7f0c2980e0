/** What card networks take: five to 22 plain characters, a letter among them. */
const DESCRIPTOR = /^(?=.*[A-Za-z])[A-Za-z0-9 .,&+/-]{5,22}$/
const WITH_PAYMENTS = { neededBy: 'STRIPE_SECRET_KEY' }

/** @param {string} start @returns {import('../../server/src/settings/functions.ts').FunctionSetting['looks']} */
const begins = (start) => ({ like: new RegExp(`^${start}`), says: `must begin with ${start}` })

/**
 * What the server must know of Amparo to serve it: names, and the settings that its functions read. A checkout whose
 * payment nobody hears of would take money for nothing, so with the key all of the payments' settings are needed.
 * @type {import('../../server/src/settings/environment.ts').Product}
 */
export const PRODUCT = {
  name: 'amparo',
  prefix: 'AMPARO_',
  functionSettings: [
    { name: 'DAILY_API_KEY' },
    { name: 'DAILY_API_URL', isService: true },
    { name: 'VIDEO_BASE_URL', isService: true },
    { name: 'STRIPE_SECRET_KEY', looks: { like: /^(sk|rk)_\w+$/, says: 'must begin with sk_ or rk_' } },
    { name: 'STRIPE_WEBHOOK_SECRET', looks: begins('whsec_'), ...WITH_PAYMENTS },
    { name: 'STRIPE_PRICE_BASICO', looks: begins('price_'), ...WITH_PAYMENTS },
    { name: 'STRIPE_PRICE_PREMIUM', looks: begins('price_'), ...WITH_PAYMENTS },
    {
      name: 'STRIPE_STATEMENT_DESCRIPTOR',
      looks: { like: DESCRIPTOR, says: 'needs 5 to 22 plain characters, with a letter' },
    },
    { name: 'STRIPE_API_URL', isService: true },
  ],
}
