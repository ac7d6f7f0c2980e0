import { Camera, Mic, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Field, Input, Textarea } from '../../components/form/Field.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { later } from '../../components/layout/deferred.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import type { Grabacion } from '../../lib/device/grabar.ts'
import { filled, required } from '../../lib/form/schema.ts'
import { storable } from '../../lib/text/storable.ts'
import { useToday } from '../../lib/time/today.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { fotoOf, fotoSrc } from './foto.ts'
import { type Hecho, LARGO, type Sonido } from './registro.ts'
import { Sonar } from './Sonar.tsx'
import { BITS, MAX_BYTES, sonidoOf } from './sonido.ts'

const Grabadora = later(async () => (await import('../../components/sonido/Grabadora.tsx')).Grabadora)

export type Escrito = Pick<Hecho, 'cuando' | 'texto' | 'foto' | 'sonido' | 'corrige'>

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
  /** Apart from what she writes: it is not kept anew with every letter. */
  sonido: Sonido | null
  onSonido: (sonido: Sonido | null) => void
  /** What the entry that it corrects is called. */
  corrige: string | null
  onSend: (escrito: Escrito) => Promise<void>
}

/** What happened, and when. */
export function HechoForm({ first, draft, onChange, sonido, onSonido, corrige, onSend }: HechoFormProps) {
  const hoy = useToday()
  const [reading, setReading] = useState(false)
  const grabacion = useGrabacion(onSonido)
  const values = { ...draft, fecha: draft.fecha || hoy }
  const form = useForm<Borrador>({
    kept: [values, onChange],
    schema: z.object({
      fecha: required('Elige un día.').check(z.refine((fecha) => fecha <= hoy, 'Ese día todavía no llega.')),
      texto: filled('Escribe qué pasó.'),
    }),
    send: ({ fecha, hora, texto, foto, corrige }) =>
      onSend({
        cuando: hora ? `${fecha}T${hora}` : fecha,
        texto: storable(texto.trim()),
        foto,
        sonido,
        corrige,
      }),
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
      {grabacion.on && <Grabadora grabacion={grabacion.on} action="Terminar" />}
      {sonido && (
        <div className="flex items-start gap-2">
          <Sonar sonido={sonido} escrito={null} />
          <IconButton
            label="Quitar el sonido"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => onSonido(null)}
          />
        </div>
      )}
      {!sonido && !grabacion.on && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            ref={grabacion.button}
            look="secondary"
            busy={grabacion.busy}
            icon={<Mic aria-hidden="true" className="size-5" />}
            onClick={grabacion.begin}
          >
            Grabar un sonido
          </Button>
          <span className="text-[0.9375rem] text-tinta-suave">
            Hasta tres minutos; en algunos teléfonos, menos.
          </span>
        </div>
      )}
      <p className="text-[0.9375rem] text-tinta-suave">
        Al guardarla ya no se cambia ni se borra: así puedes mostrar que nadie la tocó.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="lg"
          busy={form.busy}
          busyLabel="Guardando…"
          // What she is saying would not be in it.
          disabled={grabacion.on !== null}
        >
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

/** The recorder of the form, while it runs. */
function useGrabacion(onSonido: (sonido: Sonido) => void) {
  const [on, setOn] = useState<Grabacion | null>(null)
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const current = useRef<Grabacion | null>(null)
  const gone = useRef(false)

  // She went to another screen: what she has said is in the draft, and a microphone that is still being asked for stays off.
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      current.current?.stop()
    }
  }, [])

  const begin = async () => {
    setBusy(true)
    try {
      const { grabar } = await import('../../lib/device/grabar.ts')
      const begun = await grabar(() => gone.current, { bits: BITS, largest: MAX_BYTES })
      setBusy(false)
      if (!begun) return
      current.current = begun
      setOn(begun)
      const contenido = await begun.ended
      current.current = null
      setOn(null)
      if (contenido) onSonido(await sonidoOf(contenido))
    } catch (failure) {
      setBusy(false)
      const words = failure instanceof Error && failure.name === 'SinGrabacion' ? failure.message : null
      toast({
        title: 'No se grabó',
        description: words ?? messageOf(failure),
        variant: 'destructive',
      })
    }
  }

  return { on, busy, button, begin: () => void begin() }
}
