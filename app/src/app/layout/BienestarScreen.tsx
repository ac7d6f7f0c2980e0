import { useNavigate } from 'react-router'
import { useCitas } from '../../features/agenda/useCitas.ts'
import { Bienestar } from '../../features/bienestar/Bienestar.tsx'
import { useToday } from '../../lib/time/today.ts'

/** Her wellbeing, with the appointments of her agenda. */
export function BienestarScreen() {
  const navigate = useNavigate()
  return <Bienestar citas={useCitas(useToday())} onAddCita={() => navigate('/agenda#cita')} />
}
