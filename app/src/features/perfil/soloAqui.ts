import { llaveroOf } from '../../lib/cofre/cofre.ts'
import { readUnsent } from '../../lib/cofre/hojas.ts'
import type { Clase } from '../../lib/cofre/hojasAqui.ts'
import { nombreOf } from '../../lib/cofre/nombreOf.ts'
import { readPorEnviar } from '../../lib/cofre/porEnviar.ts'
import { readInicio } from '../../lib/member/ciclo.ts'
import { readDrafts } from '../../lib/offline/deviceStore.ts'
import { PLAIN_KEYS, type PlainKey, plainOf, readKey } from '../../lib/offline/plainKeys.ts'
import { longFecha } from '../../lib/time/fechas.ts'

/** What this device keeps of her, and the service does not. */
export type Dispositivo = {
  /** By the browser's keys (docs/product.md#browser-keys). */
  claves: Record<string, unknown>
  ciclo: string | null
  /** Notes that the vault has not, by kind, as lines. */
  notas: { animo: string[]; ciclo: string[]; plan: string[]; medicamentos: string[]; hechos: string[] }
  borradores: unknown[]
  /** Pictures and voice notes that have not arrived, as lines; `kept` where they outlive the page. */
  porEnviar: { archivos: string[]; kept: boolean }
  /** Whether the key of her vault is here; the key itself is in no file. */
  llave: boolean
}

/** Something that goes when she signs out, or `queda`, sealed, until she comes back: what it is called, and what it says. */
export type SoloAqui = { nombre: string; texto: string; queda?: true }

const READ_WITHIN_MS = 3_000

async function readClaves(userId: string) {
  const read = async (key: PlainKey) => [key, await readKey(userId, key)] as const
  return {
    ...Object.fromEntries(await Promise.all(PLAIN_KEYS.map(read))),
    blogPosts: plainOf('blogPosts'),
    locationSharing: plainOf('locationSharing'),
  }
}

/** What cannot be read keeps nobody from leaving, or from the rest. */
const unsentOf = <Value>(userId: string, clase: Clase): Promise<Value[]> =>
  readUnsent<Value>(userId, clase).catch(() => [])

export async function readDispositivo(userId: string): Promise<Dispositivo> {
  const [claves, ciclo, animo, apuntes, plan, medicamentos, hechos, borradores, porEnviar, llavero] =
    await Promise.all([
      readClaves(userId),
      readInicio(userId),
      unsentOf<{ fecha: string; animo: string; motivos: string[]; palabra: string }>(userId, 'animo'),
      unsentOf<{
        fecha: string
        que: string
        modo?: string
        flujo?: string | null
        dolor?: string | null
        sintomas?: string[]
      }>(userId, 'ciclo'),
      unsentOf<{ texto: string }>(userId, 'plan'),
      unsentOf<{ nombre?: string; dosis?: string; horas?: string[] }>(userId, 'medicamentos'),
      unsentOf<{ cuando: string; texto: string }>(userId, 'hechos'),
      readDrafts(userId).catch(() => []),
      readArchivos(userId).catch(() => ({ archivos: [], kept: true })),
      llaveroOf(userId),
    ])
  return {
    claves,
    ciclo,
    notas: {
      animo: animo.map(({ fecha, animo, motivos, palabra }) =>
        [`${longFecha(fecha)}: ${animo}`, ...motivos, palabra].filter(Boolean).join(', '),
      ),
      ciclo: apuntes
        .filter(({ que }) => que !== 'aviso')
        .map(({ fecha, que, modo, flujo, dolor, sintomas = [] }) =>
          [
            `${longFecha(fecha)}: ${que}`,
            modo,
            flujo && `flujo ${flujo}`,
            dolor && `dolor ${dolor}`,
            ...sintomas,
          ]
            .filter(Boolean)
            .join(', '),
        ),
      plan: plan.map(({ texto }) => texto),
      medicamentos: medicamentos.flatMap(({ nombre, dosis, horas = [] }) =>
        nombre ? [[nombre, dosis, ...horas].filter(Boolean).join(', ')] : [],
      ),
      hechos: hechos.map(({ cuando, texto }) => `${cuando.replace('T', ' ')}: ${texto}`),
    },
    borradores,
    porEnviar,
    llave: llavero !== null,
  }
}

async function readArchivos(userId: string): Promise<Dispositivo['porEnviar']> {
  const { cosas, kept } = await readPorEnviar(userId)
  return {
    archivos: cosas.map(
      ({ tipo, fecha, contenido: { hora } }) => `${nombreOf(tipo)} del ${longFecha(fecha)}, ${hora}`,
    ),
    kept,
  }
}

