import { expect, it } from 'vitest'
import { createKey, hashName, importNameKey, seal, unseal } from './seal.ts'

const secret = { nombre: 'Lucía', telefono: '+525512345678' }

it('gives back what it sealed', async () => {
  const key = await createKey()
  expect(await unseal(key, await seal(key, secret))).toEqual(secret)
})

it('shows nothing of it, and never twice the same', async () => {
  const key = await createKey()
  const [one, other] = [await seal(key, secret), await seal(key, secret)]
  const bytes = new TextDecoder('latin1').decode(one.data)
  expect(bytes).not.toContain('5512345678')
  expect(bytes).not.toBe(new TextDecoder('latin1').decode(other.data))
})

it('refuses another key, and what was tampered with', async () => {
  const key = await createKey()
  const sealed = await seal(key, secret)
  await expect(unseal(await createKey(), sealed)).rejects.toThrow()

  new Uint8Array(sealed.data)[0]! ^= 1
  await expect(unseal(key, sealed)).rejects.toThrow()
})

it('keeps the key where it is', async () => {
  await expect(crypto.subtle.exportKey('raw', await createKey())).rejects.toThrow()
})

it('a name is found again under what stands for it, which tells nothing of it, and on no other device', async () => {
  const key = await importNameKey(new Uint8Array(32))
  const name = 'formulario denuncia de llamada 5a1e'
  const stands = await hashName(key, name)
  expect(await hashName(key, name)).toBe(stands)
  expect(stands).toMatch(/^[\w+/]{43}=$/)
  expect(await hashName(key, `${name}f`)).not.toBe(stands)
  expect(await hashName(await importNameKey(new Uint8Array(32).fill(1)), name)).not.toBe(stands)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
