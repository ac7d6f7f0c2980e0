import { expect, it } from 'vitest'
import { brand } from './brand.ts'
import precios from './precios.json' with { type: 'json' }

it('promises the prices that are compared with what is charged', () => {
  const promised = Object.entries(brand.plans).map(([plan, { price }]) => [plan, price])
  expect({ moneda: brand.currency, ...Object.fromEntries(promised) }).toEqual(precios)
  expect(promised.every(([, price]) => Number(price) > 0)).toBe(true)
})
