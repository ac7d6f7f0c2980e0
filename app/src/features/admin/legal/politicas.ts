import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { ServiceError } from '../../../lib/api/errors.ts'
import { useReload } from '../../../lib/api/reload.ts'
import type { News } from '../../../lib/api/useEditedRow.ts'
import { StaleForm, saveForm } from '../../../lib/api/versionedRows.ts'
import { useBorrador } from '../../../lib/offline/drafts.ts'
import { uuid } from '../../../lib/random.ts'
import type { Escrito } from './versiones.ts'
import { ESCRITO_VACIO } from './versiones.ts'

export type Politica = Tables<'politicas_legales'>

/** A text that is being written or waits for its day, as the service has it; `version` counts its changes. */
export type Obra = {
  id: string
  version: number
  clase: 'borrador' | 'programada'
  at: string
  escrito: Escrito
}

const TABLE = 'politicas_legales'
const BORRADORES = 'borradores_legales'

const pad = (value: number) => String(value).padStart(2, '0')

/** A moment as the device's field shows it; empty for none. */
export function toField(moment: string | null): string {
  if (!moment) return ''
  const date = new Date(moment)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

const toMoment = (field: string) => (field ? new Date(field).toISOString() : null)

const ofBorrador = (row: Tables<'borradores_legales'>): Obra => ({
  id: row.id,
  version: row.revision,
  clase: 'borrador',
  at: row.guardado_en,
  escrito: {
    titulo: row.titulo,
    version: row.version,
    contenido: row.contenido,
    queCambio: row.que_cambio,
    menor: row.menor,
    desde: toField(row.entra_en),
  },
})

const ofProgramada = (row: Politica): Obra => ({
  id: row.id,
  version: row.revision,
  clase: 'programada',
  at: row.publicada_en,
  escrito: {
    titulo: row.titulo,
    version: row.version,
    contenido: row.contenido,
    queCambio: row.que_cambio ?? '',
    menor: row.menor,
    desde: toField(row.publicada_en),
  },
})

/** Every version in force or past, newest first. */
export function usePoliticas() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: ({ signal }) =>
      ask((db) => db.from(TABLE).select('*').order('publicada_en', { ascending: false }), { signal }),
  })
}

/** What waits for its day, soonest first, and drafts of the whole team, the last saved first. */
export function useObras() {
  return useQuery({
    queryKey: [TABLE, 'en obra'],
    queryFn: async ({ signal }): Promise<Obra[]> => {
      const [programadas, borradores] = await Promise.all([
        ask((db) => db.rpc('politicas_programadas'), { signal }),
        ask((db) => db.from(BORRADORES).select('*').order('guardado_en', { ascending: false }), { signal }),
      ])
      return [...programadas.map(ofProgramada), ...borradores.map(ofBorrador)]
    },
  })
}

/** As it is now, wherever: a version that was withdrawn is a draft under the same id. */
async function readObra(id: string): Promise<Obra | null> {
  const programadas = await ask((db) => db.rpc('politicas_programadas'))
  const programada = programadas.find((row) => row.id === id)
  if (programada) return ofProgramada(programada)
  const borrador = await ask((db) => db.from(BORRADORES).select('*').eq('id', id).maybeSingle())
  return borrador && ofBorrador(borrador)
}

const rowOf = ({ titulo, version, contenido, queCambio, menor, desde }: Escrito) => ({
  titulo: titulo.trim(),
  version: version.trim(),
  contenido,
  que_cambio: queCambio.trim(),
  menor,
  entra_en: toMoment(desde),
})

/** For functions of the database, whose types know no null. */
const given = ({ que_cambio, entra_en, ...rest }: ReturnType<typeof rowOf>) => ({
  ...rest,
  ...(que_cambio && { que_cambio }),
  ...(entra_en && { entra_en }),
})

const isCode = (failure: unknown, ...codes: string[]) =>
  failure instanceof ServiceError && codes.includes(failure.code)

/** What a refusal means: somebody changed it meanwhile, or took it away; a text that came into force says so itself. */
async function orStale(failure: unknown, id: string): Promise<never> {
  if (!isCode(failure, 'PT409', 'PT404')) throw failure
  const now = await readObra(id)
  if (now || isCode(failure, 'PT404')) throw new StaleForm(now)
  throw failure
}

type Written = { id: string; base: Obra | null; escrito: Escrito }

