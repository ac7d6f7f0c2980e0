import { COUNTRY } from './country.ts'
import precios from './precios.json' with { type: 'json' }

/**
 * Everything that another organisation would change to run the app under its own name:
 * name, voice line, numbers, country, currency and links.
 */
export const brand = {
  name: 'Amparo',
  tagline: 'Un espacio seguro, sabio y conectado',
  defaultUsername: 'Usuaria Amparo',
  referralFallback: 'Amiga Amparo',

  /** The tab, the task switcher and the icon never say more than this. */
  discreetTitle: 'Mi espacio',

  locale: 'es-MX',
  country: COUNTRY,

  /** Of a file that is compared with what the payment provider charges (`npm run doctor`). */
  currency: precios.moneda,
  plans: {
    basico: {
      name: 'Básico',
      price: precios.basico,
      features: [
        'Comunidad completa',
        'Diario emocional ilimitado',
        'Módulo de seguridad personal',
        'Biblioteca completa',
      ],
    },
    premium: {
      name: 'Premium',
      price: precios.premium,
      features: [
        'Todo lo de Básico',
        'Asistencia y coberturas Amparo',
        'Zona holística exclusiva',
        'Eventos y talleres premium',
      ],
    },
  },

  /** Features of the plans that are promised and not there yet: the page that sells them says so. The events are there while one is to come. */
  comingFeatures: ['Asistencia y coberturas Amparo', 'Eventos y talleres premium'],
  /** The one of them that the team's events make true. */
  premiumEvents: 'Eventos y talleres premium',
  /** Features of a plan that are open to everybody today. */
  sharedFeatures: ['Zona holística exclusiva'],

  /** Where members write for help with a payment or their account; empty until there is one. The server's setting wins. */
  supportEmail: '',

  /** Where quick exit goes: a page that anyone could have been reading. The server's setting wins. */
  exitUrl: 'https://www.google.com/search?q=clima+hoy',
  /** The same without a connection: a page of our own that the device already holds. */
  offlineExitPath: '/medidas.html',

  /** WhatsApp number of the astrology reader in international form (+52…); empty until there is one. */
  readerWhatsapp: '',
} as const
