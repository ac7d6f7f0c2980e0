import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'

/*
 * The PIN on a device and its service, page after page. What becomes of it in a browser: `e2e/journeys/pin.spec.ts`; at the real service:
 * `supabase/tests/cerrojos.sql`.
 */

/** The service: what `interno.cerrojos` has, as its functions answer. */
const service = vi.hoisted(() => ({
  locks: [] as {
    id: string
    anterior: string | null
    prueba: string
    parte: string
    prueba_2: string
    parte_2: string
    intentos: number
    waits?: boolean
  }[],
  isDown: false,
  /** How long each try was. */
  asked: [] as number[],
  /** One that is under way. */
  renewal: Promise.resolve(),
  /** What happens before the next answer. */
  wait: async () => {},
  find(id: string) {
    return this.locks.find((lock) => lock.id === id || lock.anterior === id)
  },
  forget(id: string) {
    this.locks = this.locks.filter((lock) => lock !== this.find(id))
    return true
  },
}))
vi.mock('../api/ask.ts', () => ({
  ask: async (work: (db: unknown) => unknown) =>
    work({
      rpc: (name: string, { cerrojo, prueba, prueba_2 }: Record<string, string>) => {
        if (service.isDown) throw new TypeError('Failed to fetch')
        if (name === 'quitar_cerrojo') return service.forget(cerrojo!)
        const share = (of: string) => `${of}${service.locks.length}${cerrojo}`.padEnd(32, 'p').slice(0, 32)
        const [parte, parte_2] = [share('1'), share('2')]
        service.locks.push({
          ...{ id: cerrojo!, anterior: null, intentos: 0 },
          ...{ prueba: prueba!, parte, prueba_2: prueba_2!, parte_2 },
        })
        return { parte, parte_2, ficha: cerrojo! }
      },
    }),
}))
vi.mock('../api/plainRequest.ts', () => ({
  callAsNobody: async (_: string, { cerrojo, prueba }: { cerrojo: string; prueba: string }) => {
    if (service.isDown) throw new TypeError('Failed to fetch')
    await service.wait()
    const lock = service.find(cerrojo)
    if (!lock) return null
    service.asked.push(JSON.stringify({ cerrojo, prueba }).length)
    if (lock.waits) return { intentos: lock.intentos, espera_s: 60 }
    if (lock.prueba !== prueba && lock.prueba_2 !== prueba) {
      lock.intentos += 1
      lock.waits = lock.intentos % 5 === 0
      return { intentos: lock.intentos, espera_s: lock.waits ? 60 : 0 }
    }
    const siguiente = crypto.randomUUID()
    Object.assign(lock, { id: siguiente, anterior: cerrojo, intentos: 0 })
    return { parte: lock.prueba === prueba ? lock.parte : lock.parte_2, siguiente }
  },
}))
vi.mock('../api/clientLoader.ts', () => ({
  openClient: async () => ({ auth: { refreshSession: async () => {} } }),
  onceOpen: (take: (client: unknown) => void) => {
    take({ auth: { getSession: () => service.renewal } })
    return () => {}
  },
}))
// Argon2 with its smallest memory.
vi.mock('./claves.ts', async (original) => {
  const { clavesOf } = await original<typeof import('./claves.ts')>()
  return { clavesOf: (pin: string, own: never) => clavesOf(pin, own, 8) }
})

const SESSION = { access_token: 'acceso-de-ana', refresh_token: 'renovar-ana', user: { id: 'ana' } }
const PIN = '258046'

/** A page of this browser: its memory is its own. */
async function openPage() {
  vi.resetModules()
  const [pin, session, store, keys, { forgetPin }, ficha, aparte, locking] = await Promise.all([
    import('./pin.ts'),
    import('./sessionStorage.ts'),
    import('../offline/deviceStore.ts'),
    import('../offline/plainKeys.ts'),
    import('./forgetPin.ts'),
    import('./ficha.ts'),
    import('./aparteNotas.ts'),
    import('./lockHere.ts'),
  ])
  return { ...pin, ...session, ...store, ...keys, ...ficha, ...aparte, ...locking, forgetPin }
}
type Page = Awaited<ReturnType<typeof openPage>>