/**
 * Keeps a draft for the whole team, or corrects a version that waits for its day.
 *
 * @throws StaleForm where somebody else changed it meanwhile, or took it away
 */
export function useSaveObra() {
  return useMutation({
    mutationFn: async ({ id, base, escrito }: Written): Promise<Obra | null> => {
      const row = rowOf(escrito)
      if (base?.clase === 'programada') {
        await ask((db) =>
          db.rpc('corregir_programada', { cual: base.id, visto: base.version, ...given(row) }),
        ).catch((failure: unknown) => orStale(failure, base.id))
      } else {
        await saveForm<Obra>(
          { id, base },
          {
            add: (fresh) => ask((db) => db.from(BORRADORES).insert({ id: fresh, ...row })),
            says: (now) => JSON.stringify(rowOf(now.escrito)) === JSON.stringify(row),
            change: (from) =>
              ask((db) =>
                db.from(BORRADORES).update(row).eq('id', from.id).eq('revision', from.version).select('id'),
              ),
            read: readObra,
          },
        )
      }
      return readObra(base?.id ?? id)
    },
    onSettled: useReload([TABLE]),
  })
}

/**
 * Publishes a text at once, or from its day on; the draft that it was ends with it.
 *
 * @throws StaleForm where somebody else changed that draft meanwhile
 */
export function usePublishPolitica() {
  return useMutation({
    mutationFn: ({ id, base, escrito }: Written) =>
      ask((db) =>
        db.rpc('publicar_politica', {
          cual: id,
          ...given(rowOf(escrito)),
          ...(base && { borrador: base.id, visto: base.version }),
        }),
      ).catch((failure: unknown) => (base ? orStale(failure, base.id) : Promise.reject(failure))),
    onSettled: useReload([TABLE]),
  })
}

/** Takes a version back before its day: it is a draft again. */
export function useWithdrawProgramada() {
  return useMutation({
    mutationFn: ({ id, version }: Obra) =>
      ask((db) => db.rpc('retirar_programada', { cual: id, visto: version })),
    onSettled: useReload([TABLE]),
  })
}

/** Deletes a draft as it was seen. */
export function useDeleteBorrador() {
  return useMutation({
    mutationFn: ({ id, version }: Obra) =>
      ask((db) => db.from(BORRADORES).delete().eq('id', id).eq('revision', version).select('id').single()),
    onSettled: useReload([TABLE]),
  })
}

/** As the device keeps it. */
type Stored = { id: string; base: Obra | null; escrito: Escrito }

/** What is new and not saved yet, on this device. */
export const useNueva = () => useBorrador<Stored | null>('política', null)

/**
 * A text as it is being written, kept on the device until it is saved or published.
 *
 * @param obra what it changes; null for a new one
 */
export function useEscrito(obra: Obra | null) {
  const [kept, write, drop] = useBorrador<Stored | null>(obra ? `política ${obra.id}` : 'política', null)
  const [fresh, setFresh] = useState(uuid)
  const [learned, setLearned] = useState<{ now: Obra | null } | null>(null)

  const held: Stored = kept ?? {
    id: obra?.id ?? fresh,
    base: obra,
    escrito: obra?.escrito ?? ESCRITO_VACIO,
  }
  const latest = useRef(held)
  latest.current = held

  const news: News = learned && (learned.now ? 'changed' : 'gone')
  const change = (escrito: Escrito) => {
    latest.current = { ...latest.current, escrito }
    write(latest.current)
  }
  /** @returns whether the failure was that somebody else changed it; any other is somebody else's to say */
  const learn = (failure: unknown): boolean => {
    if (!(failure instanceof StaleForm)) return false
    const now = failure.now as Obra | null
    setLearned({ now })
    // Under its id there is something else now.
    if (!now) setFresh(uuid())
    return true
  }
  /** What was sent has arrived: what was typed since stays, as a change of what is there now. @returns whether that was all */
  const settle = (sent: Escrito, now: Obra | null): boolean => {
    setLearned(null)
    if (latest.current.escrito === sent || !now) return drop()
    write({ id: now.id, base: now, escrito: latest.current.escrito })
    return false
  }
  return {
    id: learned && !learned.now ? fresh : held.id,
    base: learned ? learned.now : held.base,
    kept: kept !== null,
    escrito: held.escrito,
    news,
    change,
    learn,
    settle,
    drop: () => void drop(),
  }
}
