import { afterEach, expect, it, vi } from 'vitest'
import { deviceZona, zonasByHora } from './zona.ts'

afterEach(() => void vi.restoreAllMocks())

it.each([
  ['America/Bogota', 'America/Bogota'],
  ['Etc/Unknown', null],
  [undefined, null],
])('the zone that a browser calls %s', (timeZone, zona) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never)
  expect(deviceZona()).toBe(zona)
})

it('each hour stands once, with a zone where it is that time', () => {
  const now = new Date('2026-11-28T20:20:00Z')
  const zonas = zonasByHora(now)
  expect(new Set(zonas.map(({ hora }) => hora)).size).toBe(24)
  for (const { zona, hora } of zonas)
    expect(
      now.toLocaleTimeString('es-MX', {
        timeZone: zona,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
      zona,
    ).toBe(hora)
})
