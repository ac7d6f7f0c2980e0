import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Field, Input, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { filled, textThat } from '../../lib/form/schema.ts'
import { useFormDraft } from '../../lib/offline/drafts.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import type { Asociacion } from './asociaciones.ts'
import { type MiSugerencia, useMisSugerencias, useSuggest, useWithdrawSugerencia } from './sugerencias.ts'
import * as toasts from './toasts.ts'

/** What she suggests something about: an entry, one that is missing, or nothing while it is closed. */
export type Sobre = Asociacion | 'nueva' | null

const TELEFONO = /^[+0-9*#]{2,20}$/
const bare = (telefono: string) => telefono.replace(/[\s().\-‐-―]/g, '')

/** She tells the team what it should know; nobody learns that it was she. */
export function SugerenciaDialog({ sobre, onClose }: { sobre: Sobre; onClose: () => void }) {
  return (
    <Dialog
      open={sobre !== null}
      onClose={onClose}
      title={sobre === 'nueva' ? 'Sugerir una ayuda' : 'Sugerir un cambio'}
      description="El equipo lo comprueba antes de publicarlo. No sabe quién lo sugirió."
    >
      {sobre && <SugerenciaForm asociacion={sobre === 'nueva' ? null : sobre} onDone={onClose} />}
    </Dialog>
  )
}

function SugerenciaForm({ asociacion, onDone }: { asociacion: Asociacion | null; onDone: () => void }) {
  const suggest = useSuggest()
  const draft = useFormDraft(`sugerencia ${asociacion?.id ?? 'nueva'}`, { texto: '', telefono: '' })
  const form = useForm({
    draft,
    schema: () =>
      z.object({
        texto: filled('Cuéntanos qué debería saber el equipo.'),
        telefono: textThat(
          (telefono) => !telefono.trim() || TELEFONO.test(bare(telefono)),
          'Escribe solo el número.',
        ),
      }),
    send: async ({ texto, telefono }) => {
      const row = {
        asociacion_id: asociacion?.id ?? null,
        texto: texto.trim(),
        telefono: bare(telefono) || null,
      }
      await suggest.mutateAsync({ id: draft.id, row, renew: draft.renew })
      toasts.sugerenciaSent()
      onDone()
    },
    onFailure: toasts.notSaved,
    leaves: true,
  })
  return (
    <div className="grid gap-5">
      <Form of={form} className="grid gap-4">
        {asociacion && <p className="font-semibold wrap-anywhere">{asociacion.nombre}</p>}
        <Field
          label={asociacion ? 'Qué cambió' : 'A quién conoces y cómo ayuda'}
          required
          hint="No escribas la dirección de un refugio ni nada tuyo."
          error={form.errors.texto}
        >
          <Textarea {...form.text('texto')} maxLength={1000} />
        </Field>
        <Field label="Teléfono" error={form.errors.telefono}>
          <Input {...form.text('telefono')} type="tel" inputMode="tel" autoComplete="off" maxLength={40} />
        </Field>
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Enviando…">
          Enviar
        </Button>
      </Form>
      <Mias de={asociacion?.id ?? null} />
    </div>
  )
}

const ESTADOS: Record<string, string> = {
  pendiente: 'por leer',
  aplicada: 'atendida, gracias',
  descartada: 'leída; esta vez no cambió nada',
}

/** What she has suggested about it before. */
function Mias({ de }: { de: string | null }) {
  const { data = [] } = useMisSugerencias()
  const mine = data.filter(({ asociacion_id }) => asociacion_id === de)
  if (mine.length === 0) return null
  return (
    <section aria-label="Lo que ya sugeriste" className="grid gap-1">
      <h3 className="font-sans font-semibold text-base">Lo que ya sugeriste</h3>
      <ul className="divide-y divide-linea">
        {mine.map((sugerencia) => (
          <Mia key={sugerencia.id} sugerencia={sugerencia} />
        ))}
      </ul>
    </section>
  )
}

function Mia({ sugerencia: { id, texto, estado, creada_en } }: { sugerencia: MiSugerencia }) {
  const withdraw = useWithdrawSugerencia()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5 wrap-anywhere">
      <p className="grid min-w-0 flex-1 basis-48 text-sm">
        <span>{texto}</span>
        <span className="text-tinta-suave">
          {longFecha(new Date(creada_en))}: {ESTADOS[estado]}
        </span>
      </p>
      <Button
        look="quiet"
        className="px-3 text-sm"
        busy={withdraw.isPending}
        onClick={() => void withdraw.mutateAsync(id).then(toasts.sugerenciaWithdrawn, toasts.notSaved)}
      >
        Retirar
      </Button>
    </li>
  )
}