/** What of it is hers and nowhere else: not the examples and first names of the app. */
export function soloAqui({ claves, ciclo, notas, borradores, porEnviar, llave }: Dispositivo): SoloAqui[] {
  const { assistantConfig, healthAppointments, healthMedications, blogPosts, llamada } = claves
  const found: [nombre: string, texto: string | null | undefined][] = [
    [
      'tu ciclo',
      [...(ciclo ? [`Tu último periodo empezó el ${longFecha(ciclo)}.`] : []), ...notas.ciclo].join('\n'),
    ],
    ['tu ánimo', notas.animo.join('\n')],
    ['tu plan', notas.plan.join('\n')],
    ['tu registro de hechos', notas.hechos.join('\n')],
    ['tus citas médicas', rowsOf(healthAppointments)],
    ['tus medicamentos', [rowsOf(healthMedications), ...notas.medicamentos].filter(Boolean).join('\n')],
    ['el nombre de tu asistente', textOf(assistantConfig, 'name')],
    ['los nombres de tu llamada segura', namesOf(llamada)],
    ['historias de este navegador', rowsOf(blogPosts)],
    [
      'tu llave',
      llave ? 'Para volver a leer aquí lo que cerraste con ella, te pediremos tus 12 palabras.' : null,
    ],
    ['lo que escribías sin guardar', borradores.map(wordsOf).filter(Boolean).join('\n\n')],
  ]
  const cosas = found.flatMap(([nombre, texto]): SoloAqui[] => (texto ? [{ nombre, texto }] : []))
  const { archivos, kept } = porEnviar
  if (archivos.length === 0) return cosas
  return [
    ...cosas,
    { nombre: 'fotos y audios por enviar', texto: archivos.join('\n'), ...(kept && { queda: true }) },
  ]
}

/** The same, to be said before it goes; a device that is stuck keeps nobody from leaving. */
export function findSoloAqui(userId: string): Promise<SoloAqui[]> {
  const late = new Promise<SoloAqui[]>((resolve) => setTimeout(() => resolve([]), READ_WITHIN_MS))
  return Promise.race([readDispositivo(userId).then(soloAqui, () => []), late])
}

/** In a sentence, with the way to keep it; empty where there is nothing. */
export function describeLoss(cosas: readonly SoloAqui[]): string {
  const { van, quedan } = apart(cosas)
  const loss =
    van.length > 0
      ? `De este dispositivo se borra lo que solo está aquí: ${van.map(({ nombre }) => nombre).join(', ')}. Para guardarlo, usa antes «Descargar mis datos». `
      : ''
  return loss + quedan.map((one) => `${describeQueda(one)} `).join('')
}

/** What goes, and what stays on the device. */
export const apart = (cosas: readonly SoloAqui[]) => ({
  van: cosas.filter(({ queda }) => !queda),
  quedan: cosas.filter(({ queda }) => queda),
})

/** What becomes of something that stays. */
export const describeQueda = ({ nombre }: SoloAqui): string =>
  `Tus ${nombre} se quedan en este dispositivo, sin que nadie pueda abrirlos, y se envían cuando vuelvas a entrar aquí con tus 12 palabras.`

/** All of it in one text, to keep. */
export const archivoOf = (cosas: readonly SoloAqui[]): string =>
  cosas
    .map(({ nombre, texto }) => `${nombre[0]!.toLocaleUpperCase('es')}${nombre.slice(1)}\n${texto}\n`)
    .join('\n')

const textOf = (value: unknown, field: string): string | null => {
  const text = (value as Record<string, unknown> | null)?.[field]
  return typeof text === 'string' && text.trim() ? text.trim() : null
}

const namesOf = (value: unknown): string | null => {
  const nombres = (value as { nombres?: unknown } | null)?.nombres
  return Array.isArray(nombres) ? nombres.join(', ') : null
}

/** A line for each row; the two posts that the app itself puts there are nobody's. */
function rowsOf(rows: unknown): string | null {
  if (!Array.isArray(rows)) return null
  return rows
    .filter((row) => typeof row === 'object' && row !== null && !String(row.id ?? '').startsWith('semilla-'))
    .map(({ id: _, ...row }) => Object.values(row).filter(Boolean).join(', '))
    .join('\n')
}

/** The words of a draft, whatever form it belongs to. */
function wordsOf(body: unknown): string {
  if (typeof body === 'string') return body.trim()
  if (typeof body !== 'object' || body === null) return ''
  const { base: _, id: __, corrige: ___, ...fields } = body as Record<string, unknown>
  return Object.values(fields)
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    .join('\n')
}
