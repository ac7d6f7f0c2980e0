import { useEffect, useMemo, useState } from 'react'
import { useCitasBetween } from '../../features/agenda/useCitas.ts'
import type { QuietRecordatorios } from '../../features/agenda/useQuietRecordatorios.ts'
import type { MiAnimo } from '../../features/bienestar/animo.ts'
import { MiMes } from '../../features/bienestar/MiMes.tsx'
import { Patrones } from '../../features/bienestar/Patrones.tsx'
import type { MisMedicamentos } from '../../features/bienestar/useMedicamentos.ts'
import { DelDia } from '../../features/ciclo/DelDia.tsx'
import { useAviso } from '../../features/ciclo/useAviso.ts'
import { useCiclo } from '../../features/ciclo/useCiclo.ts'
import { useDiasEscritos } from '../../features/diario/useDiasEscritos.ts'
import { enCiclo } from '../../lib/ciclo/apuntes.ts'
import { mesOf, monthRange } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { MesSkeleton } from './MesSkeleton.tsx'

type BienestarMesProps = {
  animo: MiAnimo
  medicamentos: MisMedicamentos
  recordatorios: QuietRecordatorios
  onWants: () => void
  /** Once it is there, for the first time. */
  onDrawn: () => void
}

/** Her month, of all that she notes anywhere: mood and medicines, cycle, diary and agenda. */
export function BienestarMes({ animo, medicamentos, recordatorios, onWants, onDrawn }: BienestarMesProps) {
  const hoy = useToday()
  const [mes, setMes] = useState(() => mesOf(hoy))
  const { first, last } = useMemo(() => monthRange(mes.year, mes.month), [mes])
  const ciclo = useCiclo(hoy)
  useAviso(ciclo, hoy, recordatorios)
  const { escrito, failed: noDiario } = useDiasEscritos(mes)
  const { citas, failed: noAgenda } = useCitasBetween(first, last)
  const historia = ciclo?.historia
  const en = useMemo(() => historia && enCiclo(historia, hoy), [historia, hoy])

  // All at once: what her notes make longer or shorter moves nothing below it.
  const known = ciclo !== null && animo.isRead && medicamentos.isRead

  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (known) onDrawn()
  }, [known])

  if (!known || !en) return <MesSkeleton />
  return (
    <>
      <MiMes
        hoy={hoy}
        animo={animo}
        medicamentos={medicamentos}
        mes={mes}
        onMes={setMes}
        enCiclo={en}
        escrito={escrito}
        citas={citas}
        falta={falta(noDiario, noAgenda)}
        ciclo={(fecha) => (
          <DelDia ciclo={ciclo} hoy={hoy} fecha={fecha} recordar={{ ...recordatorios, onWants }} />
        )}
      />
      <Patrones hoy={hoy} days={animo.days} historia={ciclo.historia} />
    </>
  )
}

function falta(diario: boolean, agenda: boolean): string | null {
  if (!diario && !agenda) return null
  return diario && agenda ? 'tu diario y tu agenda' : diario ? 'tu diario' : 'tu agenda'
}
