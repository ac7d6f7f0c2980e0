// biome-ignore-all lint/style/noRestrictedImports: the API is tried with a project folder as the server reads it
import path from 'node:path'
import {
  createClient,
  FunctionsHttpError,
  FunctionsRelayError,
  type SupabaseClient,
} from '@supabase/supabase-js'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readProject } from '../config/project.ts'
import { allowOrigins } from '../http/cors.ts'
import { Tokens } from '../tokens/tokens.ts'
import { type FunctionsApiOptions, functionsApi } from './index.ts'

const PROJECT = path.join(import.meta.dirname, '../../testing/project')
const tokens = new Tokens('a-secret-of-this-test-with-32-bytes-and-more')

let app: FastifyInstance
let url: string
let anonKey: string
let supabase: SupabaseClient
beforeAll(async () => {
  anonKey = await tokens.sign({ role: 'anon' })
  app = Fastify()
  await allowOrigins(app, ['https://amparo.example'])
  await app.register(functionsApi, {
    prefix: '/functions/v1',
    tokens,
    log: app.log,
    timeLimitMs: 300,
    ownUrl: () => url,
    config: {
      projectDir: PROJECT,
      project: await readProject(PROJECT),
      siteUrl: 'https://amparo.example',
      secrets: { anonKey, serviceRoleKey: '' },
      functionSettings: { DAILY_API_KEY: 'of-the-operator' },
    },
  } as unknown as FunctionsApiOptions)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  supabase = createClient(url, anonKey, { realtime: { transport: WebSocket as never } })
})
afterAll(() => app?.close())

const call = (name: string, options: RequestInit = {}) => fetch(`${url}/functions/v1/${name}`, options)
const authorization = () => ({ authorization: `Bearer ${anonKey}` })

describe('a function', () => {
  it('is given the request and its settings, and nothing else of the host', async () => {
    const { data, error, response } = await supabase.functions.invoke('echo', { body: { hola: 'ñ' } })
    expect(error).toBeNull()
    expect(response!.status).toBe(201)
    expect(response!.headers.get('x-of-mine')).toBe('yes')
    expect(data).toEqual({
      method: 'POST',
      path: '/functions/v1/echo',
      body: '{"hola":"ñ"}',
      authorization: 'Bearer ',
      given: 'of-the-operator',
      hidden: null,
    })
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('may be called by %s', async (method) => {
    expect((await supabase.functions.invoke('echo', { method })).data).toMatchObject({ method })
  })

  it('does not decide which pages may call it', async () => {
    const origin = async (from: string) =>
      (await call('echo', { headers: { ...authorization(), origin: from } })).headers.get(
        'access-control-allow-origin',
      )
    expect(await origin('https://amparo.example')).toBe('https://amparo.example')
    expect(await origin('https://evil.example')).toBeNull()
    const preflight = await call('echo', {
      method: 'OPTIONS',
      headers: { origin: 'https://amparo.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
  })

  it('that wants no token is called without one', async () => {
    expect(await (await call('open', { method: 'POST' })).text()).toBe('for everybody')
  })
})

describe('what goes wrong', () => {
  it('is told as functions-js tells it apart', async () => {
    const failed = await supabase.functions.invoke('fails')
    expect(failed.error).toBeInstanceOf(FunctionsHttpError)
    expect(failed.response!.status).toBe(500)
    expect(await failed.response!.text()).not.toContain('secret')
    for (const [name, status] of [
      ['broken', 503],
      ['slow', 504],
    ] as const) {
      const { error, response } = await supabase.functions.invoke(name)
      expect(error, name).toBeInstanceOf(FunctionsRelayError)
      expect(response!.status, name).toBe(status)
    }
  })

  it.each([
    'none',
    'off',
    '_shared',
    '..',
    '%2e%2e',
    'echo%00',
    'echo%2f..%2fopen',
    '__proto__',
    'x'.repeat(70),
  ])('there is no %s', async (name) => {
    const response = await call(name, { method: 'POST', headers: authorization() })
    expect(response.status).toBe(404)
  })

  it.each([
    ['none', {}, 'UNAUTHORIZED_NO_AUTH_HEADER'],
    ['no bearer token', { authorization: 'Basic x' }, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
    ['no token', { authorization: 'Bearer x' }, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
    ['a key alone', { apikey: 'x' }, 'UNAUTHORIZED_NO_AUTH_HEADER'],
  ])('a call with a token that is %s is refused', async (_what, headers, code) => {
    const response = await call('echo', { method: 'POST', headers: headers as Record<string, string> })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code })
  })

  it('so is one with a token that another key signed, or that has expired', async () => {
    const other = new Tokens('another-secret-that-is-long-enough-for-this')
    for (const token of [
      await other.sign({ role: 'authenticated' }),
      await tokens.sign({ role: 'authenticated' }, -10),
      await tokens.sign({ role: 'postgres' }),
    ]) {
      const response = await call('echo', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(401)
    }
  })

  it('a body above a megabyte is refused', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1)
    expect((await call('echo', { method: 'POST', body, headers: authorization() })).status).toBe(413)
  })
})
