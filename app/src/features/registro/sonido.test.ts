import { expect, it } from 'vitest'
import { importLlave, seal } from '../../lib/cofre/sobre.ts'
import { MAX_BYTES as FOTO_BYTES } from './foto.ts'
import { type Hecho, LARGO, sha256 } from './registro.ts'
import { contenidoOf, MAX_BYTES } from './sonido.ts'

const base64 = (length: number) => Buffer.alloc(length, 7).toString('base64')

it('the longest words, the largest picture and the largest sound travel in one request', async () => {
  const hecho: Hecho = {
    id: 'a'.repeat(20),
    cuando: '2026-11-28T21:30',
    escrito: '2026-11-28T08:02:11.000Z',
    // Three bytes each, the most that a sign of one unit has.
    texto: '語'.repeat(LARGO),
    foto: base64(FOTO_BYTES),
    // The recorder ends a piece or two too late: two seconds of what the wildest browser records.
    sonido: {
      mime: 'audio/webm;codecs=opus',
      segundos: 180,
      sha256: '0'.repeat(64),
      datos: base64(MAX_BYTES + 24_000),
    },
    corrige: 'b'.repeat(20),
    tacha: true,
    sal: 'c'.repeat(22),
  }
  const llave = await importLlave(new Uint8Array(32))
  const notas = { [hecho.id]: { value: hecho, at: Date.now() } }
  const sobre = await seal(llave, { tabla: 'cofre', owner: 'ana', fila: 'hechos/x/1' }, notas)
  // The check of `cofre.sobre`, and a megabyte of the API (`rest/index.ts`).
  expect(sobre.length).toBeLessThanOrEqual(1_040_000)
})

it('what is played is what was hashed', async () => {
  const datos = Uint8Array.from({ length: 300 }, (_, at) => at % 256)
  const sonido = {
    mime: 'audio/mp4',
    segundos: 3,
    sha256: await sha256(datos),
    datos: Buffer.from(datos).toString('base64'),
  }
  const heard = contenidoOf(sonido, { escrito: '2026-11-28T08:02:11.000Z' })
  expect(await sha256(heard.datos)).toBe(sonido.sha256)
  expect(heard).toMatchObject({ mime: 'audio/mp4', segundos: 3 })
})
