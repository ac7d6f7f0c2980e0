import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { brand } from '../../lib/installation/brand.ts'
import { PlanCard } from './PlanCard.tsx'

it('ticks what a plan gives today: neither what is to come nor what is open to everybody', () => {
  const html = renderToStaticMarkup(
    <PlanCard
      id="premium"
      coming={brand.comingFeatures}
      checked={false}
      current={false}
      onChoose={() => {}}
    />,
  )
  const rows = html.split('<li').slice(1)
  const ticked = rows.filter((row) => row.includes('lucide-check'))
  expect(rows).toHaveLength(4)
  expect(ticked).toHaveLength(1)
  expect(ticked[0]).toContain('Todo lo de Básico')
  expect(rows.find((row) => row.includes('Zona holística exclusiva'))).toContain('hoy, para todas')
})
