import { useAvisos } from '../../features/agenda/useAvisos.ts'
import { useDeviceRecordatorios } from '../../features/agenda/useDeviceRecordatorios.ts'
import { MiCiclo } from '../../features/ciclo/MiCiclo.tsx'

/** Her cycle, with the reminders of her agenda. */
export function MiCicloScreen() {
  const avisos = useAvisos()
  const { turnOn } = useDeviceRecordatorios()
  return <MiCiclo avisar={{ ...avisos, onWants: turnOn }} />
}
