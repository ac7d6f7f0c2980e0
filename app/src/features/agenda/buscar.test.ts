import { expect, it } from 'vitest'
import { type Evento, eventoOf, vacio } from './agendaDrafts.ts'
import { buscar } from './buscar.ts'

const evento = (id: string, fecha: string, over: Partial<Evento> = {}): Evento => ({
  id,
  ...eventoOf({ ...vacio(fecha), titulo: id }),
  ultima: null,
  actualizado_en: 'v1',
  ...over,
})
const list = [
  evento('ayer', '2026-11-28', { titulo: 'Médico' }),
  evento('antes', '2026-11-01', { lugar: 'Consultorio MÉDICO' }),
  evento('luego', '2026-12-10', { notas: 'Llamar al medico' }),
  evento('cada', '2020-01-06', { titulo: 'Terapia médica', regla: 'FREQ=WEEKLY' }),
  evento('acabado', '2020-01-06', { titulo: 'Medicina', regla: 'FREQ=WEEKLY;COUNT=2' }),
]
const found = (texto: string) =>
  buscar(list, texto, '2026-11-29').map(({ evento, dia }) => `${evento.id} ${dia}`)

it('title, place and notes are searched, what is to come first', () => {
  expect(found('medic')).toEqual([
    'cada 2026-11-30',
    'luego 2026-12-10',
    'ayer 2026-11-28',
    'antes 2026-11-01',
    'acabado 2020-01-13',
  ])
})

it('every word has to occur', () => {
  expect(found('médico llamar')).toEqual(['luego 2026-12-10'])
  expect(found('  ')).toEqual([])
})
