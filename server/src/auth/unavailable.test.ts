import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { call, testConfig } from '../../testing/auth.ts'
import { createPool, Database } from '../db/database.ts'
import { Jobs } from '../jobs/jobs.ts'
import { LargeBodies } from '../limits/largeBodies.ts'
import { SecretBox } from '../tokens/secretBox.ts'
import { Tokens } from '../tokens/tokens.ts'
import { authApi } from './index.ts'

/** Nothing listens on the first port of a machine. */
const NOWHERE = { host: '127.0.0.1', port: 1, database: 'postgres' }
const NOBODY = { user: 'nobody', password: '' }

/** A refresh token that this server could have handed out: any other is refused unasked. */
const OURS = new SecretBox(testConfig().secrets.jwtSecret, 'refresh tokens').mark('abcdefghijkl')

it.each([
  { path: '/signup', body: { email: 'a@b.mx', password: 'una clave larga' } },
  { path: '/token?grant_type=password', body: { email: 'a@b.mx', password: 'una clave larga' } },
  { path: '/token?grant_type=refresh_token', body: { refresh_token: OURS } },
  { path: '/verify', body: { type: 'signup', token_hash: 'abc' } },
  { path: '/verify?type=signup&token=abc' },
  { path: '/recover', body: { email: 'a@b.mx' } },
  { path: '/user', signed: true },
])('without a database, $path answers 503 in the envelope', async ({ path, body, signed }) => {
  const config = testConfig()
  const tokens = new Tokens(config.secrets.jwtSecret)
  const authPool = createPool(NOWHERE, NOBODY)
  const db = new Database(NOWHERE, NOBODY)
  const app = Fastify()
  const log = app.log
  await app.register(authApi, {
    prefix: '/auth/v1',
    config,
    db,
    authPool,
    tokens,
    bodies: new LargeBodies(),
    log,
    jobs: new Jobs(log),
    mailer: { send: () => {} },
  })
  const claims = { role: 'authenticated', sub: '00000000-0000-4000-8000-000000000000' }
  const token = signed ? await tokens.sign(claims, 60) : undefined
  const answer = await call(app, { path, body, token })
  expect(answer).toMatchObject({ status: 503, body: { code: 'unexpected_failure' } })
  expect(answer.headers['retry-after']).toBe('1')
  await app.close()
  await Promise.all([authPool.end(), db.close()])
})
