import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../fixtures.ts'
import { freePort, openServer } from '../ownServer.ts'
import { setPin } from '../pages/account.ts'
import { toast } from '../pages/app.ts'
import { takeCode } from '../pages/cofre.ts'
import { hojasAreKept } from '../pages/device.ts'

/** A server whose data folder and log can be read. */
const test = base.extend<object, { ownServer: { url: string; folder: string; log: () => string } }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => {
      const url = `http://127.0.0.1:${await freePort()}`
      const { folder, log, close } = await openServer(url, {})
      await use({ url, folder, log })
      await close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
})

/** Words that are nowhere else. */
const words = (count: number) =>
  Array.from(
    { length: count },
    () => `marca${[...randomBytes(9)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`,
  )

/** A word as it may lie in bytes: as it is, in base64 wherever it begins, in hexadecimal, in UTF-16. */
function encodingsOf(word: string): Buffer[] {
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from('x'.repeat(before) + word).toString('base64')
    // Without the signs that its neighbours have a part in.
    return whole.slice(Math.ceil((before * 4) / 3), whole.length - 4)
  })
  return [
    Buffer.from(word),
    ...base64.map((text) => Buffer.from(text)),
    Buffer.from(Buffer.from(word).toString('hex')),
    Buffer.from(word, 'utf16le'),
  ]
}

function foundIn(bytes: Buffer, marks: readonly string[]): string[] {
  const sought = marks.map(encodingsOf)
  // All of them begin alike: where that is not, no word is looked for by itself.
  const there = sought[0]!.map((first, way) => {
    const end = first.findIndex((byte, place) => sought.some((ways) => ways[way]![place] !== byte))
    return bytes.includes(end > 2 ? first.subarray(0, end) : first.subarray(0, 0))
  })
  return marks.filter((_, n) => sought[n]!.some((one, way) => there[way] && bytes.includes(one)))
}

async function filesIn(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  // A file of the database may go while they are read.
  return Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))))
}

/** Everything that the browser keeps, as a copy of its files has it. */
const storageOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const text = (_: string, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? String.fromCharCode(...new Uint8Array(value instanceof ArrayBuffer ? value : value.buffer))
        : value
    for (const { name } of await indexedDB.databases()) {
      const db = await ask(indexedDB.open(name!))
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store)
        found.push(JSON.stringify([await ask(objects.getAllKeys()), await ask(objects.getAll())], text))
      }
      db.close()
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!/\/assets\//.test(request.url))
          found.push(request.url, await (await caches.match(request))!.text())
    return found.join('\n')
  })

test('two hundred words that she wrote are neither on the wire nor in the database, its files, the storage, the log or a backup, nor in a locked browser', async ({
  page,
  ownServer,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  const marks = words(200)
  const control = words(1)[0]!
  // What is not sealed is found in each of the places: else nothing would be proven.
  const plain = encodingsOf(control).slice(0, 5)
  for (const [n, nombre] of plain.entries()) {
    const contact = { user_id: ana.id, nombre: String(nombre), telefono: `+52551234567${n}` }
    expect((await ana.client.from('contactos_emergencia').insert(contact)).error).toBeNull()
  }
  const wire: Buffer[] = []
  page.on('request', (request) =>
    wire.push(Buffer.from(request.url()), request.postDataBuffer() ?? Buffer.alloc(0)),
  )
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => wire.push(Buffer.from(payload))))

  await signIn(page, ana, '/cofre')
  await page.getByRole('button', { name: 'Ver mi código' }).click()
  const code = await takeCode(page, 'Cerrar mi diario con mi llave')
  await expect(toast(page, 'Desde ahora tu diario se cierra con tu llave')).toBeVisible()

  await page.goto('/diario-emocional')
  await page.getByRole('textbox', { name: /^Tu entrada del/ }).fill(marks.slice(0, 150).join(' '))
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(toast(page, 'Entrada guardada')).toBeVisible()

  await page.goto('/agenda')
  await page.getByLabel('Título').fill(marks.slice(150, 155).join(' '))
  await page.getByText('Más opciones').click()
  await page.getByLabel('Lugar').fill(marks.slice(155, 158).join(' '))
  await page.getByLabel('Notas').fill(marks.slice(158, 170).join(' '))
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Evento agregado')).toBeVisible()

  await page.goto('/plan')
  await page.getByRole('button', { name: 'Algo más' }).first().click()
  await page.getByRole('textbox', { name: 'Algo más' }).fill(marks.slice(170, 180).join(' '))
  await page
    .getByRole('button', { name: /^Agregar a/ })
    .first()
    .click()
  await expect(page.getByText(marks[170]!)).toBeVisible()
  await hojasAreKept(page, 'plan')

  await page.goto('/registro')
  await page.getByRole('textbox', { name: 'Qué pasó' }).fill(marks.slice(180, 199).join(' '))
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('con sello de hora')).toHaveCount(1)
  // And one that is only begun.
  await page.getByRole('textbox', { name: 'Qué pasó' }).fill(marks[199]!)
  await expect
    .poll(async () => (await ana.client.from('cofre').select('clase')).data?.map(({ clase }) => clase).sort())
    .toEqual(['hechos', 'plan'])

  await test.step('the wire', () => {
    const sent = Buffer.concat(wire)
    expect(foundIn(sent, [...marks, code.join(' ')])).toEqual([])
    expect(sent.includes(ana.id)).toBe(true)
  })

  await test.step('the database, its files, the storage, the log, a backup', async () => {
    const make = async (command: string, name: string) => {
      const file = path.join(ownServer.folder, name)
      await promisify(execFile)(process.execPath, ['tools/run.mjs', command, file], {
        cwd: path.join(import.meta.dirname, '../..'),
        env: { ...process.env, AMPARO_DATA: ownServer.folder, PORT: '0', DATABASE_URL: '' },
      })
      return readFile(file)
    }
    const dump = await make('export', 'dump.sql')
    const backup = gunzipSync(await make('backup', 'copia.amparo'))
    const files = await filesIn(ownServer.folder)
    const found = new Set(
      [...files, backup, Buffer.from(ownServer.log())].flatMap((file) => foundIn(file, marks)),
    )
    expect([...found]).toEqual([])
    for (const copy of [dump, backup])
      expect(foundIn(copy, [control]), 'the search finds what is there').toEqual([control])
    expect(files.some((file) => file !== files.at(-1) && foundIn(file, [control]).length > 0)).toBe(true)
  })

  await test.step('a locked browser', async () => {
    // What an older app left in the open, and no screen has read yet.
    const old = words(5)
    await page.evaluate(([asistente, doctora, medicina, ...nombres]) => {
      const put = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))
      put('assistantConfig', { name: asistente, avatar: '' })
      put('healthAppointments', [{ id: '1', doctor: doctora, specialty: '', date: '', time: '' }])
      put('healthMedications', [{ id: '1', name: medicina, dosage: '', frequency: '', nextDose: '' }])
      put('llamada', { nombres, elegida: 0 })
    }, old)
    expect(foundIn(Buffer.from(await storageOf(page), 'latin1'), old)).toEqual(old)
    await setPin(page, '258046')
    await page.goto('/diario-emocional')
    await expect(page.getByRole('heading', { level: 1, name: 'Escribe tu PIN' })).toBeVisible()
    const kept = Buffer.from(await storageOf(page), 'latin1')
    expect(foundIn(kept, [...marks, ...old, ana.email])).toEqual([])
    expect(kept.includes('refresh_token')).toBe(false)
  })
})
