import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { isDuplicate } from '../../../lib/api/errors.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { hold, readAsTeam, StaleForm, saveForm } from '../../../lib/api/versionedRows.ts'
import { filled, ruled, textThat } from '../../../lib/form/schema.ts'
import { hoy } from '../asociaciones.ts'
import { readEnlace } from '../validar.ts'

export type NumerosDePais = Tables<'numeros_emergencia'>

/** The form: the numbers as she writes them, the one to call first first. */
export type BorradorNumeros = {
  codigo_iso: string
  pais: string
  numeros: string
  fuente_url: string
  fuente_fecha: string
  /** She confirmed them today. */
  comprobado: boolean
}

const TABLE = 'numeros_emergencia'
const NUMERO = /^[*#]?\d{2,15}#?$/

/** The emergency numbers of every country, by its name. */
export function useNumerosAdmin() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: ({ signal }) =>
      ask((db) => db.from(TABLE).select('*').order('pais'), { signal }) as Promise<NumerosDePais[]>,
  })
}

/** Each number of what she wrote, once. */
export function readNumeros(texto: string): string[] {
  return [...new Set(texto.split(/[\s,;]+/).filter(Boolean))]
}

/** A row as a form changes it: its id is its country's letters. */
export type NumerosVersion = NumerosDePais & { id: string }

export const asVersion = (row: NumerosDePais): NumerosVersion => ({ ...row, id: row.codigo_iso })

async function readPais(id: string): Promise<NumerosVersion | null> {
  const row = await readAsTeam(() =>
    ask((db) => db.from(TABLE).select('*').eq('codigo_iso', id).maybeSingle()),
  )
  return row && asVersion(row)
}

export const numerosSchema = z.object({
  codigo_iso: z
    .string()
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'Escribe las dos letras del país, como MX.')),
  pais: filled('Escribe el país.'),
  numeros: ruled((texto: string) => {
    const read = readNumeros(texto)
    if (read.length === 0) return 'Escribe al menos un número.'
    if (read.length > 20 || !read.every((numero) => NUMERO.test(numero)))
      return 'Solo números cortos, separados por comas.'
  }),
  fuente_url: textThat((typed) => readEnlace(typed) !== null, 'Escribe una dirección de internet.'),
  fuente_fecha: z.string().check(z.trim(), z.maxLength(100, 'Caben 100 letras.')),
})

/** Adds a country, or changes the row that the form was filled in from. @throws StaleForm where that has changed; ServiceError as `ask` does */
export function useSaveNumeros() {
  return useMutation({
    mutationFn: ({ base, borrador }: { base: NumerosVersion | null; borrador: BorradorNumeros }) => {
      const row = {
        pais: borrador.pais.trim(),
        numeros: readNumeros(borrador.numeros),
        fuente_url: readEnlace(borrador.fuente_url) || null,
        fuente_fecha: borrador.fuente_fecha.trim() || null,
        ...(borrador.comprobado && { verificado_el: hoy() }),
      }
      const id = borrador.codigo_iso.trim().toUpperCase()
      return saveForm<NumerosVersion>(
        // Of a country that was there already she has corrected the letters: it is another one's row that she was shown.
        { id, base: base?.id === id ? base : null },
        {
          add: async () => {
            try {
              await ask((db) => db.from(TABLE).insert({ ...row, codigo_iso: id }))
            } catch (failure) {
              if (!isDuplicate(failure)) throw failure
              // Its letters tell nothing of whose it is: hers, whose answer got lost, says the same.
              const now = await readPais(id)
              if (!now || !hold(now, row)) throw new StaleForm(now)
            }
          },
          says: (now) => hold(now, row),
          change: ({ version }) =>
            ask((db) =>
              db.from(TABLE).update(row).eq('codigo_iso', id).eq('version', version).select('codigo_iso'),
            ),
          read: readPais,
        },
      )
    },
    onSettled: useReload([TABLE]),
  })
}
