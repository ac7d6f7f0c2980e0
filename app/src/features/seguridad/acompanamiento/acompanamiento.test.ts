import { expect, it } from 'vitest'
import { describeEnvio } from './acompanamiento.ts'

const NOW = 1_800_000_000_000
const envio = (enviadaEn: number | null, falla: 'denied' | null = null) =>
  describeEnvio({ enviadaEn, falla }, NOW)

it('claims nothing before a place has arrived', () => {
  expect(envio(null)).toEqual({ bien: false, texto: 'Intentando compartir tu ubicación…' })
  expect(envio(null, 'denied')).toEqual({
    bien: false,
    texto: 'Error de ubicación: tu enlace no muestra dónde estás',
  })
})

it('says how old the place is that the link shows', () => {
  expect(envio(NOW - 20_000)).toEqual({ bien: true, texto: 'Tu ubicación en el enlace: hace 20 s' })
  // One question that stayed without an answer is no news.
  expect(envio(NOW - 20_000, 'denied').bien).toBe(true)
  expect(envio(NOW - 600_000)).toEqual({ bien: false, texto: 'Tu ubicación en el enlace: hace 10 min' })
  expect(envio(NOW - 600_000, 'denied')).toEqual({
    bien: false,
    texto: 'Error de ubicación: tu enlace muestra dónde estabas hace 10 min',
  })
})
