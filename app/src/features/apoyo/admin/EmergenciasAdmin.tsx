import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { IconButton } from '../../../components/button/IconButton.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Changed } from '../../../components/form/Changed.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { AdminPage } from '../../../components/layout/AdminPage.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { useEdited } from '../../../lib/api/useEditedRow.ts'
import { describeFuente, isSourced } from '../../../lib/emergencia/fuente.ts'
import { FuenteFields } from '../FuenteFields.tsx'
import * as toasts from '../toasts.ts'
import {
  asVersion,
  type BorradorNumeros,
  type NumerosDePais,
  type NumerosVersion,
  numerosSchema,
  useNumerosAdmin,
  useSaveNumeros,
} from './numeros.ts'

/** The emergency numbers of each country: what a woman in danger calls first. */
export function EmergenciasAdmin() {
  const query = useNumerosAdmin()
  const [editing, setEditing] = useState<NumerosDePais | 'nuevo' | null>(null)
  return (
    <AdminPage
      title="Números de emergencia"
      text="Los lee cualquiera, también sin cuenta y sin red. El primero es el que se marca."
      action={
        <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setEditing('nuevo')}>
          Agregar país
        </Button>
      }
    >
      <QueryView query={query} errorMessage="No se pudieron cargar los números." empty="No hay ningún país.">
        {(list) => (
          <Card flush>
            <ul className="renglones">
              {list.map((row) => (
                <Pais key={row.codigo_iso} row={row} onEdit={() => setEditing(row)} />
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'nuevo' ? 'Agregar país' : 'Números de emergencia'}
      >
        {editing && (
          <NumerosForm original={editing === 'nuevo' ? null : editing} onDone={() => setEditing(null)} />
        )}
      </Dialog>
    </AdminPage>
  )
}

const fuenteOf = (row: NumerosDePais) => ({
  fuente: row.fuente_url,
  fecha: row.fuente_fecha,
  verificado: row.verificado_el,
})

function Pais({ row, onEdit }: { row: NumerosDePais; onEdit: () => void }) {
  const { pais, numeros } = row
  const fuente = fuenteOf(row)
  const [first, ...others] = numeros
  return (
    <li className="flex items-center justify-between gap-3 p-3 wrap-anywhere md:px-4">
      <div className="grid min-w-0 gap-0.5">
        <h2 className="flex flex-wrap items-center gap-x-2 font-sans font-semibold text-base">
          {pais}
          {!isSourced(fuente) && <Badge tone="maiz">Sin verificar</Badge>}
        </h2>
        <p className="tabular-nums">
          <strong className="font-semibold">{first}</strong>
          {others.length > 0 && <span className="text-tinta-suave"> · {others.join(' · ')}</span>}
        </p>
        {isSourced(fuente) && <p className="text-sm text-tinta-suave">{describeFuente(fuente)}</p>}
      </div>
      <IconButton label={`Editar ${pais}`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
    </li>
  )
}

function begin(row: NumerosDePais | null): BorradorNumeros {
  return {
    codigo_iso: row?.codigo_iso ?? '',
    pais: row?.pais ?? '',
    numeros: row?.numeros.join(', ') ?? '',
    fuente_url: row?.fuente_url ?? '',
    fuente_fecha: row?.fuente_fecha ?? '',
    comprobado: false,
  }
}

/** What another may have changed of it meanwhile. */
const SHOWN = [
  ['Números', 'numeros'],
  ['Fuente', 'fuente_url'],
  ['Fecha de la fuente', 'fuente_fecha'],
] as const

function NumerosForm({ original, onDone }: { original: NumerosDePais | null; onDone: () => void }) {
  const save = useSaveNumeros()
  const edited = useEdited<NumerosVersion, BorradorNumeros>(
    'emergencias',
    original && asVersion(original),
    () => begin(original),
  )
  const form = useForm({
    draft: edited.draft,
    schema: numerosSchema,
    send: async (borrador) => {
      await save.mutateAsync({ base: edited.base, borrador })
      toasts.numerosSaved()
      onDone()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) toasts.notSaved(failure)
    },
    leaves: true,
  })
  const now = begin(edited.base)
  const { errors, text } = form
  return (
    <Form of={form} className="grid gap-4">
      <Changed
        news={edited.news}
        fields={SHOWN.map(([label, field]) => [label, now[field], form.values[field]] as const)}
      />
      {!original && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Código del país" required error={errors.codigo_iso}>
            <Input {...text('codigo_iso')} maxLength={2} autoComplete="off" placeholder="MX" />
          </Field>
          <Field label="País" required error={errors.pais}>
            <Input {...text('pais')} maxLength={60} autoComplete="off" />
          </Field>
        </div>
      )}
      <Field
        label="Números"
        required
        hint="Separados por comas; el primero es el que se marca."
        error={errors.numeros}
      >
        <Input
          {...text('numeros')}
          inputMode="tel"
          maxLength={200}
          autoComplete="off"
          placeholder="911, 066"
        />
      </Field>
      <FuenteFields form={form} label="Fuente" />
      <Checkbox
        label="Hoy lo confirmé"
        hint="No llames a emergencias para probar: confirma con la autoridad que lo publica."
        {...form.checked('comprobado')}
      />
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </Form>
  )
}
