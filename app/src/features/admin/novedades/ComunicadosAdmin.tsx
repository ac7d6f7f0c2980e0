import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { useNumeros } from '../../../lib/emergencia/emergencia.ts'
import { learnNumeros } from '../../../lib/member/numeros.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import { PruebaCancelada } from '../../../lib/session/prueba.ts'
import { longFecha } from '../../../lib/time/fechas.ts'
import { useToday } from '../../../lib/time/today.ts'
import { AdminPage } from '../AdminPage.tsx'
import { sayDone, sayFailed } from '../toasts.ts'
import {
  begin,
  type ComunicadoAdmin,
  comunicadoSchema,
  PUBLICOS,
  type Publico,
  stateOf,
  toRow,
  useComunicadosAdmin,
  useTell,
  useWithdrawComunicado,
} from './comunicados.ts'

/** What the team tells members: writing, and withdrawing. */
export function ComunicadosAdmin() {
  const comunicados = useComunicadosAdmin()
  const [writing, setWriting] = useState(false)
  const [withdrawing, setWithdrawing] = useState<ComunicadoAdmin | null>(null)
  const withdraw = useWithdrawComunicado()

  const end = async ({ id }: ComunicadoAdmin) => {
    try {
      await withdraw.mutateAsync(id)
      sayDone('Comunicado retirado')
    } catch (failure) {
      sayFailed('No se pudo retirar', failure)
    }
    setWithdrawing(null)
  }

  return (
    <AdminPage
      title="Comunicados"
      text="Lo que les cuentas a las integrantes. Aparece en su inicio, debajo de lo demás, hasta que cada una lo cierra."
      action={
        <Button
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => {
            void learnNumeros()
            setWriting(true)
          }}
        >
          Escribir
        </Button>
      }
    >
      <QueryView
        query={comunicados}
        errorMessage="No se pudieron cargar los comunicados."
        empty="Todavía no has contado nada."
      >
        {(list) => (
          <Card flush>
            <ul className="renglones">
              {list.map((comunicado) => (
                <Renglon
                  key={comunicado.id}
                  comunicado={comunicado}
                  onWithdraw={() => setWithdrawing(comunicado)}
                />
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      <Dialog open={writing} onClose={() => setWriting(false)} title="Nuevo comunicado">
        {writing && <ComunicadoForm onDone={() => setWriting(false)} />}
      </Dialog>
      <ConfirmDialog
        open={withdrawing !== null}
        title="¿Retirar este comunicado?"
        description="Nadie lo lee más, y los avisos que faltan no salen. Quien ya lo leyó, lo leyó."
        action="Retirar"
        busy={withdraw.isPending}
        onConfirm={() => withdrawing && void end(withdrawing)}
        onCancel={() => setWithdrawing(null)}
      />
    </AdminPage>
  )
}

function Renglon({ comunicado, onWithdraw }: { comunicado: ComunicadoAdmin; onWithdraw: () => void }) {
  const { titulo, texto, publico, pais, alcance, avisar, desde, hasta } = comunicado
  const numeros = useNumeros()
  const state = stateOf(comunicado)
  const quienes =
    publico === 'pais'
      ? (numeros.find(({ codigo }) => codigo === pais)?.pais ?? pais)
      : PUBLICOS[publico as Publico].nombre
  const last = new Date(Date.parse(hasta) - 1)
  return (
    <li className="grid gap-1.5 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-sans font-semibold text-base wrap-anywhere">{titulo}</h2>
        <Badge tone={state === 'A la vista' ? 'salvia' : 'jacaranda'}>{state}</Badge>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{texto}</p>
      <p className="text-sm text-tinta-suave">
        {quienes}: {alcance}. Del {longFecha(new Date(desde))} al {longFecha(last)}.{avisar && ' Con aviso.'}
      </p>
      {state !== 'Terminado' && (
        <Button
          look="quiet"
          className="-mx-2 justify-self-start px-2"
          aria-label={`Retirar «${titulo}»`}
          onClick={onWithdraw}
        >
          Retirar
        </Button>
      )}
    </li>
  )
}

function ComunicadoForm({ onDone }: { onDone: () => void }) {
  const today = useToday()
  const numeros = useNumeros()
  const tell = useTell()
  const draft = useFormDraft('comunicado', () => begin(today))
  const form = useForm({
    draft,
    schema: () => comunicadoSchema(today),
    send: async (values) => {
      await tell.mutateAsync({ id: draft.id, row: toRow(values), renew: draft.renew })
      sayDone('Comunicado publicado')
      onDone()
    },
    onFailure: (failure) => {
      if (!(failure instanceof PruebaCancelada)) sayFailed('No se pudo publicar', failure)
    },
    leaves: true,
  })
  const { publico } = form.values
  return (
    <Form of={form} className="grid gap-4">
      <Field label="Título" required error={form.errors.titulo}>
        <Input {...form.text('titulo')} maxLength={120} autoComplete="off" />
      </Field>
      <Field
        label="Texto"
        hint="Lo puede leer quien mire su pantalla: que no diga nada que la delate"
        required
        error={form.errors.texto}
      >
        <Textarea {...form.text('texto')} maxLength={1000} />
      </Field>
      <Field label="Para quién" hint={`${PUBLICOS[publico].quienes} Nadie del equipo ve quiénes son`}>
        <Select {...form.text('publico')}>
          {Object.entries(PUBLICOS).map(([value, { nombre }]) => (
            <option key={value} value={value}>
              {nombre}
            </option>
          ))}
        </Select>
      </Field>
      {publico === 'pais' && (
        <Field label="País" required error={form.errors.pais}>
          <Select {...form.text('pais')}>
            <option value="">Elige un país</option>
            {numeros.map(({ codigo, pais }) => (
              <option key={codigo} value={codigo}>
                {pais}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Desde" required error={form.errors.desde}>
          <Input {...form.text('desde')} type="date" min={today} />
        </Field>
        <Field label="Hasta" required error={form.errors.hasta}>
          <Input {...form.text('hasta')} type="date" min={today} />
        </Field>
      </div>
      <Checkbox
        label="Avisar en sus dispositivos"
        hint="Solo donde ella lo pidió. Dice «Hay algo nuevo» y nada más"
        {...form.checked('avisar')}
      />
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Publicando…">
        Publicar
      </Button>
    </Form>
  )
}
