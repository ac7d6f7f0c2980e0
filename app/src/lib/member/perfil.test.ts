import { expect, it } from 'vitest'
import { planOf } from './perfil.ts'

it('says a default plan of a missing row, and none while her profile loads', () => {
  expect(planOf(undefined)).toBeNull()
  expect(planOf(null)).toBe('basico')
  expect(planOf({ tipo_plan: null })).toBe('basico')
  expect(planOf({ tipo_plan: 'premium' })).toBe('premium')
})
