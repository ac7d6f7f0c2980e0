import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createCodigo, createPaso, readCodigo } from '../app/src/lib/cofre/codigo.ts'
import { pack, unpack } from '../app/src/lib/cofre/contenido.ts'
import { importAcceso } from '../app/src/lib/cofre/prf.ts'
import {
  fromBase64Url,
  importLlave,
  type Llave,
  open,
  openBytes,
  openFile,
  SobreRoto,
  seal,
  sealFile,
} from '../app/src/lib/cofre/sobre.ts'

/** The vectors of docs/vault.md. */
const vector = JSON.parse(
  /```json\n([\s\S]*?)```/.exec(readFileSync(new URL('../docs/vault.md', import.meta.url), 'utf8'))![1]!,
) as Record<
  | 'owner'
  | 'dataKey'
  | 'keyId'
  | 'day'
  | 'text'
  | 'envelope'
  | 'event'
  | 'eventEnvelope'
  | 'code'
  | 'codeBits'
  | 'slot'
  | 'prf'
  | 'accessSlot'
  | 'fileName'
  | 'file',
  string
> & { eventWords: object }
const bytes = (text: string) => Buffer.from(text, 'base64url')
const diary = { tabla: 'diario_personal', owner: vector.owner, fila: vector.day }
const slot = { tabla: 'cofre_ranuras', owner: vector.owner, fila: 'codigo' }

/** An envelope opened as the document says, without a line of the app's. */
function openByTheDocument(key: Buffer, table: string, row: string, envelope: string): Buffer {
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, '', `amparo cofre1 ${use}`, length))
  const [version, id, nonce, sealed] = envelope.split('.')
  expect([version, id]).toEqual(['cofre1', derive('id', 8).toString('base64url')])
  const cipher = createDecipheriv('aes-256-gcm', derive(`tabla ${table}`, 32), bytes(nonce!))
  cipher.setAAD(Buffer.from(JSON.stringify([version, id, table, vector.owner, row])))
  cipher.setAuthTag(bytes(sealed!).subarray(-16))
  return Buffer.concat([cipher.update(bytes(sealed!).subarray(0, -16)), cipher.final()])
}

const dataKey = () => importLlave(fromBase64Url(vector.dataKey))

it('the vectors open as the document says', () => {
  const text = openByTheDocument(bytes(vector.dataKey), diary.tabla, vector.day, vector.envelope)
  expect(text.length % 256).toBe(0)
  expect(JSON.parse(text.toString())).toEqual({ texto: vector.text })
  const event = openByTheDocument(
    bytes(vector.dataKey),
    'agenda_personal',
    vector.event,
    vector.eventEnvelope,
  )
  expect(JSON.parse(JSON.parse(event.toString()).texto)).toEqual(vector.eventWords)
  expect(openByTheDocument(bytes(vector.codeBits), slot.tabla, slot.fila, vector.slot)).toEqual(
    bytes(vector.dataKey),
  )
  const accessKey = Buffer.from(hkdfSync('sha256', bytes(vector.prf), '', 'amparo cofre1 acceso', 32))
  expect(openByTheDocument(accessKey, slot.tabla, 'acceso', vector.accessSlot)).toEqual(bytes(vector.dataKey))
})

it('the app opens the vectors, and the document opens what the app seals', async () => {
  const llave = await dataKey()
  expect(llave.id).toBe(vector.keyId)
  expect(await open(llave, diary, vector.envelope)).toEqual({ texto: vector.text })
  const code = (await readCodigo(vector.code)) as Llave
  expect(Buffer.from(await openBytes(code, slot, vector.slot))).toEqual(bytes(vector.dataKey))
  const passkey = await importAcceso(fromBase64Url(vector.prf))
  const access = await openBytes(passkey, { ...slot, fila: 'acceso' }, vector.accessSlot)
  expect(Buffer.from(access)).toEqual(bytes(vector.dataKey))
  const sealed = await seal(llave, diary, { texto: 'Otra vez' })
  expect(
    JSON.parse(openByTheDocument(bytes(vector.dataKey), diary.tabla, vector.day, sealed).toString()),
  ).toEqual({
    texto: 'Otra vez',
  })
})

it('an envelope opens with its key, in its place and unchanged, and not otherwise', async () => {
  const llave = await dataKey()
  const other = await importLlave(crypto.getRandomValues(new Uint8Array(32)))
  const renamed = vector.envelope.replace(vector.keyId, other.id)
  const changed = vector.envelope.replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const [key, place, envelope] of [
    [other, diary, vector.envelope],
    [other, diary, renamed],
    [llave, diary, renamed],
    [llave, diary, changed],
    [llave, diary, vector.envelope.slice(0, -4)],
    [llave, { ...diary, fila: '2026-11-30' }, vector.envelope],
    [llave, { ...diary, owner: 'b0000000-0000-4000-8000-000000000002' }, vector.envelope],
    [llave, { ...diary, tabla: 'cofre_ranuras' }, vector.envelope],
    [llave, diary, 'Hoy dormí mejor.'],
  ] as const) {
    await expect(open(key, place, envelope)).rejects.toThrow(SobreRoto)
  }
})

