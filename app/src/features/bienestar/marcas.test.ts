import { expect, it } from 'vitest'
import { countTomas, marcaInWords, marcasOf } from './marcas.ts'

const DIAS = ['2026-11-11', '2026-11-12', '2026-11-13']
const nota = <Value>(id: string, value: Value) => ({ id, at: 0, value })
const toma = (medicamento: string, fecha: string, hora: string, estado: 'tomada' | 'omitida') =>
  nota(`${medicamento} ${fecha} ${hora}`, { medicamento, fecha, hora, estado })
const hierro = nota('hierro', {
  nombre: 'Hierro',
  dosis: '',
  horas: ['08:00'],
  dias: [],
  quedan: null,
  frecuencia: '',
})

it('a day says everything that it holds; one that holds nothing is not marked', () => {
  const tomas = countTomas({
    medicamentos: [hierro],
    tomas: [
      toma('hierro', '2026-11-12', '08:00', 'tomada'),
      toma('hierro', '2026-11-12', '14:00', 'tomada'),
      toma('hierro', '2026-11-12', '20:00', 'omitida'),
      // Of a medicine that she has no more.
      toma('otro', '2026-11-11', '08:00', 'tomada'),
    ],
  })
  const animo = { fecha: '2026-11-12', hora: '', animo: 'Muy bien' as const, motivos: [], palabra: '' }
  const marcas = marcasOf(DIAS, new Map([['2026-11-12', [nota('a', animo)]]]), tomas, {
    enCiclo: (fecha) => (fecha === '2026-11-12' ? 'inicio' : fecha === '2026-11-13' ? 'proximo' : null),
    escrito: (fecha) => (fecha === '2026-11-12' ? 'entrada' : null),
    citas: (fecha) => (fecha === '2026-11-12' ? ['una', 'otra'] : fecha === '2026-11-13' ? ['una'] : []),
  })
  expect([...marcas].map(([fecha, marca]) => `${fecha}: ${marcaInWords(marca)}`)).toEqual([
    '2026-11-12: empezó tu periodo, ánimo muy bien, una entrada, 2 citas, 2 dosis tomadas, una dosis omitida',
    '2026-11-13: puede empezar tu periodo, una cita',
  ])
})
