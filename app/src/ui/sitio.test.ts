import { expect, it } from 'vitest'
import { moveOff } from './sitio.ts'

const screen = { top: 0, bottom: 568 }

it.each([
  ['nothing is in its way', { top: 380, bottom: 490 }, [{ top: 10, bottom: 54 }], 0],
  ['the number of help is below it: above that', { top: 380, bottom: 490 }, [{ top: 420, bottom: 472 }], -78],
  ['the way out is below it: under that', { top: 20, bottom: 120 }, [{ top: 10, bottom: 54 }], 42],
  [
    'one is above and one below: between them',
    { top: 72, bottom: 172 },
    [
      { top: 60, bottom: 104 },
      { top: 300, bottom: 352 },
    ],
    40,
  ],
  [
    'the nearest place is taken too: past both',
    { top: 300, bottom: 400 },
    [
      { top: 380, bottom: 432 },
      { top: 240, bottom: 284 },
    ],
    140,
  ],
  ['it fits nowhere: it stays', { top: 0, bottom: 500 }, [{ top: 200, bottom: 252 }], 0],
])('%s', (_, notice, libre, moved) => {
  expect(moveOff(notice, [libre], screen)).toBe(moved)
})

const exit = [{ top: 10, bottom: 54 }]

it('keeps off what is less urgent too, where there is room for it', () => {
  expect(moveOff({ top: 440, bottom: 540 }, [exit, [{ top: 400, bottom: 450 }]], screen)).toBe(18)
})

it('gives up as little of what is less urgent as can be where there is no room, and nothing else', () => {
  const cards = [0, 80, 160, 240, 320, 400, 480].map((top) => ({ top, bottom: top + 70 }))
  expect(moveOff({ top: 440, bottom: 540 }, [exit, [], cards], screen)).toBe(0)
  expect(moveOff({ top: 20, bottom: 120 }, [exit, [], cards], screen)).toBe(58)
})

it('gives up one of what is less urgent, and not all of it, where there is no room for all', () => {
  const [above, here] = [
    { top: 300, bottom: 372 },
    { top: 430, bottom: 560 },
  ]
  // Under the way out there is room for it beside neither of both: the lesser one of two is covered, not both.
  const narrow = { top: 250, bottom: 568 }
  expect(moveOff({ top: 340, bottom: 460 }, [exit, [here], [above]], narrow)).toBe(-38)
  expect(moveOff({ top: 340, bottom: 460 }, [exit, [above], [here]], narrow)).toBe(40)
})

it('lies over the edge of what fills the screen, not over its middle', () => {
  const [call, panic] = [
    { top: 372, bottom: 424 },
    { top: 140, bottom: 334 },
  ]
  // Above the call and below the bar there is room for it only over the button: 25 px of its top instead of 77 of its end.
  const narrow = { top: 65, bottom: 455 }
  expect(moveOff({ top: 336, bottom: 443 }, [[call], [panic]], narrow)).toBe(65 - 336)
})
