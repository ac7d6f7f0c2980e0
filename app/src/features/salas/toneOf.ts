import type { Sala } from './salas.ts'

const TONES = [
  'bg-jacaranda-suave text-jacaranda-texto',
  'bg-bugambilia-suave text-bugambilia-texto',
  'bg-salvia-suave text-salvia-texto',
  'bg-maiz-suave text-maiz-texto',
]

/** A colour derived from the circle, so that it does not depend on the order of the list. */
export function toneOf(sala: Sala): string | undefined {
  let sum = 0
  for (const letter of sala.icono ?? sala.id) sum += letter.charCodeAt(0)
  return TONES[sum % TONES.length]
}
