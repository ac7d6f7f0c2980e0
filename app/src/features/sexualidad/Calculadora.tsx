import { Lock } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { ruled } from '../../lib/form/schema.ts'
import { readInicio, saveInicio } from '../../lib/member/ciclo.ts'
import { useUser } from '../../lib/session/session.tsx'
import { type Ciclo, calculateCiclo, checkInicio, PRIMERA_FECHA } from '../../lib/time/ciclo.ts'
import { toFecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Resultado } from './Resultado.tsx'

/** The cycle calculator. Begins with what this device remembers, and can forget it; what she writes here never leaves her device. */
export function Calculadora() {
  const { id: userId } = useUser()
  const heading = useId()
  const [ciclo, setCiclo] = useState<Ciclo | null>(null)
  // What this device remembers is shown without taking the focus; what she calculates is where she is then.
  const [calculated, setCalculated] = useState(false)
  const today = toFecha(new Date())

  const remember = (fecha: string | null) => {
    // The calculation works where nothing can be stored.
    saveInicio(userId, fecha).catch(() => {})
  }

  const form = useForm({
    initial: { inicio: '' },
    ready: ({ inicio }) => {
      const isEmpty = checkInicio(inicio, today) === 'vacia'
      if (isEmpty) {
        toast({
          title: 'Fecha requerida',
          description: 'Por favor selecciona la fecha de inicio de tu último periodo.',
          variant: 'destructive',
        })
      }
      return !isEmpty
    },
    schema: () =>
      z.object({
        inicio: ruled((inicio: string) =>
          checkInicio(inicio, today) === 'fuera' ? 'Elige un día entre el 1 de enero de 1900 y hoy.' : null,
        ),
      }),
    send: ({ inicio }) => {
      setCiclo(calculateCiclo(inicio))
      setCalculated(true)
      remember(inicio)
    },
  })

  const begun = useRef(false)
  begun.current ||= form.values.inicio !== ''
  const { change } = form
  const recalled = useRef(change)
  recalled.current = change
  useEffect(() => {
    void readInicio(userId).then((inicio) => {
      if (begun.current || inicio === null || checkInicio(inicio, toFecha(new Date())) !== null) return
      recalled.current({ inicio })
      setCiclo(calculateCiclo(inicio))
    })
  }, [userId])

  const forget = () => {
    form.change({ inicio: '' })
    setCiclo(null)
    remember(null)
  }

  return (
    <Card as="section" aria-labelledby={heading} className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 id={heading} className="text-2xl">
          Calculadora de ciclo
        </h2>
        <p className="text-tinta-suave">
          Cuenta un ciclo de 28 días. El tuyo puede ser distinto, y cambiar de un mes a otro.
        </p>
      </div>
      <Form of={form} className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <Field label="Inicio de tu último periodo" error={form.errors.inicio} required>
          <Input type="date" min={PRIMERA_FECHA} max={today} {...form.text('inicio')} />
        </Field>
        <Button type="submit" size="lg" className="sm:mb-1.5">
          Calcular
        </Button>
      </Form>
      <p className="flex gap-2.5 text-sm text-tinta-suave">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          Esta fecha no sale de tu dispositivo: no la recibimos ni la enviamos a nadie. Y recuerda: una
          calculadora no es un método anticonceptivo.
        </span>
      </p>
      {ciclo && (
        <Resultado key={ciclo.inicio} ciclo={ciclo} today={today} focus={calculated} onForget={forget} />
      )}
    </Card>
  )
}
