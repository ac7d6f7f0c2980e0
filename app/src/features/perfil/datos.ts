import { strToU8, type Zippable, zipSync } from 'fflate'
import { ask, askAll } from '../../lib/api/ask.ts'
import { SILENCE_MS } from '../../lib/api/stalledTransfer.ts'
import { listArchivos, readArchivo, readSealed } from '../../lib/cofre/archivos.ts'
import { openText } from '../../lib/cofre/cofre.ts'
import { openPalabras } from '../../lib/cofre/palabras.ts'
import { readPorEnviar } from '../../lib/cofre/porEnviar.ts'
import { alertaShown, llegadasShown } from '../../lib/session/fingidas.ts'
import { nombresOfFotos } from './foto.ts'
import { readDispositivo } from './soloAqui.ts'
import { TABLAS, type Tabla } from './tablas.ts'

/** Rows asked for at once: few enough that each answer comes within the time below, on the slowest line too. */
const POR_VEZ = 100
/** How long one answer may take; the whole may take as long as it likes. */
const within = SILENCE_MS

/**
 * All that is hers in one archive: a JSON file for each kind, her diary to be read as it is, and her picture.
 *
 * @param how told how far it has come, between 0 and 1; stopped by the signal
 * @throws ServiceError when any part cannot be read: half an archive would look like a whole one
 */
export async function collectDatos(
  userId: string,
  { signal, onPart }: { signal: AbortSignal; onPart: (part: number) => void },
): Promise<Blob> {
  const files: Zippable = {}
  const steps = TABLAS.length + 5
  let done = 0
  const advance = () => onPart(++done / steps)

  files['cuenta.json'] = json(await readCuenta(signal))
  files['en-este-dispositivo.json'] = json(await readDispositivo(userId))
  advance()
  for (const tabla of TABLAS) {
    const stored = await readTabla(tabla, userId, signal)
    const rows = await openRows(tabla, userId, stored)
    files[`${tabla.archivo}.json`] = json(rows)
    if (tabla.archivo === 'diario') files['diario.txt'] = strToU8(readableDiario(rows as Pagina[]))
    advance()
  }
  files['sesiones.json'] = json(await ask((db) => db.rpc('mis_sesiones'), { signal, within }))
  advance()
  files['quien-vio-mis-datos.json'] = json(await ask((db) => db.rpc('quien_me_vio'), { signal, within }))
  advance()
  for (const [name, content] of await readFotos(userId, signal)) files[name] = content
  advance()
  // One after the other: all at once is more than a phone has room for on its line.
  for (const archivo of await listArchivos(userId, '', signal)) {
    const abierto = await readArchivo(userId, archivo, signal)
    const name = `diario/${archivo.fecha} ${archivo.id}`
    if (typeof abierto === 'string') files[`${name}.cofre`] = await readSealed(userId, archivo.nombre, signal)
    else files[`${name}.${endingOf(abierto.mime)}`] = abierto.datos
  }
  for (const { fecha, id, contenido } of (await readPorEnviar(userId)).cosas)
    files[`diario/${fecha} ${id}.${endingOf(contenido.mime)}`] = contenido.datos
  advance()
  signal.throwIfAborted()
  return zip(files)
}

async function readCuenta(signal: AbortSignal) {
  const { user } = await ask((db) => db.auth.getUser(), { signal, within })
  const { id, email, phone, created_at, last_sign_in_at, user_metadata, app_metadata } = user
  return { id, email, phone, created_at, last_sign_in_at, user_metadata, app_metadata }
}

function readTabla(
  { tabla, columnas = '*', de, orden }: Tabla,
  userId: string,
  signal: AbortSignal,
): Promise<unknown[]> {
  return askAll<unknown>(
    (db, from, to) => {
      // The tables differ in their columns; what is read here is only written down.
      const all = db.from(tabla as 'diario_personal').select(columnas)
      const hers = de ? all.eq(de as 'user_id', de === 'es_mia' ? 'true' : userId) : all
      return hers.order(orden as 'fecha').range(from, to)
    },
    { signal, within, page: POR_VEZ },
  )
}

/** With her words, as far as this device has the key of her vault; else as they are stored. */
function openRows({ archivo }: Tabla, owner: string, rows: unknown[]): Promise<unknown[]> | unknown[] {
  if (archivo === 'diario') return openDiario(owner, rows as Pagina[])
  if (archivo === 'agenda') return openAgenda(owner, rows as Evento[])
  // As her screens show them, with somebody beside her.
  if (archivo === 'alertas')
    return (rows as Parameters<typeof alertaShown>[0][]).flatMap((one) => alertaShown(one) ?? [])
  if (archivo === 'llegadas') return llegadasShown(rows as Parameters<typeof llegadasShown>[0][number][])
  return rows
}

type Evento = Parameters<typeof openPalabras>[1]

const openAgenda = (owner: string, eventos: Evento[]) =>
  Promise.all(
    eventos.map(async (evento) => {
      const { ilegible, ...abierto } = await openPalabras(owner, evento)
      return ilegible ? evento : abierto
    }),
  )

type Pagina = { fecha: string; contenido: string }

function openDiario(owner: string, paginas: Pagina[]): Promise<Pagina[]> {
  return Promise.all(
    paginas.map(async (pagina) => {
      const lugar = { tabla: 'diario_personal', owner, fila: pagina.fecha }
      const abierta = await openText(lugar, pagina.contenido)
      return typeof abierta === 'string' ? pagina : { ...pagina, contenido: abierta.texto }
    }),
  )
}

function readableDiario(paginas: Pagina[]): string {
  return paginas.map(({ fecha, contenido }) => `${fecha}\n\n${contenido}\n`).join('\n\n')
}

async function readFotos(userId: string, signal: AbortSignal): Promise<[string, Uint8Array][]> {
  return Promise.all(
    (await nombresOfFotos(userId, { signal, within })).map(async (path): Promise<[string, Uint8Array]> => {
      const photo = await ask((db) => db.storage.from('profiles').download(path), {
        signal,
        within,
      })
      return [`foto${path.slice(path.lastIndexOf('.'))}`, new Uint8Array(await photo.arrayBuffer())]
    }),
  )
}

/** «webm» of «audio/webm;codecs=opus». */
const endingOf = (mime: string) => /\/(\w+)/.exec(mime)?.[1]?.replace('jpeg', 'jpg') ?? 'bin'

function json(value: unknown): Uint8Array {
  return strToU8(`${JSON.stringify(value, null, 2)}\n`)
}

/** Within this thread: a worker made of a blob is what the page's own policy refuses. */
function zip(files: Zippable): Blob {
  return new Blob([new Uint8Array(zipSync(files))], { type: 'application/zip' })
}
