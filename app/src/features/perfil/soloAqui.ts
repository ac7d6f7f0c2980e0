import { llaveroOf } from '../../lib/cofre/cofre.ts'
import { readUnsent } from '../../lib/cofre/hojas.ts'
import type { Clase } from '../../lib/cofre/hojasAqui.ts'
import { onDevice } from '../../lib/device/storage.ts'
import { readInicio } from '../../lib/member/ciclo.ts'
import { readDrafts } from '../../lib/offline/deviceStore.ts'
import { longFecha } from '../../lib/time/fechas.ts'

/** What this device keeps of her, and the service does not. */
export type Dispositivo = {
  /** By the browser's keys (docs/product.md#browser-keys), as it stands there. */
  claves: Record<string, string | null>
  ciclo: string | null
  /** Notes that the vault has not, by kind, as lines. */
  notas: { animo: string[]; ciclo: string[]; plan: string[]; medicamentos: string[]; hechos: string[] }
  borradores: unknown[]
  /** Whether the key of her vault is here; the key itself is in no file. */
  llave: boolean
}

/** Something that goes when she signs out: what it is called, and what it says. */
export type SoloAqui = { nombre: string; texto: string }

const READ_WITHIN_MS = 3_000

const CLAVES = [
  'healthAppointments',
  'healthMedications',
  'blogPosts',
  'assistantConfig',
  'locationSharing',
  'llamada',
]

/** What cannot be read keeps nobody from leaving, or from the rest. */
const unsentOf = <Value>(userId: string, clase: Clase): Promise<Value[]> =>
  readUnsent<Value>(userId, clase).catch(() => [])

export async function readDispositivo(userId: string): Promise<Dispositivo> {
  const [ciclo, animo, apuntes, plan, medicamentos, hechos, borradores, llavero] = await Promise.all([
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
    llaveroOf(userId),
  ])
  return {
    claves: Object.fromEntries(CLAVES.map((clave) => [clave, onDevice.getItem(clave)])),
    ciclo,
    notas: {
      animo: animo.map(({ fecha, animo, motivos, palabra }) =>
        [`${longFecha(fecha)}: ${animo}`, ...motivos, palabra].filter(Boolean).join(', '),
      ),
      ciclo: apuntes.map(({ fecha, que, modo, flujo, dolor, sintomas = [] }) =>
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
    llave: llavero !== null,
  }
}

/** What of it is hers and nowhere else: not the examples and first names of the app. */
export function soloAqui({ claves, ciclo, notas, borradores, llave }: Dispositivo): SoloAqui[] {
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
    ['el nombre de tu asistente', textOf(parsed(assistantConfig), 'name')],
    ['los nombres de tu llamada segura', namesOf(parsed(llamada))],
    ['historias de este navegador', rowsOf(blogPosts)],
    [
      'tu llave',
      llave ? 'Para volver a leer aquí lo que cerraste con ella, te pediremos tus 12 palabras.' : null,
    ],
    ['lo que escribías sin guardar', borradores.map(wordsOf).filter(Boolean).join('\n\n')],
  ]
  return found.flatMap(([nombre, texto]) => (texto ? [{ nombre, texto }] : []))
}

/** The same, to be said before it goes; a device that is stuck keeps nobody from leaving. */
export function findSoloAqui(userId: string): Promise<SoloAqui[]> {
  const late = new Promise<SoloAqui[]>((resolve) => setTimeout(() => resolve([]), READ_WITHIN_MS))
  return Promise.race([readDispositivo(userId).then(soloAqui, () => []), late])
}

/** In a sentence, with the way to keep it; empty where there is nothing. */
export function describeLoss(cosas: readonly SoloAqui[]): string {
  if (cosas.length === 0) return ''
  return `De este dispositivo se borra lo que solo está aquí: ${cosas.map(({ nombre }) => nombre).join(', ')}. Para guardarlo, usa antes «Descargar mis datos». `
}

/** All of it in one text, to keep. */
export const archivoOf = (cosas: readonly SoloAqui[]): string =>
  cosas
    .map(({ nombre, texto }) => `${nombre[0]!.toLocaleUpperCase('es')}${nombre.slice(1)}\n${texto}\n`)
    .join('\n')

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const textOf = (value: unknown, field: string): string | null => {
  const text = (value as Record<string, unknown> | null)?.[field]
  return typeof text === 'string' && text.trim() ? text.trim() : null
}

const namesOf = (value: unknown): string | null => {
  const nombres = (value as { nombres?: unknown } | null)?.nombres
  return Array.isArray(nombres) ? nombres.join(', ') : null
}

/** A line for each row; the two posts that the app itself puts there are nobody's. */
function rowsOf(text: string | null | undefined): string | null {
  const rows = parsed(text)
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
