import { Search } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { SuspensionForm, suspensionVacia } from '../../../components/moderation/SuspensionForm.tsx'
import { filled } from '../../../lib/form/schema.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import { ALCANCES, type Medida, tellEnd } from '../../../lib/revision/medidas.ts'
import { MOTIVOS } from '../../../lib/revision/motivos.ts'
import { PruebaCancelada } from '../../../lib/session/prueba.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { useMeasure } from '../../../lib/team/medidas.ts'
import { readable } from '../../../lib/text/readable.ts'
import { fromFecha, longFecha } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { useLiftSuspension } from '../revision/revision.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { hasTocaya, type MedidaTomada, type Usuaria, useSearchUsuarias, useUsuaria } from './usuarias.ts'

const ESTADOS = {
  activa: { word: 'Activa', tone: 'salvia' },
  pausada: { word: 'Pausada', tone: 'maiz' },
  expulsada: { word: 'Expulsada', tone: 'alerta' },
} as const

/** Finding a member, what the team may see of her, and what it decides about her. */
export function UsuariasAdmin() {
  const search = useSearchUsuarias()
  const [open, setOpen] = useState<Usuaria | null>(null)
  const form = useForm({
    initial: { texto: '' },
    schema: () =>
      z.object({ texto: z.string().check(z.trim(), z.minLength(3, 'Escribe al menos tres letras.')) }),
    send: async ({ texto }) => {
      await search.mutateAsync(texto.trim())
    },
    onFailure: (failure) => sayFailed('No se pudo buscar', failure),
  })
  return (
    <AdminPage
      title="Usuarias"
      text="Busca por nombre o por el correo completo. Ella verá que alguien del equipo la consultó, no quién."
    >
      <Form of={form} className="flex max-w-3xl flex-wrap items-end gap-3">
        <Field label="Nombre o correo completo" error={form.errors.texto} className="min-w-56 flex-1">
          <Input {...form.text('texto')} maxLength={254} autoComplete="off" />
        </Field>
        <Button type="submit" busy={form.busy} icon={<Search aria-hidden="true" className="size-5" />}>
          Buscar
        </Button>
      </Form>
      <div aria-live="polite">
        {search.data?.length === 0 && <p className="text-tinta-suave">Nadie con ese nombre o ese correo.</p>}
        {search.data && search.data.length > 0 && (
          <Card flush>
            <ul className="renglones">
              {search.data.map((usuaria) => (
                <li
                  key={usuaria.id}
                  className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 p-3"
                >
                  <Resumen usuaria={usuaria} tocaya={hasTocaya(usuaria, search.data)} />
                  <Button
                    look="quiet"
                    className="-mx-2 px-2"
                    aria-label={`Abrir la ficha de ${readable(usuaria.nombre) || 'Anónima'}`}
                    onClick={() => setOpen(usuaria)}
                  >
                    Abrir
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={readable(open?.nombre ?? '') || 'Anónima'}
      >
        {open && <Consulta key={open.id} id={open.id} />}
      </Dialog>
    </AdminPage>
  )
}

type ResumenProps = { usuaria: Usuaria; tocaya?: boolean }

function Resumen({ usuaria: { nombre, desde, estado, faltas, reportes }, tocaya = false }: ResumenProps) {
  return (
    <p className="grid min-w-0 gap-0.5 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-2">
        <bdi translate="no" className="font-semibold">
          {readable(nombre) || 'Anónima'}
        </bdi>
        <Badge tone={ESTADOS[estado].tone}>{ESTADOS[estado].word}</Badge>
      </span>
      <span className="text-sm text-tinta-suave">
        Desde el {longFecha(fromFecha(desde))}. Decisiones: {faltas}. Denuncias: {reportes}.
      </span>
      {tocaya && (
        <span className="text-sm">
          Otra se llama igual. Compara desde cuándo está y cuántas denuncias tiene antes de decidir.
        </span>
      )}
    </p>
  )
}

/** Why she is looked up is asked first: it stands in the record. */
function Consulta({ id }: { id: string }) {
  const [motivo, setMotivo] = useState<string | null>(null)
  const form = useForm({
    draft: useFormDraft(`consulta ${id}`, { motivo: '' }),
    schema: () => z.object({ motivo: filled('Di para qué la consultas.') }),
    send: async (values) => setMotivo(values.motivo.trim()),
    onFailure: () => {},
  })
  if (motivo !== null) return <Ficha id={id} motivo={motivo} />
  return (
    <Form of={form} className="grid gap-4">
      <Field
        label="¿Para qué la consultas?"
        hint="Queda escrito; lo leen las administradoras"
        required
        error={form.errors.motivo}
      >
        <Input {...form.text('motivo')} maxLength={200} autoComplete="off" />
      </Field>
      <Button type="submit" size="lg" wide>
        Consultar
      </Button>
    </Form>
  )
}

function Ficha({ id, motivo }: { id: string; motivo: string }) {
  const query = useUsuaria(id, motivo)
  const { has } = useSession()
  const measure = useMeasure()
  const draft = useFormDraft(`medida ${id}`, suspensionVacia)
  const decide = async (medida: Medida) => {
    const vista = query.data?.medidas[0]?.id ?? null
    await measure.mutateAsync({ user_id: id, vista, ...medida })
    sayDone('Decisión guardada')
  }
  return (
    <QueryView query={query} errorMessage="No se pudo consultar." empty="Esa persona ya no está.">
      {({ usuaria, medidas, reportes }) => (
        <div className="grid gap-5">
          <Resumen usuaria={usuaria} />
          {medidas.length > 0 && (
            <section aria-label="Decisiones" className="grid gap-1">
              <h3 className="font-sans font-semibold text-base">Decisiones</h3>
              <ul className="renglones">
                {medidas.map((medida) => (
                  <Tomada key={medida.id} medida={medida} />
                ))}
              </ul>
            </section>
          )}
          {reportes.length > 0 && (
            <section aria-label="Denuncias" className="grid gap-1">
              <h3 className="font-sans font-semibold text-base">Denuncias</h3>
              <ul className="grid gap-1 text-sm">
                {reportes.map((reporte) => (
                  <li key={reporte.id}>
                    {longFecha(new Date(reporte.creado_en))}: {MOTIVOS[reporte.motivo]} ({reporte.estado})
                  </li>
                ))}
              </ul>
            </section>
          )}
          <SuspensionForm
            draft={draft}
            expels={has('administradora')}
            onSuspend={decide}
            onFailure={(failure) =>
              failure instanceof PruebaCancelada || sayFailed('No se pudo guardar la decisión', failure)
            }
          />
        </div>
      )}
    </QueryView>
  )
}

function Tomada({ medida: { id, alcance, motivo, creada_en, hasta } }: { medida: MedidaTomada }) {
  const lift = useLiftSuspension()
  const holds = hasta === 'infinity' || new Date(hasta) > new Date()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
      <p className="grid min-w-0 text-sm wrap-anywhere">
        <span className="font-semibold">{ALCANCES[alcance].nombre}</span>
        <span className="text-tinta-suave">
          {longFecha(new Date(creada_en))}, {tellEnd(hasta)}. {readable(motivo)}
        </span>
      </p>
      {holds && (
        <Button
          look="quiet"
          className="-mx-2 px-2"
          busy={lift.isPending}
          onClick={() =>
            void lift.mutateAsync(id).then(
              () => sayDone('Decisión levantada'),
              (failure) => sayFailed('No se pudo levantar', failure),
            )
          }
        >
          Levantar
        </Button>
      )}
    </li>
  )
}
