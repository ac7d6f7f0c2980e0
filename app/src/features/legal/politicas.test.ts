import { beforeEach, expect, it } from 'vitest'
import { onDevice } from '../../lib/device/storage.ts'
import { tellResponsible } from './politicas.ts'

const withSettings = (settings: object) =>
  onDevice.setItem(
    'config',
    JSON.stringify({ supabaseUrl: 'https://casa.example', anonKey: 'anon', ...settings }),
  )

beforeEach(() => onDevice.removeItem('config'))

it('says in one sentence that nobody is named yet', () => {
  withSettings({})
  expect(tellResponsible()).toBe(
    'Quien opera esta instalación todavía no dice aquí quién es ni dónde está: pregúntaselo antes de contar algo delicado.',
  )
})

it('names who is responsible, where, and whom to write to', () => {
  const responsible = { name: 'Casa Abierta, A. C.', address: 'Calle 5, Oaxaca' }
  withSettings({ responsible })
  expect(tellResponsible()).toBe('Responsable de tus datos: Casa Abierta, A. C., Calle 5, Oaxaca.')
  withSettings({ responsible, supportEmail: 'ayuda@casa.example' })
  expect(tellResponsible()).toBe(
    'Responsable de tus datos: Casa Abierta, A. C., Calle 5, Oaxaca. Su correo: ayuda@casa.example',
  )
})
