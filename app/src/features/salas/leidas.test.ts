import { expect, it } from 'vitest'
import { firstUnread, hasNews, withMoment } from './leidas.ts'

it('keeps the moments of the circles that she read last, each once', () => {
  let leidas: Record<string, string> = {}
  for (let day = 1; day <= 25; day++) {
    leidas = withMoment(leidas, `sala ${day}`, `2026-11-${String(day).padStart(2, '0')}`)
  }
  expect(Object.keys(leidas)).toHaveLength(20)
  expect(leidas['sala 5']).toBeUndefined()
  expect(withMoment(leidas, 'sala 6', '2026-12-01')).toMatchObject({
    'sala 6': '2026-12-01',
    'sala 7': '2026-11-07',
  })
})

const at = (id: string, creado_en: string, user_id: string | null = 'bea') => ({
  id,
  creado_en,
  user_id,
  sala_id: 'sala',
  contenido: id,
})

it('the first line that is new is somebody else’s, after the moment up to which she has read', () => {
  const lines = [at('a', '10:00'), at('b', '11:00', 'ana'), at('c', '12:00'), at('d', '13:00')]
  expect(firstUnread(lines, '10:00', 'ana')).toBe('c')
  expect(firstUnread(lines, '13:00', 'ana')).toBeNull()
  expect(firstUnread(lines, null, 'ana'), 'a circle that she opens for the first time').toBeNull()
})

it.each([
  ['written since', '10:00', at('a', '11:00'), true],
  ['read', '11:00', at('a', '11:00'), false],
  ['her own word', '10:00', at('a', '11:00', 'ana'), false],
  ['never opened here', undefined, at('a', '11:00'), false],
  ['nobody has written', '10:00', undefined, false],
])('which circle has news: %s', (_, leida, last, news) => expect(hasNews(leida, last, 'ana')).toBe(news))
