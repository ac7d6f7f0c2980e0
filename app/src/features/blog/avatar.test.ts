import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AVATARES, chooseAvatar } from './avatar.ts'
import { DrawnAvatar } from './DrawnAvatar.tsx'

const draw = (emoji: string) => renderToStaticMarkup(createElement(DrawnAvatar, { emoji }))

it('has a drawing of its own for each emoji that a story may get', () => {
  const drawings = AVATARES.map((_, place) => draw(chooseAvatar(() => place)))
  expect(new Set(drawings).size).toBe(AVATARES.length)
})

it('draws a flower for an emoji that another app stored', () => {
  expect(draw('🧵')).toBe(draw('🌸'))
})
