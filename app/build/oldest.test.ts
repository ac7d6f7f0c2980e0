import { expect, it } from 'vitest'
import { unreadable } from './oldest.ts'

it.each([
  ['a.js', 'export const x = /(?<![a-z])sola/'],
  ['a.js', 'new RegExp(`(?<=\\\\d)px`)'],
  ['a.js', 'class A{static{run()}}'],
  ['a.css', '.a{color:red;& .b{color:blue}}'],
  ['a.css', '.a{.b{color:blue}}'],
  ['a.css', '@media (width >= 48rem){.a{color:red}}'],
])('finds in %s what Safari 16.0 cannot read: %s', async (file, text) => {
  expect(await unreadable(file, text)).toHaveLength(1)
})

it.each([
  ['a.js', 'export const x = /(?<name>[a-z]+)(?!sola)/'],
  [
    'a.css',
    '@media (min-width: 48rem){.a{color:red}@supports (color: color-mix(in srgb, red, red)){.a{color:blue}}}',
  ],
  ['a.css', '@container (min-width: 17rem){.a>.b{color:red}}'],
  ['a.svg', '<svg/>'],
])('leaves %s alone: %s', async (file, text) => {
  expect(await unreadable(file, text)).toEqual([])
})
