import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unlistedPages } from './robots.ts'

let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  unlistedPages(app, ['/track/', '/invited/'])
  app.get('/', async () => 'page')
})
afterAll(() => app.close())

describe('X-Robots-Tag', () => {
  it.each([
    '/track/secret',
    '/TRACK/secret?x=1',
    '/%74rack/secret',
    '/invited/by-her',
    '/auth/v1/verify?token=x',
    '/storage/v1/object/x',
  ])('keeps %s out of the lists, whatever the status', async (url) => {
    expect((await app.inject(url)).headers['x-robots-tag']).toBe('noindex, nofollow, noarchive')
  })

  it.each(['/', '/?next=/track/', '/about', '/tracking'])('says nothing of %s', async (url) => {
    expect((await app.inject(url)).headers['x-robots-tag']).toBeUndefined()
  })
})
