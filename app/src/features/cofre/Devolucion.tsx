import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { messageOf, toServiceError } from '../../lib/api/errors.ts'
import { askEquipo, takeFromEquipo, useEquipo } from '../../lib/cofre/equipo.ts'
import { type Cambio, cancelCambio, seeOwn, useCambios } from '../../lib/member/cambios.ts'
import { giveMailedCode, requestCode } from '../../lib/session/givePrueba.ts'
import { PruebaCancelada, withPrueba } from '../../lib/session/prueba.ts'
import { useUser } from '../../lib/session/session.tsx'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { SoloYo } from './Equipo.tsx'
import { OPENED } from './opened.ts'

/** Her request to be given the key by the installation, where one waits. */
export function usePedida(): Cambio | undefined {
  const { data = [] } = useCambios()
  return data.find(({ tipo }) => tipo.startsWith('devolucion'))
}

/** On a device without the key, where the installation has it: asking for it. */
export function Pedirlo() {
  const equipo = useEquipo()
  if (!equipo || equipo === 'nada') return null
  return (
    <Details title="Pedírselo al equipo">
      <div className="grid gap-3 text-[0.9375rem]">
        <p>
          El equipo guarda una copia de tu llave. Te la devuelve 24 horas después de que la pidas, con tu
          contraseña y un código de tu correo.
        </p>
        <p>
          Avisamos a tu correo y a tus dispositivos, y desde cualquiera puede detenerse. Nadie del equipo
          tiene que hacer nada.
        </p>
        <Pedir />
        <SoloYo />
      </div>
    </Details>
  )
}

const failed = (failure: unknown) => {
  if (failure instanceof PruebaCancelada) return
  toast({ title: 'No pudimos pedir tu llave', description: messageOf(failure), variant: 'destructive' })
}

/** Asks, and then it is no news here that somebody did. */
async function ask(owner: string): Promise<void> {
  await withPrueba(askEquipo)
  await seeOwn(owner, 'devolucion').catch(() => {})
}

function Pedir() {
  const { id } = useUser()
  const [coded, setCoded] = useState(false)
  const [busy, setBusy] = useState(false)

  const begin = async () => {
    setBusy(true)
    try {
      await ask(id).catch(async (failure: unknown) => {
        // Her password is proven; the mailbox is what is missing.
        if (toServiceError(failure).code !== 'PT422') throw failure
        await requestCode()
        setCoded(true)
      })
    } catch (failure) {
      failed(failure)
    }
    setBusy(false)
  }

  if (coded) return <Codigo onAgain={() => void begin()} />
  return (
    <Button look="secondary" busy={busy} busyLabel="Preparando…" onClick={() => void begin()}>
      Pedir mi llave
    </Button>
  )
}

function Codigo({ onAgain }: { onAgain: () => void }) {
  const { id } = useUser()
  const form = useForm({
    initial: { codigo: '' },
    ready: ({ codigo }) => codigo.trim() !== '',
    leaves: true,
    send: async ({ codigo }) => {
      try {
        await withPrueba(() => giveMailedCode(codigo))
      } catch (failure) {
        if (failure instanceof PruebaCancelada) throw failure
        return { codigo: messageOf(failure) }
      }
      await ask(id)
    },
    onFailure: failed,
  })
  return (
    <Form of={form} className="grid gap-3">
      <Field
        label="Código de tu correo"
        hint="Te lo enviamos. Vale diez minutos."
        error={form.errors.codigo}
        required
      >
        <Input
          name="codigo-correo"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          {...form.text('codigo', (typed) => typed.replace(/\D/g, ''))}
        />
      </Field>
      <Button type="submit" busy={form.busy} busyLabel="Pidiendo…">
        Pedir mi llave
      </Button>
      <Button look="quiet" onClick={onAgain}>
        Enviar otro código
      </Button>
    </Form>
  )
}

/** What was asked for: waiting for the day, and taking it. */
export function Pedida({ cambio: { tipo, efectivo_en } }: { cambio: Cambio }) {
  const { id } = useUser()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'recoger' | 'cancelar' | null>(null)
  const cuando = new Date(efectivo_en)

  const act = async (which: 'recoger' | 'cancelar', action: () => Promise<void>) => {
    setBusy(which)
    try {
      await action()
    } catch (failure) {
      if (!(failure instanceof PruebaCancelada))
        toast({ title: 'No se pudo', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(null)
  }
  const take = async () => {
    const opened = await withPrueba(() => takeFromEquipo(id))
    toast(OPENED[opened])
    navigate('/diario-emocional', { replace: true })
  }
  const cancel = async () => {
    await cancelCambio('devolucion')
    toast({ title: 'Cancelado', description: 'Puedes pedirla de nuevo.' })
  }

  return (
    <Card as="section" aria-labelledby="pedida" className="grid gap-4">
      <h2 id="pedida" className="text-2xl">
        {tipo === 'devolucion' ? 'Pediste tu llave' : 'Ya puedes recoger tu llave'}
      </h2>
      {tipo === 'devolucion' ? (
        <p>
          Si nadie lo detiene, podrás recogerla aquí el{' '}
          <strong className="font-semibold">
            {longFecha(cuando)} a las {shortHora(cuando)}
          </strong>
          . Si cambia tu contraseña o tu correo, o se cierra un dispositivo tuyo de antes, se cuentan otras 24
          horas.
        </p>
      ) : (
        <>
          <p>Te pediremos tu contraseña. Tienes una semana: después habría que pedirla otra vez.</p>
          <Button
            size="lg"
            wide
            busy={busy === 'recoger'}
            busyLabel="Recogiendo…"
            onClick={() => void act('recoger', take)}
          >
            Recoger mi llave
          </Button>
        </>
      )}
      <Button
        look="quiet"
        className="justify-self-center"
        busy={busy === 'cancelar'}
        onClick={() => void act('cancelar', cancel)}
      >
        Cancelar
      </Button>
    </Card>
  )
}