/** Everything that a copy of the browser's files has; keys of the browser as what they can be used for. */
async function filesOfBrowser() {
  const found = [JSON.stringify(localStorage)]
  const ask = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await ask(indexedDB.open('espacio'))
  const keys = await ask(db.transaction('llaves').objectStore('llaves').getAllKeys())
  for (const store of ['copias', 'cola', 'llaves'])
    for (const row of await ask(db.transaction(store).objectStore(store).getAll()))
      found.push(JSON.stringify(row, (_, value) => (ArrayBuffer.isView(value) ? [] : value)))
  db.close()
  return { text: found.join('\n'), keys }
}

const copias = async (mode: IDBTransactionMode) => {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('espacio')
    request.onsuccess = () => resolve(request.result)
  })
  return db.transaction('copias', mode).objectStore('copias')
}
const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve) => {
    request.onsuccess = () => resolve(request.result)
  })
const rowOf = async (place: string[]) => done((await copias('readonly')).get(place))
const putRow = async (place: string[], row: unknown) => done((await copias('readwrite')).put(row, place))

async function withPin(): Promise<Page> {
  const page = await openPage()
  page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
  await page.keepCopy('ana', 'diario', 'mis palabras')
  await page.setPin('ana', PIN, 1)
  return page
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  const kept = new Map<string, string>()
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    toJSON: () => Object.fromEntries(kept),
  }
  // Its own keys are those that are stored.
  vi.stubGlobal(
    'localStorage',
    new Proxy(Object.create(methods), {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
  vi.stubGlobal('caches', { keys: async () => [] })
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, getRegistration: async () => undefined } })
  service.locks = []
  service.isDown = false
  service.asked = []
})

