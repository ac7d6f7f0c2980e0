import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { messageOf } from '../../../lib/api/errors.ts'
import { casa, readPais, useNumeros } from '../../../lib/emergencia/emergencia.ts'
import { describeFuente } from '../../../lib/emergencia/fuente.ts'
import { usePerfil } from '../../../lib/member/perfil.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import { DOUBTFUL_NUMBER, normalizePhone, PhoneError } from '../../../lib/outside/phone.ts'
import { toast } from '../../../lib/toast/toast.tsx'
import { type Ajustes, ESPERAS, PAUSAS, useAjustes, useSaveAjustes } from './ajustes.ts'

/** Her settings, as they are saved now, in a form. */
export function AjustesOpen({ onSaved }: { onSaved: () => void }) {
  const query = useAjustes()
  return (
    <QueryView query={query} empty="">
      {(ajustes) => <AjustesForm ajustes={ajustes} onSaved={onSaved} />}
    </QueryView>
  )
}

/** As the fields hold it. */
type Borrador = {
  nombre: string
  pausa: string
  orden: string
  espera: string
  telefono: string
  pais: string
  tema: boolean
}

const borradorOf = (ajustes: Ajustes): Borrador => ({
  nombre: ajustes.nombre ?? '',
  pausa: String(ajustes.pausa_s),
  orden: ajustes.orden,
  espera: String(ajustes.espera_min),
  telefono: ajustes.telefono ?? '',
  // Where she has said none, not the installation's country: saving something else would make it hers.
  pais: ajustes.pais ?? readPais() ?? '',
  tema: ajustes.con_tema,
})

function AjustesForm({ ajustes, onSaved }: { ajustes: Ajustes; onSaved: () => void }) {
  const { data: perfil } = usePerfil()
  const paises = useNumeros()
  const save = useSaveAjustes()
  const [doubted, setDoubted] = useState('')
  const draft = useFormDraft('ajustes de la alerta', () => borradorOf(ajustes))
  const form = useForm<Borrador>({
    draft,
    send: async (borrador) => {
      const typed = borrador.telefono.trim()
      const telefono = typed ? await normalizePhone(typed) : null
      if (telefono?.doubtful && doubted !== typed) {
        setDoubted(typed)
        return { telefono: DOUBTFUL_NUMBER }
      }
      await save.mutateAsync({
        nombre: borrador.nombre.trim() || null,
        pausa_s: Number(borrador.pausa),
        orden: borrador.orden,
        espera_min: Number(borrador.espera),
        telefono: telefono?.telefono ?? null,
        pais: borrador.pais || null,
        con_tema: borrador.tema,
      })
      toast({ title: 'Ajustes guardados', description: 'Valen desde tu próxima alerta.' })
      onSaved()
    },
    onFailure: (failure) => {
      if (failure instanceof PhoneError) return { telefono: failure.message }
      toast({ title: 'No se pudo guardar', description: messageOf(failure), variant: 'destructive' })
    },
  })
  const { values } = form
  const numeros = paises.find(({ codigo }) => codigo === values.pais) ?? casa().de

  return (
    <Form of={form} className="grid gap-4">
      <Field
        label="Tu nombre"
        hint={
          <>
            Así te leen tus contactos. Vacío, leen el de tu perfil
            {perfil?.username && (
              <>
                : <Propio>{perfil.username}</Propio>
              </>
            )}
            .
          </>
        }
      >
        <Input {...form.text('nombre')} maxLength={60} autoComplete="off" />
      </Field>
      <Field label="Pausa" hint="Tiempo para cancelar antes de que salga tu alerta.">
        <Select {...form.text('pausa')}>
          {PAUSAS.map((segundos) => (
            <option key={segundos} value={segundos}>
              {segundos === 0 ? 'Sin pausa: sale en cuanto presionas' : `${segundos} segundos`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="A quién primero" hint="Por prioridad, las demás siguen solo si nadie responde.">
        <Select {...form.text('orden')}>
          <option value="todas">A todas a la vez</option>
          <option value="prioridad">Primero a las de prioridad 1</option>
        </Select>
      </Field>
      {values.orden === 'prioridad' && (
        <Field label="Cuánto esperar a la primera" hint="Si nadie dice «Ya voy» o «La estoy llamando».">
          <Select {...form.text('espera')}>
            {ESPERAS.map((minutos) => (
              <option key={minutos} value={minutos}>
                {minutos === 1 ? '1 minuto' : `${minutos} minutos`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label="Tu teléfono"
        hint="Lo ven quienes aceptaron, para llamarte; antes, solo cómo termina. Vacío, leen: «Llámala solo si sabes que puede hablar»."
        error={form.errors.telefono}
      >
        <Input type="tel" inputMode="tel" {...form.text('telefono')} maxLength={40} autoComplete="tel" />
      </Field>
      <Field
        label="Tu país"
        hint={`Solo lo ves tú. De él es el número de emergencias que ves y que leen tus contactos: ${numeros.numeros[0]}. ${describeFuente(numeros)}.`}
      >
        <Select {...form.text('pais')}>
          <option value="">Sin decirlo</option>
          {values.pais && !paises.some(({ codigo }) => codigo === values.pais) && (
            <option value={values.pais}>{values.pais}</option>
          )}
          {paises.map(({ codigo, pais }) => (
            <option key={codigo} value={codigo}>
              {pais}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label="El asunto puede decir que es una alerta"
        hint="Apagado, correos y notificaciones no dicen de qué tratan hasta abrirlos."
        {...form.checked('tema')}
      />
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Guardar ajustes
      </Button>
    </Form>
  )
}
