import { expect, it } from 'vitest'
import { nombreOf, rechazoOfNombre } from './nombre.ts'

it.each([
  ['Lucía', { username: 'Otra' }, 'Lucía'],
  [null, { username: 'Ana' }, 'Ana'],
  ['', { username: ' ' }, 'Usuaria Amparo'],
  [undefined, {}, 'Usuaria Amparo'],
  [undefined, { username: 7 }, 'Usuaria Amparo'],
  [undefined, null, 'Usuaria Amparo'],
])('names %j with metadata %j', (stored, metadata, expected) => {
  expect(nombreOf(stored, metadata)).toBe(expected)
})

// As supabase/tests/nombres.sql has it of the database.
it.each([
  'Ana',
  'Amparo García',
  'Ñusta',
  'María 84',
  'Luz 🌷',
  'Ma. del Carmen',
  'D’Ana',
  'Kerexu G\u0303a',
  'a'.repeat(30),
])('«%s» is a name', (name) => {
  expect(rechazoOfNombre(name)).toBeNull()
})

it.each(['Al', ' A ', 'a'.repeat(31), '\u200b\u200b\u200b'])('«%s» is too short or too long', (name) => {
  expect(rechazoOfNombre(name)).toMatch(/entre 3 y 30/)
})

it.each([
  ['letters of other languages that read as ours', 'So\u00feorte'],
  ['symbols that read as letters', 'So\u2374orte'],
  ['small capitals', '\u1d00\u1d0d\u1d18\u1d00\u0280\u1d0f'],
  ['what turns text around', 'Ana \u05d0\u05d1\u05d2'],
  ['one foreign letter', 'An\u0430'],
  ['a pile of marks', 'Ana\u0300\u0301\u0302\u0303'],
  ['pictures alone', '🌷🌷🌷'],
])('%s: other letters', (_, name) => {
  expect(rechazoOfNombre(name)).toMatch(/letras de nuestro alfabeto/)
})