it('no two envelopes of the same words are alike, and lengths tell little', async () => {
  const llave = await dataKey()
  const [one, two, longer] = await Promise.all([
    seal(llave, diary, { texto: 'no' }),
    seal(llave, diary, { texto: 'no' }),
    seal(llave, diary, { texto: 'no'.repeat(100) }),
  ])
  expect(one).not.toBe(two)
  expect(longer).toHaveLength(one.length)
})

it('no code has a word that hurts, or that says what it is for', async () => {
  const codes = await Promise.all(Array.from({ length: 200 }, createCodigo))
  const words = new Set(codes.flatMap(({ palabras }) => palabras))
  expect(words.size).toBeGreaterThan(1_000)
  for (const word of ['aborto', 'amparo', 'marido', 'muerte', 'víctima']) expect(words).not.toContain(word)
})

it('a code is read as she types it, and what is wrong with it is said', async () => {
  const { palabras, llave } = await createCodigo()
  expect(palabras).toHaveLength(12)
  const numbered = palabras.map((palabra, at) => `${at + 1}. ${palabra.toUpperCase()}`).join('\n')
  const plain = palabras.join(' ').normalize('NFD').replace(/\p{M}/gu, '')
  for (const typed of [numbered, plain, ` ${palabras.join(',')} `]) {
    expect(await readCodigo(typed)).toMatchObject({ id: llave.id })
  }
  expect(await readCodigo(palabras.slice(1).join(' '))).toEqual({ reparo: { cuantas: 11 } })
  expect(await readCodigo(`${palabras.slice(1).join(' ')} amparito`)).toEqual({
    reparo: { desconocida: 'amparito' },
  })
  const paso = await createPaso()
  for (const typed of [
    paso.texto,
    paso.texto.toLowerCase().replaceAll('-', ' '),
    paso.texto.replaceAll('0', 'o'),
  ]) {
    expect(await readCodigo(typed)).toMatchObject({ id: paso.llave.id })
  }
  const [first, second, ...rest] = vector.code.split(' ')
  expect(await readCodigo([second, first, ...rest].join(' '))).toEqual({ reparo: 'otras' })
})

const voice = { tabla: 'diario_archivos', owner: vector.owner, fila: vector.fileName }
/** The envelope of a file, written as one of text is: so the document's words on the one open the other. */
const asText = (file: Buffer) =>
  `${file.toString('ascii', 0, 18)}.${file.subarray(19, 31).toString('base64url')}.${file.subarray(31).toString('base64url')}`
const openFileByTheDocument = (file: Buffer) =>
  openByTheDocument(bytes(vector.dataKey), voice.tabla, voice.fila, asText(file))

it('the vector of a file opens as the document says, and by the app', async () => {
  const plain = openFileByTheDocument(bytes(vector.file))
  const end = plain.indexOf('\n')
  const { bytes: length, ...head } = JSON.parse(plain.toString('utf8', 0, end))
  expect(head).toEqual({ mime: 'audio/webm', segundos: 2, hora: '10:40' })
  const sound = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3)
  expect(Uint8Array.from(plain.subarray(end + 1, end + 1 + length))).toEqual(sound)
  expect(unpack(await openFile(await dataKey(), voice, Uint8Array.from(bytes(vector.file))))).toEqual({
    ...head,
    datos: sound,
  })
})

it('the document opens a file that the app seals, of whichever length', async () => {
  const llave = await dataKey()
  for (const length of [1, 4000, 4096, 10_000]) {
    const datos = crypto.getRandomValues(new Uint8Array(length))
    const sealed = await sealFile(llave, voice, pack({ mime: 'image/jpeg', hora: '23:59', datos }))
    const plain = openFileByTheDocument(Buffer.from(sealed))
    expect(plain.length % 4096).toBe(0)
    expect(unpack(Uint8Array.from(plain))).toEqual({ mime: 'image/jpeg', hora: '23:59', datos })
  }
})

it('a file opens with its key, under its name and unchanged, and not otherwise', async () => {
  const llave = await dataKey()
  const other = await importLlave(crypto.getRandomValues(new Uint8Array(32)))
  const file = Uint8Array.from(bytes(vector.file))
  const changed = file.with(60, file[60]! ^ 1)
  for (const [key, place, sealed] of [
    [other, voice, file],
    [llave, voice, changed],
    [llave, voice, file.with(5, 0x32)],
    [llave, voice, file.slice(0, -1)],
    [llave, voice, file.slice(0, 10)],
    [llave, { ...voice, fila: vector.fileName.replace('2026-11-29', '2026-11-30') }, file],
    [llave, { ...voice, fila: vector.fileName.replace('voz', 'foto') }, file],
    [llave, { ...voice, owner: 'b0000000-0000-4000-8000-000000000002' }, file],
    [llave, { ...voice, tabla: 'diario_personal' }, file],
  ] as const) {
    await expect(openFile(key, place, sealed)).rejects.toThrow(SobreRoto)
  }
})
