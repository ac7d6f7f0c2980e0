import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask } from '../../data/ask.ts'
import { messageOf } from '../../data/errors.ts'
import { MOTIVOS, type Motivo } from '../../lib/revision/motivos.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Textarea } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Presente } from './presentes.ts'

/** Reports somebody who is in the call. */
export function ReportDialog({ quien, onClose }: { quien: Presente | null; onClose: () => void }) {
  const [motivo, setMotivo] = useState<Motivo>('acoso')
  const [detalle, setDetalle] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: (autora_id: string) =>
      ask(
        (db) =>
          db
            .from('reportes_sala')
            .insert({ origen: 'llamada', autora_id, motivo, detalle: detalle.trim() || null }),
        { within: 'patient' },
      ),
    onSuccess: () => {
      toast({ title: 'Gracias por avisar', description: 'El equipo lo revisará. No sabrá que fuiste tú.' })
      onClose()
    },
    onError: (failure) =>
      toast({
        title: 'No se pudo enviar tu denuncia.',
        description: messageOf(failure),
        variant: 'destructive',
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quien && !isPending) mutate(quien.userId)
  }

  return (
    <Dialog
      open={quien !== null}
      onClose={onClose}
      title={`Denunciar a ${quien?.nombre ?? ''}`}
      description="Lo lee el equipo, nadie más. La llamada sigue."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Motivo">
          <Select value={motivo} onChange={(event) => setMotivo(event.target.value as Motivo)}>
            {Object.entries(MOTIVOS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="¿Qué pasó?" hint="Opcional">
          <Textarea
            value={detalle}
            maxLength={1000}
            onChange={(event) => setDetalle(event.target.value)}
            className="min-h-24"
          />
        </Field>
        <Button type="submit" size="lg" wide busy={isPending}>
          Enviar denuncia
        </Button>
      </form>
    </Dialog>
  )
}
