import { Lock } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { saveInicio } from '../../data/ciclo.ts'
import { useUser } from '../../data/session.tsx'
import { type Ciclo, calculateCiclo, checkInicio, PRIMERA_FECHA } from '../../lib/time/ciclo.ts'
import { toFecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Resultado } from './Resultado.tsx'

/** The cycle calculator. No result until calculated; what she writes here never leaves her device. */
export function Calculadora() {
  const { id: userId } = useUser()
  const heading = useId()
  const [inicio, setInicio] = useState('')
  const [error, setError] = useState('')
  const [ciclo, setCiclo] = useState<Ciclo | null>(null)
  const today = toFecha(new Date())

  const remember = (fecha: string | null) => {
    // The calculation works where nothing can be stored.
    saveInicio(userId, fecha).catch(() => {})
  }

  const calculate = (event: FormEvent) => {
    event.preventDefault()
    const falta = checkInicio(inicio, today)
    if (falta === 'vacia') {
      toast({
        title: 'Fecha requerida',
        description: 'Por favor selecciona la fecha de inicio de tu último periodo.',
        variant: 'destructive',
      })
    }
    setError(falta === 'fuera' ? 'Elige un día entre el 1 de enero de 1900 y hoy.' : '')
    if (falta) return
    setCiclo(calculateCiclo(inicio))
    remember(inicio)
  }

  const forget = () => {
    setInicio('')
    setCiclo(null)
    remember(null)
  }

  return (
    <Card as="section" aria-labelledby={heading} className="grid gap-4">
      <div className="grid gap-1">
        <h2 id={heading} className="text-2xl">
          Calculadora de ciclo
        </h2>
        <p className="text-tinta-suave">
          Cuenta un ciclo de 28 días. El tuyo puede ser distinto, y cambiar de un mes a otro.
        </p>
      </div>
      <form noValidate onSubmit={calculate} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
        <Field label="Inicio de tu último periodo" error={error} required>
          <Input
            type="date"
            min={PRIMERA_FECHA}
            max={today}
            value={inicio}
            onChange={({ target }) => {
              setInicio(target.value)
              setError('')
            }}
          />
        </Field>
        <Button type="submit" size="lg" className="sm:mb-1.5">
          Calcular
        </Button>
      </form>
      <p className="flex gap-2.5 text-sm text-tinta-suave">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          Esta fecha no sale de tu dispositivo: no la recibimos ni la enviamos a nadie. Y recuerda: una
          calculadora no es un método anticonceptivo.
        </span>
      </p>
      {ciclo && <Resultado key={ciclo.inicio} ciclo={ciclo} today={today} onForget={forget} />}
    </Card>
  )
}
