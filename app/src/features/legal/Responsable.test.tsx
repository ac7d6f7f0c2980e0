import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import { onDevice } from '../../lib/device/storage.ts'
import { Responsable } from './Responsable.tsx'

const SERVICE = { supabaseUrl: 'https://casa.example', anonKey: 'anon' }
const shown = (settings: object) => {
  onDevice.setItem('config', JSON.stringify({ ...SERVICE, ...settings }))
  return renderToStaticMarkup(<Responsable />).replaceAll(/<wbr\/?>|<[^>]+>/g, '')
}

beforeEach(() => onDevice.removeItem('config'))

it('says in one sentence that nobody is named yet', () => {
  expect(shown({})).toBe(
    'Quien opera esta instalación todavía no dice aquí quién es ni dónde está: pregúntaselo antes de contar algo delicado.',
  )
})

it('names who is responsible, where, and whom to write to', () => {
  const responsible = { name: 'Casa Abierta, A. C.', address: 'Calle 5, Oaxaca' }
  expect(shown({ responsible })).toBe('Responsable de tus datos: Casa Abierta, A. C., Calle 5, Oaxaca.')
  expect(shown({ responsible, supportEmail: 'ayuda@casa.example' })).toBe(
    'Responsable de tus datos: Casa Abierta, A. C., Calle 5, Oaxaca. Su correo: ayuda@casa.example',
  )
})
