import { expect, it } from 'vitest'
import { closedEquipoToast } from './closedEquipoToast.ts'

it('says that a device was closed only where a session ended', () => {
  expect(closedEquipoToast('Colibrí', 0)).toEqual({
    title: 'Ese equipo cambió mientras tanto. Mira la lista otra vez.',
  })
  expect(closedEquipoToast('Colibrí', 2).title).toBe('El equipo Colibrí quedó cerrado')
})
