import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readBlogPosts } from './blogPosts.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('an empty browser shows two seed posts, and keeps them in the specified shape', () => {
  expect(readBlogPosts()).toHaveLength(2)
  const kept = JSON.parse(stored.get('blogPosts')!) as object[]
  expect(kept).toHaveLength(2)
  for (const post of kept) {
    expect(Object.keys(post).sort()).toEqual([
      'author',
      'avatar',
      'comments',
      'content',
      'id',
      'likes',
      'title',
    ])
  }
})

it('what is kept is shown as it is', () => {
  const post = { id: 7, author: 'Lía', title: 'Hola', content: 'Mundo', likes: 3, comments: 2, avatar: '🌵' }
  stored.set('blogPosts', JSON.stringify([post]))
  expect(readBlogPosts()).toEqual([{ ...post, id: '7-0' }])
})

it.each(['[]', '{}', 'null', '"x"', 'no es JSON', '[null, 3, {}, {"likes": 4}]'])(
  '%s counts as empty',
  (text) => {
    stored.set('blogPosts', text)
    const seeds = [{ id: 'semilla-1' }, { id: 'semilla-2' }]
    expect(readBlogPosts()).toMatchObject(seeds)
    if (text.startsWith('[')) expect(JSON.parse(stored.get('blogPosts')!)).toMatchObject(seeds)
  },
)

it('a post is shown beside what is none, with a title or a text alone', () => {
  stored.set(
    'blogPosts',
    '[null, 3, {}, {"title": "Hola", "likes": 2.9}, {"content": "Mundo", "likes": 1e999}]',
  )
  expect(readBlogPosts()).toMatchObject([
    { id: '-3', title: 'Hola', content: '', likes: 2 },
    { id: '-4', title: '', content: 'Mundo', likes: 0 },
  ])
})

it('wrong values become harmless ones', () => {
  stored.set('blogPosts', JSON.stringify([{ title: 'Hola', likes: 'mil', comments: -4, author: {} }]))
  expect(readBlogPosts()).toMatchObject([{ title: 'Hola', likes: 0, comments: 0, author: '', content: '' }])
})

it('a browser that keeps nothing shows the seeds', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
  })
  expect(readBlogPosts()).toHaveLength(2)
})
