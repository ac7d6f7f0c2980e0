import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Correo } from '../../components/content/Correo.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Field, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { CrisisLine } from '../../components/help/CrisisLine.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { written } from '../../lib/form/schema.ts'
import { supportEmail } from '../../lib/installation/config.ts'
import { useHilo } from '../../lib/member/soporte.ts'
import { uuid } from '../../lib/random.ts'
import { AvisoRespuesta } from './AvisoRespuesta.tsx'
import { Codigo, Conversacion } from './Conversacion.tsx'
import {
  useChangeHilo,
  useDeleteHilo,
  useEnviados,
  useEscrito,
  useMensajes,
  useWriteToEquipo,
} from './hilo.ts'
import * as toasts from './toasts.ts'

const CODIGO = /^[0-9A-Z]{4}$/

/** Writing to the team, and reading what it answered. */
export function Soporte() {
  const hilo = useHilo()
  const mensajes = useMensajes()
  const enviados = useEnviados()
  const { mutate: change } = useChangeHilo()
  const isNew = hilo.data?.nuevo === true && mensajes.data !== undefined
  useEffect(() => {
    if (isNew) change({ nuevo: false })
  }, [isNew, change])

  return (
    <div className="mx-casa in-turn grid max-w-2xl gap-5 px-4 pt-5 pb-6 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <PageTitle>Escribir al equipo</PageTitle>
        <p className="text-tinta-suave">
          Para lo que no funciona, o una duda con tu cuenta. Te respondemos aquí, no al momento. Lo que
          escribes se borra a los noventa días.
        </p>
      </header>
      <QueryView
        // With her thread, which says whether there is a switch below.
        query={!hilo.isFetched ? { ...mensajes, data: undefined } : mensajes}
        errorMessage="No se pudo cargar la conversación."
        isEmpty={(list) => list.length === 0 && enviados.length === 0}
        empty={<p className="text-tinta-suave">Todavía no le has escrito al equipo.</p>}
      >
        {(list) => (
          <Conversacion mensajes={list} enviados={enviados} waits={hilo.data?.espera_desde != null} />
        )}
      </QueryView>
      <WriteForm />
      {hilo.data && <AvisoRespuesta avisar={hilo.data.avisar} />}
      <Address />
      {mensajes.data && mensajes.data.length > 0 && <DeleteHilo />}
    </div>
  )
}

function WriteForm() {
  const write = useWriteToEquipo()
  const [draft, keep, forget] = useEscrito()
  const [params, setParams] = useSearchParams()
  const given = params.get('codigo') ?? ''
  // The address gives it once: what she takes out does not come back.
  useEffect(() => {
    if (!given) return
    if (CODIGO.test(given)) keep({ texto: draft.texto, codigo: given })
    setParams({}, { replace: true })
  }, [given, draft, keep, setParams])
  const form = useForm({
    // Without the id: once a word is changed, what she sends is a new message.
    kept: [draft, ({ texto, codigo }) => keep({ texto, codigo })],
    schema: () => z.object({ texto: written('Escribe tu mensaje.') }),
    async send({ texto, codigo, id = uuid() }) {
      const sent = { texto, codigo, id }
      keep(sent)
      const resultado = await write.mutateAsync(sent)
      forget(sent)
      if (resultado === 'sent') toasts.sent()
      else toasts.waits()
    },
    onFailure: (failure) => {
      toasts.sendFailed(failure)
    },
  })
  return (
    <Card as="section" aria-label="Mensaje nuevo">
      <Form of={form} className="grid gap-4">
        <Field
          label="Tu mensaje"
          hint="No escribas contraseñas ni códigos de acceso: el equipo nunca los pide"
          required
          error={form.errors.texto}
        >
          <Textarea
            {...form.text('texto')}
            maxLength={4000}
            autoComplete="off"
            // Some browsers send the text to a server to check it.
            spellCheck="false"
            dir="auto"
            className="field-sizing-content max-h-[50dvh] min-h-28"
          />
        </Field>
        <CrisisLine
          text={form.values.texto}
          note="El equipo no responde al momento. Si estás en peligro, llama."
        />
        {draft.codigo && <Codigo codigo={draft.codigo} onRemove={() => form.change({ codigo: '' })} />}
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Enviando…">
          Enviar
        </Button>
      </Form>
    </Card>
  )
}

/** Where this installation has an address, for what cannot be sent from here. */
function Address() {
  const address = supportEmail()
  if (!address) return null
  return (
    <p className="text-center text-[0.9375rem] text-tinta-suave">
      Si aquí no se envía, escribe a{' '}
      <a
        href={`mailto:${address}`}
        className="font-semibold text-jacaranda-texto underline underline-offset-4"
      >
        <Correo>{address}</Correo>
      </a>
    </p>
  )
}

function DeleteHilo() {
  const [asks, setAsks] = useState(false)
  const remove = useDeleteHilo()
  return (
    <>
      <Button
        look="quiet"
        className="justify-self-center"
        icon={<Trash2 aria-hidden="true" className="size-5" />}
        onClick={() => setAsks(true)}
      >
        Borrar la conversación
      </Button>
      <ConfirmDialog
        open={asks}
        title="¿Borrar la conversación?"
        description="Se borra lo que escribiste y lo que te respondieron. No se puede deshacer."
        action="Borrar"
        busy={remove.isPending}
        onCancel={() => setAsks(false)}
        onConfirm={() =>
          void remove.mutateAsync().then(() => {
            setAsks(false)
            toasts.deleted()
          }, toasts.deleteFailed)
        }
      />
    </>
  )
}