describe('a device with a PIN', () => {
  it('goes on as it was in the page that set it, and says nothing of hers to the next one', async () => {
    const page = await withPin()
    expect(page.isLocked()).toBe(false)
    expect(page.storedSession()?.access_token).toBe('acceso-de-ana')
    expect(await page.readCopy('ana', 'diario')).toBe('mis palabras')

    const next = await openPage()
    expect(next.isLocked()).toBe(true)
    expect(next.storedSession()).toBeNull()
    expect(await next.readCopy('ana', 'diario')).toBeNull()
    const { text, keys } = await filesOfBrowser()
    for (const secret of ['acceso-de-ana', 'renovar-ana', 'mis palabras', PIN])
      expect(text).not.toContain(secret)
    // Neither the key nor what wraps it without the PIN.
    expect(keys).toEqual(['cerrojo'])
  })

  it('seals what an older app left in the open before it is set', async () => {
    const values = {
      assistantConfig: { name: 'Marca Uno' },
      healthAppointments: [{ id: '1', doctor: 'Marca Dos' }],
      healthMedications: [{ id: '1', name: 'Marca Tres' }],
      llamada: { nombres: ['Marca Cuatro'], elegida: 0 },
    }
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(value))
    await withPin()
    expect((await filesOfBrowser()).text).not.toContain('Marca')

    const next = await openPage()
    expect(await next.tryPin(PIN)).toBe('correcto')
    for (const key of next.PLAIN_KEYS) expect(await next.readKey('ana', key)).toEqual(values[key])
  })

  it('is not set where what is in the open cannot be sealed', async () => {
    localStorage.setItem('llamada', '{"nombres":["Rosa"]}')
    const page = await openPage()
    page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(page.setPin('ana', PIN, 1)).rejects.toThrow()
    full.mockRestore()
    expect([page.readCierre(), service.locks]).toEqual([null, []])
    expect(localStorage.getItem('llamada')).toContain('Rosa')
  })

  it.each([
    ['a device that is full', 0],
    ['a service that does not answer', 1],
  ])('%s: it is not set, the service has no lock, and the token is asked for anew', async (_, down) => {
    const page = await openPage()
    page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    page.putFicha('ana', 'sin PIN', { sesion: 's1', desde: Date.now() })
    await page.keepCopy('ana', 'diario', 'mis palabras')
    service.isDown = down === 1
    const restore = failAfter(0)
    await expect(page.setPin('ana', PIN, 1)).rejects.toThrow()
    restore()
    service.isDown = false
    expect([page.readCierre(), service.locks, page.readFicha('ana')]).toEqual([null, [], 'sin PIN'])
    expect(page.originOfFicha()).toEqual({ sesion: 's1', desde: 0 })
  })

  it('set in two tabs at once, one of them stands, and calls by a token that the service knows', async () => {
    const tabs = [await openPage(), await openPage()]
    tabs[0]!.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    await tabs[0]!.keepCopy('ana', 'diario', 'mis palabras')
    const set = await Promise.allSettled(tabs.map((tab) => tab.setPin('ana', PIN, 1)))
    expect(set.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(service.find(tabs[0]!.readFicha('ana') ?? 'none')).toBeDefined()
    expect(await (await openPage()).tryPin(PIN)).toBe('correcto')
  })

  it('changed in vain, the one before opens, and calls by its own token', async () => {
    const page = await withPin()
    page.putFicha('ana', 'la de antes')
    const restore = failAfter(0)
    await expect(page.setPin('ana', 'alcachofa', 1)).rejects.toThrow()
    restore()
    expect([service.locks.length, page.readFicha('ana')]).toEqual([1, 'la de antes'])
    expect(await (await openPage()).tryPin(PIN)).toBe('correcto')
  })

  it('opens with the right PIN, and with the session as it was renewed last', async () => {
    const page = await withPin()
    await page.sessionStorageAdapter.setItem('sesion', JSON.stringify({ ...SESSION, access_token: 'otro' }))
    const next = await openPage()
    for (let n = 1; n <= 4; n++) expect(await next.tryPin('111222')).toBe('incorrecto')
    expect(next.readCierre()).toMatchObject({ intentos: 4, espera: 0 })
    expect(await next.tryPin(` ${PIN}`)).toBe('correcto')
    expect(next.isLocked()).toBe(false)
    expect(next.storedSession()?.access_token).toBe('otro')
    expect(await next.readCopy('ana', 'diario')).toBe('mis palabras')
    expect(next.readCierre()).toMatchObject({ intentos: 0, espera: 0 })
  })

  it('waits after five wrong ones, as the service says', async () => {
    await withPin()
    const page = await openPage()
    for (let n = 1; n <= 5; n++) await page.tryPin('111222')
    expect(page.readCierre()).toMatchObject({ intentos: 5, espera: 60_000 })
    expect(await page.tryPin(PIN)).toBe('incorrecto')
    expect(page.isLocked()).toBe(true)
    // The service has it open again, whatever this clock says.
    service.locks[0]!.waits = false
    expect(await page.tryPin(PIN)).toBe('correcto')
  })

  it('does not open without the service, and loses nothing', async () => {
    await withPin()
    const page = await openPage()
    service.isDown = true
    expect(await page.tryPin(PIN)).toBe('sin red')
    expect(page.isLocked()).toBe(true)
    service.isDown = false
    expect(await page.tryPin(PIN)).toBe('correcto')
  })

  it('is no use to who removes the mark of it', async () => {
    await withPin()
    localStorage.removeItem('cierre')
    const page = await openPage()
    expect(page.storedSession()).toBeNull()
    expect(await page.readCopy('ana', 'diario')).toBeNull()
  })

  it('asks for the new PIN once she has changed it', async () => {
    const page = await withPin()
    await page.setPin('ana', 'alcachofa', 1)
    await vi.waitFor(() => expect(service.locks).toHaveLength(1))
    const next = await openPage()
    expect(await next.tryPin(PIN)).toBe('incorrecto')
    expect(await next.tryPin('Alcachofa')).toBe('correcto')
    expect(await next.readCopy('ana', 'diario')).toBe('mis palabras')
  })

  it('opens without one once she has taken it away', async () => {
    const page = await withPin()
    await page.removePin()
    const next = await openPage()
    expect([next.isLocked(), next.storedSession()?.access_token]).toEqual([false, 'acceso-de-ana'])
    expect(await next.readCopy('ana', 'diario')).toBe('mis palabras')
    expect((await filesOfBrowser()).keys).toEqual(['caja', 'unica'])
    expect(next.readFicha('ana')).toBeNull()
  })

  it('asks for it again by itself before what somebody else must not do, also without a network', async () => {
    const page = await withPin()
    service.isDown = true
    expect(await page.tryPin('111222')).toBe('incorrecto')
    expect(await page.tryPin(PIN)).toBe('correcto')
  })

  it('asks for it where her session ended elsewhere, before anything that stays is readable', async () => {
    const page = await withPin()
    await page.keepCopy('ana', 'cofre', 'su llave')
    await (await import('./sessionEnd.ts')).endSessionHere()
    expect([page.isLocked(), await page.readCopy('ana', 'cofre')]).toEqual([true, null])
    // Somebody who has her password, on the device.
    page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    expect((await filesOfBrowser()).keys).toEqual(['cerrojo'])
    const next = await openPage()
    expect([next.isLocked(), await next.readCopy('ana', 'cofre')]).toEqual([true, null])
    expect(await next.tryPin(PIN)).toBe('correcto')
    expect([next.isLocked(), next.storedSession()]).toEqual([false, null])
    next.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    expect([await next.readCopy('ana', 'cofre'), await next.readCopy('ana', 'diario')]).toEqual([
      'su llave',
      null,
    ])
  })

  it('opens once where her session ended and the device cannot seal anew', async () => {
    await withPin()
    await (await import('./sessionEnd.ts')).endSessionHere()
    const next = await openPage()
    const restore = failAfter(1)
    expect(await next.tryPin(PIN)).toBe('correcto')
    restore()
    // As a page does on which nobody is signed in.
    await (await import('./eraseDevice.ts')).eraseDevice({ tab: false, drafts: false })
    expect(next.isLocked()).toBe(false)
    next.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    expect(next.storedSession()?.user.id).toBe('ana')
  })

  it('keeps the line of a press that nobody has heard, for the locked page', async () => {
    await withPin()
    localStorage.setItem('apuntes', '[{"id":"p1"}]')
    await (await import('./sessionEnd.ts')).endSessionHere()
    expect(localStorage.getItem('apuntes')).toContain('p1')
  })

  it('has no session that comes back after its end', async () => {
    const page = await withPin()
    page.forgetSession()
    expect(await page.sessionStorageAdapter.getItem('sesion')).toBe(null)
    expect(page.storedSession()).toBe(null)
  })

  it('leaves in the open, after signing out, no key of what it had sealed', async () => {
    const page = await withPin()
    await page
      .deviceShelf()
      .put('diario', { owner: 'ana', id: 'd', at: 1, state: 'ready', body: 'por enviar' }, 'delivered')
    await page.keepCopy('ana', 'cofre', 'su llave')
    const before = await rowOf(['ana', 'cofre'])
    await (await import('./eraseDevice.ts')).eraseDevice({ tab: true, drafts: true })
    const next = await openPage()
    next.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    expect(await next.deviceShelf().all('diario', 'ana')).toMatchObject([{ body: 'por enviar' }])
    expect(await next.readCopy('ana', 'cofre')).toBe(null)
    // What the browser may have kept of it on its disk.
    await putRow(['ana', 'cofre'], before)
    await expect(next.readCopyOrFail('ana', 'cofre')).rejects.toThrow()
  })

  it('is erased by «Olvidé mi PIN», and by nothing else while it is locked', async () => {
    await withPin()
    const page = await openPage()
    await (await import('./eraseDevice.ts')).eraseDevice({ tab: true, drafts: false })
    expect(await page.tryPin(PIN)).toBe('correcto')
    const next = await openPage()
    await next.forgetPin([])
    expect(next.isLocked()).toBe(false)
    expect((await filesOfBrowser()).keys).toEqual([])
    next.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    await next.keepCopy('ana', 'diario', 'de nuevo')
    expect(await next.readCopy('ana', 'diario')).toBe('de nuevo')
  })
})

