import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useCitas } from '../../features/agenda/useCitas.ts'
import { useDeviceRecordatorios } from '../../features/agenda/useDeviceRecordatorios.ts'
import { useQuietRecordatorios } from '../../features/agenda/useQuietRecordatorios.ts'
import { Bienestar } from '../../features/bienestar/Bienestar.tsx'
import { useToday } from '../../lib/time/today.ts'
import { onDemand } from '../lazyScreen.tsx'
import { MesSkeleton } from './MesSkeleton.tsx'

const BienestarMes = onDemand(async () => (await import('./BienestarMes.tsx')).BienestarMes)

/** Her wellbeing, with the appointments and reminders of her agenda, and her month, whose code comes behind the tiles. */
export function BienestarScreen() {
  const navigate = useNavigate()
  const recordatorios = useQuietRecordatorios()
  const { turnOn } = useDeviceRecordatorios()
  return (
    <Bienestar
      citas={useCitas(useToday())}
      onAddCita={() => navigate('/agenda#cita')}
      recordar={{ ...recordatorios, onWants: turnOn }}
      mes={(propio) => (
        <Suspense fallback={<MesSkeleton />}>
          <BienestarMes {...propio} recordatorios={recordatorios} onWants={turnOn} />
        </Suspense>
      )}
    />
  )
}
