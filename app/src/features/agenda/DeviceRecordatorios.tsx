import { useId, useState } from 'react'
import { Field } from '../../components/form/Field.tsx'
import { Select } from '../../components/form/Select.tsx'
import { Switch } from '../../components/form/Switch.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { RecordatoriosState } from '../../lib/member/pushDevice.ts'
import { zonasByHora } from '../../lib/time/zona.ts'

const TEXTS: Record<RecordatoriosState, string> = {
  imposible:
    'Este navegador no puede avisarte con la app cerrada. Mientras la tengas abierta, verás el recordatorio aquí.',
  instalar:
    'En iPhone y iPad los avisos funcionan solo con la app en la pantalla de inicio: Compartir, y luego «Agregar a inicio». Hazlo si nadie más usa tu teléfono. Mientras tanto, verás el recordatorio con la app abierta.',
  bloqueado:
    'Los avisos están bloqueados en este navegador. Puedes permitirlos en los ajustes del sitio; mientras tanto, verás el recordatorio con la app abierta.',
  apagado: 'Con la app cerrada no recibirás nada. Al encenderlos, tu navegador te pedirá permiso.',
  encendido: 'En la pantalla solo dirá «Tienes un recordatorio», nunca de qué.',
}

type Props = {
  estado: RecordatoriosState | null
  busy: boolean
  onChange: (on: boolean) => void
  asksHora: boolean
  onZona: (zona: string) => void
}

/** Whether reminders reach this device while the app is closed, in plain words, and the switch where there is one. */
export function DeviceRecordatorios({ estado, busy, onChange, asksHora, onZona }: Props) {
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
      {asksHora && <PreguntaHora onZona={onZona} />}
      <p role="status" className="text-[0.9375rem] text-tinta-suave">
        {TEXTS[estado]}
      </p>
    </Card>
  )
}

/** Where the device's time zone is not known: reminders of another place would come hours too early or too late. */
function PreguntaHora({ onZona }: { onZona: (zona: string) => void }) {
  const [zonas] = useState(() => zonasByHora(new Date()))
  return (
    <Field
      label="¿Qué hora es ahora donde estás?"
      hint="No reconocemos la zona horaria de este dispositivo, y sin ella los avisos llegarían a otra hora."
    >
      <Select value="" onChange={({ target }) => onZona(target.value)}>
        <option value="" disabled>
          Elige la hora
        </option>
        {zonas.map(({ zona, hora }) => (
          <option key={zona} value={zona}>
            {hora}
          </option>
        ))}
      </Select>
    </Field>
  )
}
