import { expect, it } from 'vitest'
import { hasPeligro } from './peligro.ts'

it.each([
  'Dice que me va a matar',
  'ME AMENAZÓ con un cuchillo',
  'Me está golpeando otra vez',
  'me pegó\nanoche',
  'No me deja salir de la casa',
  'nos tiene encerradas',
  'Ya no quiero vivir',
  'a veces pienso en matarme',
  'Quiero morirme',
  'Él me violó',
  'tengo mucho miedo, está afuera',
])('danger: %s', (text) => expect(hasPeligro(text)).toBe(true))

it.each([
  'Un martes hice mi maleta.',
  'Me muero de risa con mis amigas',
  'Maté el tiempo leyendo',
  'La amenaza de lluvia no me detuvo',
  'Pegué un póster en la pared',
  'Mi hijo pegado a mí, salimos',
  '',
])('none: %s', (text) => expect(hasPeligro(text)).toBe(false))
