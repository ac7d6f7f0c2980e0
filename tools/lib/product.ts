import type { Product } from '../../server/src/config/environment.ts'
import type { FunctionSetting } from '../../server/src/config/functions.ts'

/** What card networks take: five to 22 plain characters, a letter among them. */
const DESCRIPTOR = /^(?=.*[A-Za-z])[A-Za-z0-9 .,&+/-]{5,22}$/
const WITH_PAYMENTS = { neededBy: 'STRIPE_SECRET_KEY' }
const WITH_SMS = { neededBy: 'TWILIO_ACCOUNT_SID' }
const WITH_WHATSAPP = { neededBy: 'WHATSAPP_TOKEN' }

const begins = (start: string): FunctionSetting['looks'] => ({
  like: new RegExp(`^${start}`),
  says: `empieza por ${start}`,
})

/**
 * What the server must know of Amparo to serve it: names, and the settings that its functions read. A checkout whose
 * payment nobody hears of would take money for nothing, so with the key all of the payments' settings are needed.
 */
export const PRODUCT: Product = {
  name: 'amparo',
  prefix: 'AMPARO_',
  functionSettings: [
    { name: 'DAILY_API_KEY' },
    { name: 'DAILY_API_URL', isService: true },
    { name: 'VIDEO_BASE_URL', isService: true },
    { name: 'STRIPE_SECRET_KEY', looks: { like: /^(sk|rk)_\w+$/, says: 'empieza por sk_ o rk_' } },
    { name: 'STRIPE_WEBHOOK_SECRET', looks: begins('whsec_'), ...WITH_PAYMENTS },
    { name: 'STRIPE_PRICE_BASICO', looks: begins('price_'), ...WITH_PAYMENTS },
    { name: 'STRIPE_PRICE_PREMIUM', looks: begins('price_'), ...WITH_PAYMENTS },
    {
      name: 'STRIPE_STATEMENT_DESCRIPTOR',
      looks: {
        like: DESCRIPTOR,
        says: 'lleva de 5 a 22 letras sin acentos, números o espacios, con una letra al menos',
      },
    },
    { name: 'STRIPE_API_URL', isService: true },
    // Without the token nobody could tell Twilio's news from anybody's, without the secret WhatsApp's.
    { name: 'TWILIO_ACCOUNT_SID', looks: begins('AC') },
    { name: 'TWILIO_AUTH_TOKEN', ...WITH_SMS },
    {
      name: 'TWILIO_FROM',
      looks: {
        like: /^(\+[1-9]\d{5,14}|MG\w+|[1-9]\d{3,7})$/,
        says: 'es un número como +525512345678, o MG…',
      },
      ...WITH_SMS,
    },
    { name: 'TWILIO_API_URL', isService: true },
    { name: 'SMS_URL', isService: true },
    { name: 'SMS_TOKEN' },
    { name: 'WHATSAPP_TOKEN' },
    { name: 'WHATSAPP_PHONE_ID', looks: { like: /^\d+$/, says: 'lleva solo cifras' }, ...WITH_WHATSAPP },
    {
      name: 'WHATSAPP_TEMPLATE',
      looks: { like: /^[a-z0-9_]+(:[a-z]{2}(_[A-Z]{2})?)?$/, says: 'es un nombre, o nombre:idioma' },
      ...WITH_WHATSAPP,
    },
    { name: 'WHATSAPP_APP_SECRET', ...WITH_WHATSAPP },
    { name: 'WHATSAPP_VERIFY_TOKEN', ...WITH_WHATSAPP },
    { name: 'WHATSAPP_API_URL', isService: true },
  ],
}
