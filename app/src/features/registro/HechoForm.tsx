import { Camera, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Field, Input, Textarea } from '../../components/form/Field.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { filled, required } from '../../lib/form/schema.ts'
import { storable } from '../../lib/text/storable.ts'
import { useToday } from '../../lib/time/today.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { fotoOf, fotoSrc } from './foto.ts'
import { type Hecho, LARGO } from './registro.ts'

export type Escrito = Pick<Hecho, 'cuando' | 'texto' | 'foto' | 'corrige'>

/** What she is writing, and which entry it corrects. */
export type Borrador = {
  fecha: string
  hora: string
  texto: string
  foto: string | null
  corrige: string | null
}
export const VACIO: Borrador = { fecha: '', hora: '', texto: '', foto: null, corrige: null }

type HechoFormProps = {
  /** Where the focus goes when an entry is to be corrected. */
  first: RefObject<HTMLTextAreaElement | null>
  draft: Borrador
  onChange: (draft: Borrador) => void
  /** What the entry that it corrects is called. */
  corrige: string | null
  onSend: (escrito: Escrito) => Promise<void>
}

/** What happened, and when. */
export function HechoForm({ first, draft, onChange, corrige, onSend }: HechoFormProps) {
  const hoy = useToday()
  const [reading, setReading] = useState(false)
  const values = { ...draft, fecha: draft.fecha || hoy }
  const form = useForm<Borrador>({
    kept: [values, onChange],
    schema: z.object({
      fecha: required('Elige un día.').check(z.refine((fecha) => fecha <= hoy, 'Ese día todavía no llega.')),
      texto: filled('Escribe qué pasó.'),
    }),
    send: ({ fecha, hora, texto, foto, corrige }) =>
      onSend({ cuando: hora ? `${fecha}T${hora}` : fecha, texto: storable(texto.trim()), foto, corrige }),
  })

  const take = async (file: File | undefined) => {
    if (!file) return
    setReading(true)
    try {
      form.change({ foto: await fotoOf(file) })
    } catch {
      toast({
        title: 'No pudimos abrir esa imagen',
        description: 'Prueba con otra foto.',
        variant: 'destructive',
      })
    } finally {
      setReading(false)
    }
  }

  return (
    <Form of={form} className="grid gap-4">
      {corrige && (
        <p className="rounded-control bg-jacaranda-suave px-3 py-2 text-jacaranda-texto">
          Corriges {corrige}. La de antes queda como está, y esta dice cuál corrige.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Qué día fue" required error={form.errors.fecha}>
          <Input type="date" min="1950-01-01" max={hoy} {...form.text('fecha')} />
        </Field>
        <Field label="A qué hora (si la sabes)">
          <Input type="time" {...form.text('hora')} />
        </Field>
      </div>
      <Field label="Qué pasó" required error={form.errors.texto}>
        <Textarea
          ref={first}
          {...form.text('texto')}
          rows={6}
          maxLength={LARGO}
          autoComplete="off"
          spellCheck="false"
        />
      </Field>
      {values.foto ? (
        <div className="flex items-start gap-2">
          <img src={fotoSrc(values.foto)} alt="Tu foto" className="max-h-40 min-w-0 rounded-control" />
          <IconButton
            label="Quitar la foto"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => form.change({ foto: null })}
          />
        </div>
      ) : (
        <div>
          <FileButton
            label="Foto"
            accept="image/*"
            disabled={reading}
            icon={<Camera aria-hidden="true" className="size-5" />}
            onFile={(file) => void take(file)}
          >
            Agregar una foto
          </FileButton>
        </div>
      )}
      <p className="text-[0.9375rem] text-tinta-suave">
        Al guardarla ya no se cambia ni se borra: así puedes mostrar que nadie la tocó.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          Guardar
        </Button>
        {corrige && (
          <Button look="quiet" size="lg" onClick={() => form.change({ corrige: null })}>
            No corregir
          </Button>
        )}
      </div>
    </Form>
  )
}
