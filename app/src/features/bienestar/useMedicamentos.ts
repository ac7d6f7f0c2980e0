import { useEffect, useMemo } from 'react'
import { useNotas } from '../../lib/cofre/hojas.ts'
import type { Nota } from '../../lib/cofre/notas.ts'
import { keepKey, readKey } from '../../lib/offline/plainKeys.ts'
import { uuid } from '../../lib/random.ts'
import { useUser } from '../../lib/session/session.tsx'
import {
  asMedicamento,
  byDia,
  type Dosis,
  type Estado,
  idOfToma,
  leftOf,
  type Medicamento,
  type Toma,
  tomaOf,
} from './medicamentos.ts'
import { medicamentosOf } from './salud.ts'

/** The sheet of what she takes; what was taken stands on that of its month. */
const LISTA = 'lista'

type Escrito = Medicamento | Toma
const isToma = (nota: Nota<Escrito>): nota is Nota<Toma> => 'estado' in nota.value
const isMedicamento = (nota: Nota<Escrito>): nota is Nota<Medicamento> => !isToma(nota)

/** Her medicines and what was taken of them, on this device and in her vault. */
export function useMedicamentos() {
  const { id: owner } = useUser()
  const { notas, write } = useNotas<Escrito>('medicamentos')
  const { medicamentos, tomas, deDia, quedan } = useMemo(() => {
    const todas = [...(notas?.values() ?? [])].flat()
    const medicamentos = todas
      .filter(isMedicamento)
      .sort((one, other) => one.value.nombre.localeCompare(other.value.nombre, 'es'))
    const tomas = todas.filter(isToma)
    return {
      medicamentos,
      tomas,
      deDia: byDia(tomas),
      quedan: new Map(medicamentos.map((medicamento) => [medicamento.id, leftOf(medicamento, tomas)])),
    }
  }, [notas])
  const isRead = notas !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the device was read.
  useEffect(() => {
    if (isRead) void takeOver()
  }, [isRead])

  /** What an older app kept becomes hers, once. */
  const takeOver = async () => {
    const own = medicamentosOf(await readKey(owner, 'healthMedications'))
    let kept = true
    for (const anterior of own)
      if (!(await write(LISTA, anterior.id || uuid(), asMedicamento(anterior)))) kept = false
    if (own.length > 0 && kept) await keepKey(owner, 'healthMedications', null)
  }

  return {
    isRead,
    medicamentos,
    tomas,
    /** What was said of the doses of a day. */
    deDia,
    /** How many are left of each. */
    quedan,
    save: (id: string | null, medicamento: Medicamento) => write(LISTA, id ?? uuid(), medicamento),
    erase: (id: string) => write(LISTA, id, null),
    /** Says what became of a dose; the same once more takes it back. */
    async say(dosis: Dosis, estado: Estado): Promise<void> {
      const toma = tomaOf(dosis, estado)
      await write(dosis.fecha.slice(0, 7), idOfToma(toma), dosis.estado === estado ? null : toma)
    },
  }
}

export type MisMedicamentos = ReturnType<typeof useMedicamentos>
