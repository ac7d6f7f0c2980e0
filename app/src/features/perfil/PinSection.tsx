import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Select } from '../../components/form/Select.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { hasPin, MINUTOS, setMinutos, setPortada } from '../../lib/session/pin.ts'
import { useCierre } from '../../lib/session/useCierre.ts'
import { PinDialog, type PinTarea } from './PinDialog.tsx'

export const minutosText = (minutos: number) =>
  minutos === 0 ? 'Al momento' : minutos === 1 ? '1 minuto' : `${minutos} minutos`

/** The PIN that opens the app on this device: set, changed, taken away. */
export function PinSection() {
  const cierre = useCierre()
  const [tarea, setTarea] = useState<PinTarea | null>(null)

  return (
    <Card as="section" aria-labelledby="pin" className="grid gap-3">
      <header className="flex items-center gap-3">
        <KeyRound aria-hidden="true" className="size-5 shrink-0 text-jacaranda-texto" />
        <h2 id="pin" className="flex-1 text-xl">
          PIN de entrada
        </h2>
        {cierre && <Badge tone="salvia">Activado</Badge>}
      </header>
      <p className="text-[0.9375rem] text-tinta-suave">
        {brand.name} lo pide en este dispositivo al abrirse y cuando vuelves. Sin él, nadie lee aquí lo que
        escribes, tampoco quien copie lo que guarda el navegador. Cerrada y sin conexión, solo funciona la
        alarma.
      </p>
      {!hasPin() && <p className="text-[0.9375rem]">Este navegador no permite guardar un PIN.</p>}
      {hasPin() && !cierre && (
        <Button look="secondary" onClick={() => setTarea('poner')}>
          Poner un PIN
        </Button>
      )}
      {cierre && (
        <>
          <Field label="Pedirlo al volver después de">
            <Select
              value={String(cierre.minutos)}
              onChange={({ target }) => setMinutos(Number(target.value))}
            >
              {MINUTOS.map((minutos) => (
                <option key={minutos} value={minutos}>
                  {minutosText(minutos)}
                </option>
              ))}
            </Select>
          </Field>
          <Checkbox
            label="Mostrar una carta del tarot en lugar del PIN"
            hint="Cerrada se ve solo la carta del día; «Más», arriba, lleva al PIN y a «Emergencia». Para dar la alarma sin pasar por ahí, mantén presionada la carta tres segundos."
            checked={cierre.portada === 'tarot'}
            onChange={({ target }) => setPortada(target.checked)}
          />
          <div className="flex flex-wrap gap-2">
            <Button look="secondary" className="flex-1" onClick={() => setTarea('cambiar')}>
              Cambiar PIN
            </Button>
            <Button look="secondary" className="flex-1" onClick={() => setTarea('segundo')}>
              Segundo PIN
            </Button>
            <Button look="quiet" className="flex-1" onClick={() => setTarea('quitar')}>
              Quitar PIN
            </Button>
          </div>
        </>
      )}
      <PinDialog tarea={tarea} onClose={() => setTarea(null)} />
    </Card>
  )
}