/** The n-th write of the device fails, and every one after it; a page that ends there leaves the same. */
function failAfter(writes: number): () => void {
  let left = writes
  const spies = (['put', 'delete'] as const).map((name) => {
    const real = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...args: unknown[]
    ) {
      if (left-- <= 0) throw new DOMException('full', 'QuotaExceededError')
      return real.apply(this, args)
    } as never)
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

it.each(['set', 'change', 'remove'] as const)(
  'a page that ends, or a device that is full, in the middle of this leaves a device that opens: %s',
  async (what) => {
    for (let writes = 0; writes < 12; writes++) {
      globalThis.indexedDB = new IDBFactory()
      for (const key of ['sesion', 'cierre', 'ficha']) localStorage.removeItem(key)
      service.locks = []
      const page = await openPage()
      page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
      await page.keepCopy('ana', 'diario', 'mis palabras')
      if (what !== 'set') await page.setPin('ana', PIN, 1)
      const restore = failAfter(writes)
      if (what === 'remove') await page.removePin().catch(() => {})
      else await page.setPin('ana', what === 'set' ? PIN : 'alcachofa', 1).catch(() => {})
      restore()
      const next = await openPage()
      await next.settlePin()
      if (next.isLocked()) {
        const opened =
          (await next.tryPin('alcachofa')) === 'correcto' || (await next.tryPin(PIN)) === 'correcto'
        expect(opened, `after ${writes}`).toBe(true)
      }
      expect(next.storedSession()?.user.id, `after ${writes}`).toBe('ana')
      expect(await next.readCopy('ana', 'diario'), `after ${writes}`).toBe('mis palabras')
    }
  },
)

/** A sequence that is the same for the same seed (mulberry32). */
function sequence(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, pick: <One>(of: readonly One[]): One => of[Math.floor(next() * of.length)]! }
}

