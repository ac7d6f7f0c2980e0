import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { textThat } from '../../lib/form/schema.ts'
import { CAMBIOS } from '../../lib/member/cambios.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { activateFactor, enrollFactor, type Inscripcion } from './segundoFactor.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  /** Codes that were made anew: they alone are shown. */
  nuevos?: string[] | null
}

/** Turns the second factor on: key, first code, then the recovery codes, which are shown this once. */
export function SegundoFactorDialog({ open, onClose, nuevos = null }: DialogProps) {
  const [hechos, setCodigos] = useState<string[] | null>(null)
  const codigos = nuevos ?? hechos
  const close = () => {
    setCodigos(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      // The codes are shown once: Escape must not close the dialog.
      deliberate={codigos !== null}
      title={codigos ? 'Guarda tus códigos de recuperación' : 'Verificación en dos pasos'}
      description={
        codigos
          ? 'Si pierdes tu app de códigos, cada uno te deja entrar una vez. No volverás a verlos.'
          : 'Necesitas una app de códigos, como Google Authenticator o Aegis.'
      }
    >
      {open &&
        (codigos ? (
          <Codigos codigos={codigos} onDone={close} />
        ) : (
          <EnrollFactor onDone={setCodigos} onCancel={close} />
        ))}
    </Dialog>
  )
}

function EnrollFactor({ onDone, onCancel }: { onDone: (codigos: string[]) => void; onCancel: () => void }) {
  const [inscripcion, setInscripcion] = useState<Inscripcion | null>(null)
  const [fallo, setFallo] = useState('')
  const [intento, setIntento] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    let gone = false
    setFallo('')
    enrollFactor().then(
      (made) => !gone && setInscripcion(made),
      (failure: unknown) => {
        if (gone) return
        if (failure instanceof PruebaCancelada) onCancel()
        else setFallo(messageOf(failure))
      },
    )
    return () => {
      gone = true
    }
  }, [intento])

  if (fallo) return <ErrorState message={fallo} onRetry={() => setIntento(intento + 1)} />
  if (!inscripcion) return <Skeleton className="h-72" />
  return <PrimerCodigo inscripcion={inscripcion} onDone={onDone} />
}

type PrimerCodigoProps = { inscripcion: Inscripcion; onDone: (codigos: string[]) => void }

function PrimerCodigo({ inscripcion, onDone }: PrimerCodigoProps) {
  const form = useForm({
    initial: { codigo: '' },
    schema: () =>
      z.object({
        codigo: textThat((codigo) => codigo.replace(/\D/g, '').length === 6, 'El código tiene seis cifras.'),
      }),
    send: async ({ codigo }) => {
      const yaCuenta = await activateFactor(inscripcion.id, codigo)
      if (!yaCuenta) {
        await queryClient.invalidateQueries({ queryKey: CAMBIOS })
        toast({
          title: 'Se activará mañana',
          description: 'Hasta entonces puedes cancelarlo en tus dispositivos.',
        })
      }
      onDone(inscripcion.codigos)
    },
    onFailure: (failure) => {
      if (!(failure instanceof PruebaCancelada)) return { codigo: messageOf(failure) }
    },
    leaves: true,
  })

  return (
    <Form of={form} className="grid gap-4">
      <p>Escanea la imagen con tu app de códigos, o escribe la clave en ella.</p>
      <img
        src={inscripcion.imagen}
        alt="Imagen para escanear con tu app de códigos"
        className="size-48 justify-self-center rounded-card bg-white p-2"
      />
      <div className="grid gap-2">
        <p className="select-all rounded-card bg-hundido px-3 py-2 text-center font-mono text-sm wrap-anywhere">
          {inscripcion.clave}
        </p>
        <div className="grid gap-2 sm:grid-cols-2">
          <CopyButton texto={inscripcion.clave.replaceAll(' ', '')} que="Copiar la clave" />
          <a href={inscripcion.enlace} className={buttonClass({ look: 'secondary' })}>
            Abrir mi app de códigos
          </a>
        </div>
      </div>
      <Field label="El código que muestra ahora" error={form.errors.codigo} required>
        <Input
          name="codigo"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          {...form.text('codigo', (typed) => typed.replace(/[^\d ]/g, ''))}
        />
      </Field>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Comprobando…">
        Activar
      </Button>
    </Form>
  )
}

function Codigos({ codigos, onDone }: { codigos: string[]; onDone: () => void }) {
  const form = useForm({
    initial: { guardados: false },
    schema: () =>
      z.object({ guardados: z.literal(true, 'Primero cópialos o apúntalos, y marca que ya los tienes.') }),
    send: onDone,
  })
  return (
    <Form of={form} className="grid gap-4">
      <ul
        aria-label="Códigos de recuperación"
        className="grid grid-fit-[8rem] gap-2 rounded-card bg-hundido p-4 text-center font-mono select-all"
      >
        {codigos.map((codigo) => (
          <li key={codigo}>{codigo}</li>
        ))}
      </ul>
      <p className="text-[0.9375rem] text-tinta-suave">
        Cópialos en papel o en un lugar que solo tú veas. Los de antes ya no sirven.
      </p>
      <CopyButton texto={codigos.join('\n')} que="Copiar los códigos" />
      <Checkbox label="Ya los guardé donde solo yo los encuentro." {...form.checked('guardados')} />
      <p aria-live="polite" className="text-sm text-alerta-texto empty:hidden">
        {form.errors.guardados}
      </p>
      <Button type="submit" size="lg">
        Listo
      </Button>
    </Form>
  )
}

function CopyButton({ texto, que }: { texto: string; que: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(texto)
      toast({ title: '¡Copiado!' })
    } catch {
      toast({
        title: 'No se pudo copiar',
        description: 'Mantén presionado el texto para seleccionarlo.',
        variant: 'destructive',
      })
    }
  }
  return (
    <Button
      look="secondary"
      onClick={() => void copy()}
      icon={<Copy aria-hidden="true" className="size-5" />}
    >
      {que}
    </Button>
  )
}
