import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { archivoOf, type Dispositivo, describeLoss, readDispositivo, soloAqui } from './soloAqui.ts'

const nothing: Dispositivo = {
  claves: {},
  ciclo: null,
  notas: { animo: [], ciclo: [], plan: [], medicamentos: [], hechos: [] },
  borradores: [],
  porEnviar: { archivos: [], kept: true },
  llave: false,
}

afterEach(() => vi.unstubAllGlobals())

it('finds nothing to lose where only the app has written', () => {
  const claves = {
    blogPosts: [{ id: 'semilla-1', title: 'Aquí tu historia tiene lugar' }],
    locationSharing: false,
    assistantConfig: { name: '', avatar: '' },
    healthAppointments: 'nada que se lea',
    healthMedications: null,
  }
  expect(soloAqui({ ...nothing, claves, borradores: ['  ', null] })).toEqual([])
})

it('names what signing out would erase, and writes it down', () => {
  const cosas = soloAqui({
    claves: {
      assistantConfig: { name: 'Sol' },
      llamada: { nombres: ['Mamá', 'Rosa', 'Trabajo'], elegida: 1 },
      healthAppointments: [
        { id: '1', doctor: 'Dra. Paz', specialty: 'General', date: '2026-11-30', time: '' },
      ],
      healthMedications: [{ id: '1', name: 'Hierro', dosage: '1', frequency: 'diario', nextDose: '' }],
    },
    ciclo: '2026-11-03',
    notas: {
      animo: ['22 de noviembre de 2026: Regular'],
      ciclo: ['4 de noviembre de 2026: flujo medio'],
      plan: [],
      medicamentos: [],
      hechos: [],
    },
    porEnviar: { archivos: [], kept: true },
    llave: true,
    borradores: ['Hoy pude decir que no.', { titulo: 'Cita', base: null, hora: '', notificar: true }],
  })
  expect(cosas.map(({ nombre }) => nombre)).toEqual([
    'tu ciclo',
    'tu ánimo',
    'tus citas médicas',
    'tus medicamentos',
    'el nombre de tu asistente',
    'los nombres de tu llamada segura',
    'tu llave',
    'lo que escribías sin guardar',
  ])
  expect(describeLoss(cosas.slice(0, 2))).toContain('lo que solo está aquí: tu ciclo, tu ánimo. ')
  expect(describeLoss([])).toBe('')
  const archivo = archivoOf(cosas)
  for (const words of [
    '3 de noviembre de 2026',
    'flujo medio',
    'Regular',
    'Dra. Paz, General, 2026-11-30',
    'Hierro, 1, diario',
    'Sol',
    'Rosa',
    'Hoy pude decir que no.',
    'Cita',
  ])
    expect(archivo).toContain(words)
})

it('names files that have not arrived: they stay where the device has them, and go with the page where it has not', () => {
  const archivos = ['Nota de voz del 29 de noviembre de 2026, 10:40']
  const [stays] = soloAqui({ ...nothing, porEnviar: { archivos, kept: true } })
  expect(stays).toEqual({ nombre: 'fotos y audios por enviar', texto: archivos[0], queda: true })
  expect(describeLoss([stays!])).toContain('Tus fotos y audios por enviar se quedan en este dispositivo')
  expect(describeLoss([stays!])).not.toContain('se borra')
  const [goes] = soloAqui({ ...nothing, porEnviar: { archivos, kept: false } })
  expect(describeLoss([goes!])).toContain('se borra lo que solo está aquí: fotos y audios por enviar. ')
})

it('has what older apps kept, while it stands in the open and once it is sealed', async () => {
  const kept = new Map([
    ['sesion', JSON.stringify({ access_token: 'a', refresh_token: 'b', user: { id: 'ana' } })],
  ])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const claves = {
    assistantConfig: { name: 'Sol', avatar: '' },
    healthAppointments: [{ id: '1', doctor: 'Dra. Paz', specialty: 'General', date: '2026-11-30', time: '' }],
    healthMedications: [{ id: '1', name: 'Hierro', dosage: '1', frequency: 'diario', nextDose: '' }],
    llamada: { nombres: ['Mamá', 'Rosa', 'Trabajo'], elegida: 1 },
    locationSharing: true,
    blogPosts: [{ id: '1', title: 'Mi historia' }],
  }
  for (const [key, value] of Object.entries(claves)) kept.set(key, JSON.stringify(value))
  for (let times = 0; times < 2; times += 1) {
    const dispositivo = await readDispositivo('ana')
    expect(dispositivo.claves).toEqual(claves)
    expect(soloAqui(dispositivo).map(({ nombre }) => nombre)).toEqual([
      'tus citas médicas',
      'tus medicamentos',
      'el nombre de tu asistente',
      'los nombres de tu llamada segura',
      'historias de este navegador',
    ])
    expect([...kept.keys()].sort()).toEqual(['blogPosts', 'locationSharing', 'sesion'])
  }
})