const ORDERS = Number(process.env.VAULT_ORDERS ?? 200)
const PINS = ['258046', 'alcachofa', '907315'] as const

it(`in ${ORDERS} orders of PINs, pages, writes, ends in the middle and a service that is away, the device opens and every word is there`, async () => {
  for (let seed = 1; seed <= ORDERS; seed++) {
    globalThis.indexedDB = new IDBFactory()
    for (const key of ['sesion', 'cierre', 'ficha']) localStorage.removeItem(key)
    service.locks = []
    const { next, pick } = sequence(seed)
    /** What may be the PIN, where setting one broke. */
    let may: (string | null)[] = [null]
    /** What may stand under a name, where writing broke. */
    const written = new Map<string, unknown[]>()
    const pages = [await openPage(), await openPage()]
    await pages[0]!.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    let at = 0
    const enter = async (page: Page) => {
      await page.settlePin()
      for (const pin of may) {
        if (!page.isLocked()) break
        const cierre = page.readCierre()!
        page.writeCierre({ ...cierre, intentos: 0, espera: 0 })
        if (pin) await page.tryPin(pin)
      }
      expect(page.isLocked(), `order ${seed}`).toBe(false)
      expect(page.storedSession()?.user.id, `order ${seed}`).toBe('ana')
    }
    for (let step = 0; step < 12; step++) {
      if (next() < 0.2) pages[at] = await openPage()
      if (next() < 0.05) localStorage.removeItem('cierre')
      const page = pages[at]!
      await enter(page)
      const restore = next() < 0.3 ? failAfter(Math.floor(next() * 8)) : () => {}
      service.isDown = next() < 0.1
      const deed = pick(['write', 'write', 'pin', 'remove', 'renew', 'other'] as const)
      const failed = await (async () => {
        if (deed === 'other') at = 1 - at
        else if (deed === 'renew')
          await page.sessionStorageAdapter.setItem(
            'sesion',
            JSON.stringify({ ...SESSION, access_token: `${seed}-${step}` }),
          )
        else if (deed === 'remove') {
          may = [...may, null]
          await page.removePin()
          may = [null]
        } else if (deed === 'pin') {
          const pin = pick(PINS)
          may = [...may, pin]
          await page.setPin('ana', pin, 1, pick([null, '714903']))
          may = [pin]
        } else {
          const name = `hoja ${pick([1, 2, 3])}`
          const before = written.get(name) ?? [null]
          written.set(name, [...before, step])
          await page.keepCopy('ana', name, step)
          written.set(name, [step])
        }
      })().catch((failure: unknown) => failure)
      void failed
      restore()
      service.isDown = false
    }
    const last = await openPage()
    await enter(last)
    for (const [name, values] of written)
      expect(values, `order ${seed}, ${name}`).toContain(await last.readCopy('ana', name))
  }
}, 600_000)

it('a mark that the browser lost comes back from the lock, before anything is erased', async () => {
  await withPin()
  localStorage.removeItem('cierre')
  const page = await openPage()
  await (await import('./eraseDevice.ts')).eraseDevice({ tab: true, drafts: false })
  expect(page.isLocked()).toBe(true)
  expect(await page.tryPin(PIN)).toBe('correcto')
  expect(page.storedSession()?.user.id).toBe('ana')
  expect(await page.readCopy('ana', 'diario')).toBe('mis palabras')
})

it('a page that was opened by a PIN which is gone uses no key of it', async () => {
  const first = await withPin()
  const page = await openPage()
  await page.tryPin(PIN)
  // In another tab: forgotten, in again.
  const other = await openPage()
  await other.forgetPin([])
  void first
  await page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
  await other.keepCopy('ana', 'diario', 'de nuevo')
  await page.setPin('ana', 'alcachofa', 1)
  const next = await openPage()
  expect(await next.tryPin('alcachofa')).toBe('correcto')
  expect(next.storedSession()?.user.id).toBe('ana')
  expect(await next.readCopy('ana', 'diario')).toBe('de nuevo')
})

