import { asService, rpcAsMember } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json, Refusal } from '../_shared/refusal.ts'
import { idOf, openLlave, readSecret, sealLlave } from './sobre.ts'

/** More keys than a device has after years of changing them. */
const MOST = 50
/** 32 bytes in base64url. */
const LLAVE = /^[\w-]{43}$/

/**
 * Makes the handler of `devolucion`, the installation's slot of a vault (docs/vault.md). The database decides who and when; this has the secret
 * that wraps and opens, and writes no key anywhere, nor into an error.
 *
 * `{ accion: 'guardar', llaves }` wraps her keys and stores them, `{ accion: 'recoger' }` answers them, once the day has passed.
 * @returns 200 `{}` or `{ llaves }`; 400 for anything else; 409 also where no stored key opens; 503 without a secret; and what the database
 *   refuses: 401, 403, 409, 428, 429. Refusals as `{ error, code }`
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    const secret = env('FUNCTIONS_SECRET')
    if (!secret) throw new Refusal(503, 'Aquí el equipo no puede devolver llaves.')
    const { accion, llaves } = await bodyOf(request)
    if (accion === 'recoger') return json(200, { llaves: await recoger(env, request, secret) })
    if (accion !== 'guardar' || !areLlaves(llaves)) throw new Refusal(400, 'No se entiende lo que pides.')
    await guardar(env, request, { secret, llaves })
    return json(200, {})
  })
}

async function bodyOf(request: Request): Promise<{ accion?: unknown; llaves?: unknown }> {
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null ? body : {}
}

const areLlaves = (given: unknown): given is string[] =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= MOST &&
  given.every((one) => typeof one === 'string' && LLAVE.test(one))

type Guardar = { secret: string; llaves: string[] }

async function guardar(env: Env, request: Request, { secret, llaves }: Guardar): Promise<void> {
  const cuenta = await rpcAsMember<string>(env, request, 'preparar_ranura_del_equipo')
  const wrapping = await readSecret(secret)
  const ranuras = await Promise.all(
    [...new Set(llaves)].map(async (llave) => ({
      llave: await idOf(llave),
      sobre: await sealLlave(wrapping, cuenta, llave),
    })),
  )
  await asService(env, 'rpc/guardar_ranuras_del_equipo', { cuenta, ranuras })
}

type Tomada = { de: string; ranuras: { llave: string; sobre: string }[] | null }

async function recoger(env: Env, request: Request, secret: string): Promise<string[]> {
  const { de, ranuras } = await rpcAsMember<Tomada>(env, request, 'tomar_devolucion')
  const wrapping = await readSecret(secret)
  const opened = await Promise.all((ranuras ?? []).map(({ sobre }) => openLlave(wrapping, de, sobre)))
  const llaves = opened.filter((llave) => llave !== null)
  // The installation has another secret than when they were wrapped.
  if (llaves.length === 0)
    throw new Refusal(409, 'El equipo ya no puede abrir tu llave. Busca tu código de 12 palabras.')
  return llaves
}
