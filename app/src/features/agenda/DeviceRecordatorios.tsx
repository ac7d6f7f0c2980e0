import { useId } from 'react'
import type { RecordatoriosState } from '../../data/pushDevice.ts'
import { Card } from '../../ui/Card.tsx'
import { Switch } from '../../ui/Switch.tsx'

const TEXTS: Record<RecordatoriosState, string> = {
  imposible:
    'Este navegador no puede avisarte con la app cerrada. Mientras la tengas abierta, verás el recordatorio aquí.',
  instalar:
    'En iPhone y iPad los avisos funcionan solo con la app en la pantalla de inicio: Compartir, y luego «Agregar a inicio». Hazlo si nadie más usa tu teléfono. Mientras tanto, verás el recordatorio con la app abierta.',
  bloqueado:
    'Bloqueaste los avisos en este navegador. Puedes permitirlos en los ajustes del sitio; mientras tanto, verás el recordatorio con la app abierta.',
  apagado: 'Con la app cerrada no recibirás nada. Al encenderlos, tu navegador te pedirá permiso.',
  encendido: 'En la pantalla solo dirá «Tienes un recordatorio», nunca de qué.',
}

type Props = { estado: RecordatoriosState | null; busy: boolean; onChange: (on: boolean) => void }

/** Whether reminders reach this device while the app is closed, in plain words, and the switch where there is one. */
export function DeviceRecordatorios({ estado, busy, onChange }: Props) {
  const id = useId()
  if (!estado) return null
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg">
        Avisos en este dispositivo
      </h2>
      {(estado === 'apagado' || estado === 'encendido') && (
        <Switch
          label="Avisos en este dispositivo"
          checked={estado === 'encendido'}
          disabled={busy}
          onChange={onChange}
        />
      )}
      <p role="status" className="text-[0.9375rem] text-tinta-suave">
        {TEXTS[estado]}
      </p>
    </Card>
  )
}
