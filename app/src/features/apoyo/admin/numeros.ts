import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../../data/ask.ts'
import type { Tables } from '../../../data/database.types.ts'
import { ServiceError } from '../../../data/errors.ts'
import { hold } from '../../../data/stale.ts'
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

/** What is wrong with which field. */
export function checkNumeros({ codigo_iso, pais, numeros, fuente_url, fuente_fecha }: BorradorNumeros) {
  const read = readNumeros(numeros)
  return {
    ...(!/^[A-Z]{2}$/.test(codigo_iso.trim().toUpperCase()) && {
      codigo_iso: 'Escribe las dos letras del país, como MX.',
    }),
    ...(!pais.trim() && { pais: 'Escribe el país.' }),
    ...(read.length === 0
      ? { numeros: 'Escribe al menos un número.' }
      : read.length > 20 || !read.every((numero) => NUMERO.test(numero))
        ? { numeros: 'Solo números cortos, separados por comas.' }
        : {}),
    ...(readEnlace(fuente_url) === null && { fuente_url: 'Escribe una dirección de internet.' }),
    ...(fuente_fecha.trim().length > 100 && { fuente_fecha: 'Caben 100 letras.' }),
  }
}

/** Somebody else changed the row since she opened it; the form keeps what she wrote. */
export const CAMBIADO = 'PT409'

/** Adds a country, or changes the row that the form was filled in from. @throws ServiceError `PT409` where that has changed */
export function useSaveNumeros() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ base, borrador }: { base: NumerosDePais | null; borrador: BorradorNumeros }) => {
      const row = {
        pais: borrador.pais.trim(),
        numeros: readNumeros(borrador.numeros),
        fuente_url: readEnlace(borrador.fuente_url) || null,
        fuente_fecha: borrador.fuente_fecha.trim() || null,
        ...(borrador.comprobado && { verificado_el: hoy() }),
      }
      if (!base) {
        await ask((db) =>
          db.from(TABLE).insert({ ...row, codigo_iso: borrador.codigo_iso.trim().toUpperCase() }),
        )
        return
      }
      const { codigo_iso, version } = base
      const changed = await ask((db) =>
        db.from(TABLE).update(row).eq('codigo_iso', codigo_iso).eq('version', version).select('codigo_iso'),
      )
      if (changed.length > 0) return
      const now = await ask((db) => db.from(TABLE).select('*').eq('codigo_iso', codigo_iso).maybeSingle())
      // Its answer got lost: it says what she wants it to say.
      if (!now || !hold(now, row))
        throw new ServiceError(
          'Alguien lo cambió hace un momento. Ciérralo y ábrelo otra vez.',
          CAMBIADO,
          409,
        )
    },
    onSettled: () => client.invalidateQueries({ queryKey: [TABLE] }),
  })
}
