import { expect, it } from 'vitest'
import { unreadable } from './oldest.ts'

it.each([
  ['a.js', 'export const x = /(?<![a-z])sola/', 'a pattern with a lookbehind'],
  ['a.js', 'new RegExp(`(?<=\\\\d)px`)', 'a pattern with a lookbehind'],
  ['a.js', 'class A{static{run()}}', 'a static block of a class'],
  ['a.js', 'class A{x=1;static  {run()}}', 'a static block of a class'],
  ['a.css', '.a{color:red;& .b{color:blue}}', 'rules within rules'],
  ['a.css', '.a{.b{color:blue}}', 'rules within rules'],
  ['a.css', '@media (width >= 48rem){.a{color:red}}', 'a range in a query'],
])('finds in %s what Safari 16.0 cannot read: %s', async (file, text, found) => {
  expect(await unreadable(file, text)).toEqual([`${file}: ${found}`])
})

it.each([
  ['a.js', 'export const x = /(?<name>[a-z]+)(?!sola)/'],
  [
    'a.css',
    '@media (min-width: 48rem){.a{color:red}@supports (color: color-mix(in srgb, red, red)){.a{color:blue}}}',
  ],
  ['a.css', '@container (min-width: 17rem){.a>.b{color:red}}'],
  ['a.svg', '<svg/>'],
  ['a.txt', '@media (width >= 48rem){.a{.b{color:red}}}'],
])('leaves %s alone: %s', async (file, text) => {
  expect(await unreadable(file, text)).toEqual([])
})
