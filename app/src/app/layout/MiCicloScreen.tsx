import { useLocation } from 'react-router'
import { useDeviceRecordatorios } from '../../features/agenda/useDeviceRecordatorios.ts'
import { useQuietRecordatorios } from '../../features/agenda/useQuietRecordatorios.ts'
import { AnimoParaConsulta, MedicamentosParaConsulta } from '../../features/bienestar/ParaConsulta.tsx'
import { MiCiclo } from '../../features/ciclo/MiCiclo.tsx'
import { ParaConsulta } from '../../features/ciclo/ParaConsulta.tsx'

/** Her cycle, with the reminders of her agenda; at `#consulta` the page for a doctor, with what she adds of mood and medicines. */
export function MiCicloScreen() {
  const { hash } = useLocation()
  const recordatorios = useQuietRecordatorios()
  const { turnOn } = useDeviceRecordatorios()
  if (hash === '#consulta')
    return (
      <ParaConsulta
        partes={[
          { titulo: 'Estado de ánimo', contenido: <AnimoParaConsulta /> },
          { titulo: 'Medicamentos', contenido: <MedicamentosParaConsulta /> },
        ]}
      />
    )
  return <MiCiclo recordar={{ ...recordatorios, onWants: turnOn }} />
}
