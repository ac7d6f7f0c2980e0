import { beforeEach, expect, it, vi } from 'vitest'

const { puts, rows, told, line } = vi.hoisted(() => ({
  puts: [] as { sobre: string; credencial: string; sal: string }[],
  rows: [] as { credencial: string }[],
  told: [] as string[],
  line: { put: null as Error | null, read: null as Error | null },
}))
vi.mock('../session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../api/ask.ts', () => ({
  ask: async (build: (db: unknown) => unknown) => {
    if (line.put) throw line.put
    build({ from: () => ({ insert: (row: (typeof puts)[number]) => puts.push(row) }) })
  },
}))
vi.mock('./cofre.ts', async (original) => ({
  ...(await original<object>()),
  rawToSeal: async () => new Uint8Array(32).fill(7),
  openByCodigo: async (_: string, { id }: { id: string }) =>
    puts.some(({ sobre }) => llaveOf(sobre) === id) ? 'abierto' : 'desconocido',
  ranurasOptions: () => ({
    queryKey: ['ranuras'],
    queryFn: async () => {
      if (line.read) throw line.read
      return rows
    },
  }),
}))

const { AccesoCancelado, accesosOf, addAcceso, openByAcceso, renewAcceso, SinPrf } = await import(
  './acceso.ts'
)
const { ServiceError } = await import('../api/errors.ts')
const { llaveOf, toBase64Url } = await import('./sobre.ts')

const secret = crypto.getRandomValues(new Uint8Array(32))
const rawId = crypto.getRandomValues(new Uint8Array(32))
const credencial = toBase64Url(rawId)
/** What a passkey makes of a salt. */
const prfOf = async (sal: BufferSource) =>
  crypto.subtle.sign(
    'HMAC',
    await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    sal,
  )
/** How the phone's keeper of passkeys answers when one is made: with the secret, with the promise of one, or without. */
let keeper: 'gives' | 'promises' | 'none' = 'gives'
let asksFor: PublicKeyCredentialCreationOptions
const credentials = {
  create: async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
    asksFor = publicKey
    const first = await prfOf(publicKey.extensions!.prf!.eval!.first)
    const prf = {
      gives: { enabled: true, results: { first } },
      promises: { enabled: true },
      none: undefined,
    }[keeper]
    return { rawId, getClientExtensionResults: () => ({ prf }) }
  },
  get: async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
    const first = await prfOf(publicKey.extensions!.prf!.evalByCredential![credencial]!.first)
    return { rawId, getClientExtensionResults: () => ({ prf: { results: { first } } }) }
  },
}
const add = () => addAcceso('ana', [], (put) => put())

beforeEach(() => {
  puts.length = rows.length = told.length = 0
  line.put = line.read = null
  keeper = 'gives'
  vi.stubGlobal('navigator', { credentials })
  vi.stubGlobal('location', { hostname: 'site.test' })
  vi.stubGlobal('PublicKeyCredential', {
    signalUnknownCredential: async ({ credentialId }: { credentialId: string }) =>
      void told.push(credentialId),
  })
})

it.each(['gives', 'promises'] as const)(
  'a passkey whose keeper %s its secret opens what it wrapped',
  async (how) => {
    keeper = how
    await add()
    expect(puts).toMatchObject([{ credencial, sal: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(await openByAcceso('ana', [{ ...puts[0]!, desde: '', llaves: [] }])).toBe('abierto')
    expect(told).toEqual([])
  },
)

it('the phone is told nothing of her, and asked to make sure that it is she', async () => {
  await add()
  expect(asksFor).toMatchObject({
    rp: { name: 'Mi espacio' },
    user: { name: 'Mi espacio', displayName: 'Mi espacio' },
    authenticatorSelection: { userVerification: 'required' },
  })
})

it('one that cannot open anything, or was not stored, is not left in the phone', async () => {
  keeper = 'none'
  await expect(add()).rejects.toThrow(SinPrf)
  expect(told).toEqual([credencial])
  keeper = 'gives'
  line.put = new ServiceError('Puedes tener hasta 5', 'PT422', 422)
  await expect(add()).rejects.toThrow('hasta 5')
  expect(told).toEqual([credencial, credencial])
})

it('where the answer got lost it is neither said to have failed nor taken from the phone', async () => {
  line.put = new ServiceError('Parece que no hay conexión.', 'network', 0)
  rows.push({ credencial })
  await add()
  line.read = line.put
  await expect(add()).rejects.toThrow('no hay conexión')
  expect(told).toEqual([])
})

it('one whose renewal was stored, and only the answer lost, is renewed by the next try', async () => {
  await add()
  line.put = new ServiceError('Eso ya estaba guardado.', '23505', 409)
  await renewAcceso('ana', { ...puts[0]!, desde: '', llaves: [] }, (put) => put())
})

it('what she closes is no failure', async () => {
  vi.stubGlobal('navigator', {
    credentials: { ...credentials, create: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  })
  await expect(add()).rejects.toThrow(AccesoCancelado)
})

it('a passkey that was renewed is one, of the day it was added', () => {
  const of = (credencial: string | null, llave: string, creada_en: string) => ({
    credencial,
    sal: credencial && 's',
    llave,
    creada_en,
  })
  expect(
    accesosOf([of('a', 'new', '3'), of('b', 'old', '2'), of(null, 'old', '1'), of('a', 'old', '0')]),
  ).toEqual([
    { credencial: 'b', sal: 's', desde: '2', llaves: ['old'] },
    { credencial: 'a', sal: 's', desde: '0', llaves: ['new', 'old'] },
  ])
})