it('a PIN that another page changed while this one asked opens nothing and takes nothing away', async () => {
  const page = await withPin()
  const late = await openPage()
  service.wait = async () => {
    service.wait = async () => {}
    await page.setPin('ana', 'alcachofa', 1)
  }
  expect(await late.tryPin(PIN)).toBe('incorrecto')
  const next = await openPage()
  expect(await next.tryPin('alcachofa')).toBe('correcto')
  expect(await next.readCopy('ana', 'diario')).toBe('mis palabras')
})

it('what is written while a PIN is set is not lost', async () => {
  const page = await openPage()
  page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
  await page.keepCopy('ana', 'diario', 'mis palabras')
  const writes = Array.from({ length: 20 }, (_, n) =>
    page.keepCopy('ana', `hoja ${n}`, n).catch(() => 'refused'),
  )
  await page.setPin('ana', PIN, 1)
  const done = await Promise.all(writes)
  for (const [n, how] of done.entries())
    if (how !== 'refused') expect(await page.readCopy('ana', `hoja ${n}`)).toBe(n)
  expect(await page.readCopy('ana', 'diario')).toBe('mis palabras')
})

it('what was sealed before a PIN was changed, and is written after it, is sealed anew', async () => {
  const page = await withPin()
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  let change = () => {}
  const changed = new Promise<void>((resolve) => {
    change = resolve
  })
  const slow = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...how) => {
    const sealed = await encrypt(...how)
    await changed
    return sealed
  })
  const written = page.keepCopy('ana', 'hojas plan', 'nueva')
  await vi.waitFor(() => expect(slow).toHaveBeenCalled())
  slow.mockRestore()
  await page.setPin('ana', 'alcachofa', 1)
  change()
  await written
  expect(await page.readCopy('ana', 'hojas plan')).toBe('nueva')
})

it('«Olvidé mi PIN» erases no press that the service does not have', async () => {
  await withPin()
  const page = await openPage()
  service.isDown = true
  expect(await page.forgetPin([{ id: 'press', pressedAt: 1 }])).toBe(false)
  service.isDown = false
  expect(await page.tryPin(PIN)).toBe('correcto')
})

describe('the wait after wrong tries', () => {
  it('comes with every fifth, and grows up to an hour', async () => {
    const { waitAfter } = await openPage()
    const minutes = Array.from({ length: 31 }, (_, intentos) => waitAfter(intentos) / 60_000)
    expect(minutes.filter((wait) => wait > 0)).toEqual([1, 5, 15, 60, 60, 60])
    expect([5, 10, 15, 20, 25, 30].map((intentos) => minutes[intentos])).toEqual([1, 5, 15, 60, 60, 60])
  })
})

describe('what may be a PIN', async () => {
  const { isEasy, rechazo } = await openPage()

  it.each(['000000', '123456', '987654', 'aaaaaa'])('%s is tried first by anybody', (pin) => {
    expect(isEasy(pin)).toBe(true)
    expect(rechazo(pin)).toContain('Elige otro')
  })

  it.each(['258046', '135790', '112358', 'alcachofa', 'mi gata Luna'])('%s may be', (pin) =>
    expect(rechazo(pin)).toBeNull(),
  )

  it.each(['', '25804', ' 2580 ', 'luna', 'a'.repeat(65)])('«%s» may not', (pin) =>
    expect(rechazo(pin)).not.toBeNull(),
  )
})

it('what a PIN is made into depends on the PIN, the salt, the secret and the share, and on nothing else', async () => {
  const { clavesOf } = await vi.importActual<typeof import('./claves.ts')>('./claves.ts')
  const own = { salt: new Uint8Array(16), secreto: new Uint8Array(32) }
  const other = new Uint8Array(32).fill(1)
  const all = await Promise.all([
    clavesOf(PIN, own, 8),
    clavesOf(PIN, own, 8),
    clavesOf('258047', own, 8),
    clavesOf(PIN, { ...own, salt: other.slice(0, 16) }, 8),
    clavesOf(PIN, { ...own, secreto: other }, 8),
  ])
  const [first, same, ...others] = all.map(({ prueba }) => prueba)
  expect(first).toMatch(/^[\w-]{32}$/)
  expect(same).toBe(first)
  expect(new Set([first, ...others]).size).toBe(4)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: other.slice(0, 12) },
    await all[0]!.llave('una'),
    other,
  )
  const opens = async (key: CryptoKey) =>
    crypto.subtle.decrypt({ name: 'AES-GCM', iv: other.slice(0, 12) }, key, sealed).then(
      () => true,
      () => false,
    )
  expect(await opens(await all[1]!.llave('una'))).toBe(true)
  expect(await opens(await all[1]!.llave('otra'))).toBe(false)
  expect(await opens(await all[4]!.llave('una'))).toBe(false)
})

