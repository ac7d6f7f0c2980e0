import { expect, it } from 'vitest'
import { secciones } from './practicas.ts'

it('are five rituals, five energy baths and five meditations, each with time, materials and steps', () => {
  expect(secciones.map(({ titulo, practicas }) => [titulo, practicas.length])).toEqual([
    ['Rituales', 5],
    ['Baños de energía', 5],
    ['Meditaciones', 5],
  ])
  for (const { tiempo, materiales, pasos } of secciones.flatMap(({ practicas }) => practicas)) {
    expect(tiempo).toMatch(/^\d+ minutos$/)
    expect(materiales.length).toBeGreaterThan(0)
    expect(pasos.length).toBeGreaterThanOrEqual(3)
  }
})

it('promise no cure', () => {
  expect(JSON.stringify(secciones)).not.toMatch(
    /\b(cura|sana|alivia|trata|elimina|garantiza|desintoxica|enfermedad)/i,
  )
})
