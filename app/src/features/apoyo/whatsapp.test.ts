import { expect, it } from 'vitest'
import { whatsappOf } from './whatsapp.ts'

const chat = (descripcion: string | null, pais = 'México', telefono: string | null = '+525555335533') =>
  whatsappOf({ descripcion, telefono, pais })

it.each([
  ['Línea gratuita. También hay WhatsApp: 473 164 0369.', 'México', '524731640369'],
  ['Extensiones 225 y 226; WhatsApp las 24 horas: 222 215 2270.', 'México', '522222152270'],
  ['Si no puedes hablar, escribe por WhatsApp al chat VIOLETA: 33 1415 1002.', 'México', '523314151002'],
  ['También: línea 195 opción 7 y WhatsApp 300 755 1846.', 'Colombia', '573007551846'],
  ['De 8:00 a 00:00; WhatsApp +56 9 9700 7000. En peligro, llama.', 'Chile', '56997007000'],
  ['Gratuito, las 24 horas. WhatsApp: 600 000 016.', 'España', '34600000016'],
  ['Atención jurídica; también atiende por WhatsApp en el mismo número.', 'México', '525555335533'],
  ['Las 24 horas. El mismo número responde por WhatsApp.', 'México', '525555335533'],
])('«%s» in %s leads to it', (descripcion, pais, digits) => {
  expect(chat(descripcion, pais)).toBe(`https://wa.me/${digits}`)
})

it.each([
  [null],
  ['Orientación a toda hora.'],
  ['Atiende por WhatsApp.'],
  ['Atiende por WhatsApp. Llama al 55 1234 5678.'],
  ['No atiende por WhatsApp al 55 1234 5678.'],
  ['WhatsApp: 1234 5678.'],
])('«%s» says none', (descripcion) => {
  expect(chat(descripcion)).toBeNull()
})

it('a short number has none, and a country that is not known has no code', () => {
  expect(chat('El mismo número responde por WhatsApp.', 'México', '075')).toBeNull()
  expect(chat('WhatsApp: 55 1234 5678.', 'Atlántida')).toBeNull()
})