describe('the second PIN', () => {
  const SEGUNDO = '714903'
  const NOTA = { id: 'n1', fecha: '2026-12-02', texto: 'Dentista' }

  async function withBoth(): Promise<Page> {
    const page = await withPin()
    await page.setPin('ana', PIN, 1, SEGUNDO)
    return page
  }

  it('opens neither her session nor a copy, and keeps notes of its own', async () => {
    await withBoth()
    const page = await openPage()
    expect(await page.tryPin(SEGUNDO)).toBe('segundo')
    expect([page.isLocked(), page.storedSession(), await page.readCopy('ana', 'diario')]).toEqual([
      true,
      null,
      null,
    ])
    await page.writeAparte([NOTA])
    // The page that it opened asks for it again without the service.
    service.isDown = true
    expect(await page.tryPin(SEGUNDO)).toBe('segundo')
    expect(await page.tryPin(PIN)).toBe('sin red')
    service.isDown = false
    expect((await filesOfBrowser()).text).not.toContain('Dentista')
    const next = await openPage()
    expect(await next.tryPin(SEGUNDO)).toBe('segundo')
    expect(await next.readAparte()).toEqual([NOTA])
    expect(await next.tryPin(PIN)).toBe('correcto')
    expect(await next.readCopy('ana', 'diario')).toBe('mis palabras')
  })

  it('is told from hers on an app that is open, without a network too, and by what the service knows it by', async () => {
    const page = await withBoth()
    service.isDown = true
    const [hers, second, wrong] = [
      await page.intentar(PIN),
      await page.intentar(SEGUNDO),
      await page.intentar('111222'),
    ]
    expect([hers.respuesta, second.respuesta, wrong.respuesta]).toEqual(['correcto', 'segundo', 'incorrecto'])
    expect([hers.prueba, second.prueba]).toEqual([
      service.locks.at(-1)!.prueba,
      service.locks.at(-1)!.prueba_2,
    ])
    expect(await page.readAparte()).toEqual([])
    expect(page.storedSession()?.access_token).toBe('acceso-de-ana')
  })

  it('takes her session and her keys from an app that was open, once a renewal that is under way is kept', async () => {
    const page = await withBoth()
    await page.intentar(SEGUNDO)
    const renewed = JSON.stringify({ ...SESSION, access_token: 'renovado' })
    service.renewal = Promise.resolve(page.sessionStorageAdapter.setItem('sesion', renewed))
    // And from the other pages of this browser.
    const other = await openPage()
    await other.tryPin(PIN)
    const told = new Promise<void>((resolve) => void other.onClosedElsewhere(resolve))
    await new Promise<void>((resolve) => page.lockHere({ tell: true, gone: resolve }))
    await told
    expect([page.isLocked(), page.storedSession(), await page.readCopy('ana', 'diario')]).toEqual([
      true,
      null,
      null,
    ])
    expect(await page.tryPin(SEGUNDO)).toBe('segundo')
    expect(await page.tryPin(PIN)).toBe('correcto')
    expect(page.storedSession()?.access_token).toBe('renovado')
    expect(await page.readCopy('ana', 'diario')).toBe('mis palabras')
  })

  it('waits five seconds for that renewal, and no longer', async () => {
    const page = await withBoth()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      service.renewal = new Promise(() => {})
      page.lockHere({ tell: false })
      vi.advanceTimersByTime(4_900)
      expect(page.isLocked()).toBe(false)
      vi.advanceTimersByTime(100)
      expect([page.isLocked(), page.storedSession()]).toEqual([true, null])
    } finally {
      vi.useRealTimers()
      service.renewal = Promise.resolve()
    }
  })

  it('locks nothing late that her own PIN has opened meanwhile, nor a page that told of it', async () => {
    const page = await withBoth()
    let answer = () => {}
    service.renewal = new Promise<void>((resolve) => {
      answer = resolve
    })
    page.lockHere({ tell: true })
    page.keepOpen()
    answer()
    await service.renewal
    expect(page.isLocked()).toBe(false)
    const other = await openPage()
    await other.tryPin(PIN)
    service.renewal = Promise.resolve()
    let told = false
    page.onClosedElsewhere(() => {
      told = true
    })
    await new Promise<void>((resolve) => other.lockHere({ tell: false, gone: resolve }))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([told, page.isLocked()]).toEqual([false, false])
  })

  it('gives who knows it no free tries for hers on an app that is open', async () => {
    const page = await withBoth()
    const waits = []
    for (let n = 1; n <= 20; n++) {
      await page.tryPin('111222')
      waits.push(page.readCierre()!.espera)
      if (n % 4 === 0 && n < 20) await page.tryPin(n % 8 === 0 ? PIN : SEGUNDO)
    }
    expect(waits).toEqual([...Array(19).fill(0), 3_600_000])
  })

  it('goes with another PIN, and with it the notes that it had', async () => {
    const page = await withBoth()
    await page.setPin('ana', 'alcachofa', 1)
    const next = await openPage()
    expect(await next.tryPin(SEGUNDO)).toBe('incorrecto')
    expect(await next.tryPin('alcachofa')).toBe('correcto')
  })

  /** Names and lengths of everything that the device keeps; of what is sealed, how long it is. */
  async function shapeOfBrowser(): Promise<string> {
    const lengths = (_: string, value: unknown) =>
      value instanceof ArrayBuffer ? value.byteLength : ArrayBuffer.isView(value) ? value.byteLength : value
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await ask(indexedDB.open('espacio'))
    const found: unknown[] = []
    for (const store of ['copias', 'cola', 'llaves']) {
      found.push(await ask(db.transaction(store).objectStore(store).getAllKeys()))
      found.push(await ask(db.transaction(store).objectStore(store).getAll()))
    }
    db.close()
    const anyId = /[0-9a-f]{8}-[0-9a-f-]{27}/g
    return `${JSON.stringify(found, lengths)}${JSON.stringify(localStorage)}`.replace(anyId, 'id')
  }

  it('leaves on the device what a device without one has, and what hers leaves', async () => {
    await withPin()
    const without = await shapeOfBrowser()
    globalThis.indexedDB = new IDBFactory()
    for (const key of Object.keys(JSON.parse(JSON.stringify(localStorage)))) localStorage.removeItem(key)
    service.locks = []
    const page = await openPage()
    page.sessionStorageAdapter.setItem('sesion', JSON.stringify(SESSION))
    await page.keepCopy('ana', 'diario', 'mis palabras')
    await page.setPin('ana', PIN, 1, SEGUNDO)
    expect(await shapeOfBrowser()).toBe(without)

    const second = await openPage()
    await second.tryPin(SEGUNDO)
    const afterSecond = await shapeOfBrowser()
    const hers = await openPage()
    await hers.tryPin(PIN)
    expect(await shapeOfBrowser()).toBe(afterSecond)
    expect(new Set(service.asked).size).toBe(1)
    await second.writeAparte([NOTA])
    expect(await shapeOfBrowser()).toBe(afterSecond)
  })

  /** Two-sided, by the normal approximation. Mann and Whitney 1947. @returns the probability of a difference like this by chance */
  function mannWhitney(one: readonly number[], other: readonly number[]): number {
    const ranked = [
      ...one.map((value) => ({ value, mine: true })),
      ...other.map((value) => ({ value, mine: false })),
    ]
    ranked.sort((left, right) => left.value - right.value)
    const sum = ranked.reduce((all, { mine }, place) => all + (mine ? place + 1 : 0), 0)
    const [m, n] = [one.length, other.length]
    const z = (sum - (m * (m + 1)) / 2 - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12)
    // Abramowitz and Stegun 26.2.17.
    const t = 1 / (1 + 0.2316419 * Math.abs(z))
    const tail =
      ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) * t
    return 2 * tail * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI))
  }

  // A chance of one in twenty is no test that everybody runs: `npm run soak -- vault`.
  it.runIf(process.env.SOAK_PIN_TIMES)('takes as long as hers', { timeout: 600_000 }, async () => {
    await withBoth()
    const times = { [PIN]: [] as number[], [SEGUNDO]: [] as number[] }
    for (let n = 0; n < 400; n++) {
      const pin = n % 2 ? PIN : SEGUNDO
      const page = await openPage()
      const began = performance.now()
      expect(['correcto', 'segundo']).toContain(await page.tryPin(pin))
      times[pin]!.push(performance.now() - began)
    }
    const p = mannWhitney(times[PIN]!, times[SEGUNDO]!)
    console.log(`200 tries each: p = ${p.toFixed(3)}`)
    expect(p).toBeGreaterThan(0.05)
  })
})
