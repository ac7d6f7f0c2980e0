import { FileInput } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { TransferView, useTransfer } from '../../components/feedback/Transfer.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import * as toasts from './toasts.ts'

type Vista = Awaited<ReturnType<typeof import('./traer.ts')['planFor']>> & { notas: number; sinTexto: number }

/** A diary that she kept elsewhere: first what it would change, then, where she says so, the change. */
export function Traer() {
  const id = useId()
  const { id: owner } = useUser()
  const transfer = useTransfer()
  const button = useRef<HTMLButtonElement>(null)
  const [vista, setVista] = useState<Vista | null>(null)
  const [refused, setRefused] = useState('')
  const busy = transfer.part !== undefined

  const look = (file: File | undefined) => {
    if (!file || busy) return
    setVista(null)
    setRefused('')
    void transfer
      .run(async (signal) => {
        const { planFor, readArchivo } = await import('./traer.ts')
        const leido = await readArchivo(file)
        return {
          ...(await planFor(owner, leido, signal)),
          notas: leido.notas.length,
          sinTexto: leido.sinTexto,
        }
      }, setVista)
      .catch((failure) => setRefused(toasts.wordsOf(failure)))
  }

  const bring = (plan: Vista) =>
    void transfer
      .run(
        async (signal, onPart) => {
          const { bringPlan } = await import('./traer.ts')
          return bringPlan(owner, plan, signal, (done) => onPart(done / plan.cambios.length))
        },
        (written) => {
          setVista(null)
          const left = plan.cambios.length - written
          toast({
            title: written === 1 ? 'Un día traído a tu diario' : `${written} días traídos a tu diario`,
            ...(left > 0 && {
              description: `${left === 1 ? 'Uno cambió' : `${left} cambiaron`} mientras tanto: elige el archivo otra vez para traer lo que falta.`,
            }),
          })
        },
      )
      .catch(toasts.saveFailed)

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        Traer mi diario de otro lado
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        El JSON de Day One, o un texto con fechas. Se lee en este dispositivo; antes de guardar verás qué
        cambia.
      </p>
      {vista ? (
        <>
          <Resumen de={vista} />
          <div className="flex flex-wrap gap-2">
            {vista.cambios.length > 0 && (
              <Button ref={button} busy={busy} busyLabel="Guardando…" onClick={() => bring(vista)}>
                Traer
              </Button>
            )}
            {!busy && (
              <Button look="quiet" onClick={() => setVista(null)}>
                {vista.cambios.length > 0 ? 'Cancelar' : 'Cerrar'}
              </Button>
            )}
          </div>
        </>
      ) : (
        <FileButton
          label="Archivo de mi diario"
          accept=".json,.txt,.md,.zip,application/json,text/plain,application/zip"
          icon={<FileInput aria-hidden="true" className="size-5" />}
          busy={busy}
          onFile={look}
        >
          Elegir archivo
        </FileButton>
      )}
      <TransferView of={transfer} label="Trayendo tu diario" button={button} />
      <p role="status" className="text-[0.9375rem] empty:hidden">
        {refused}
      </p>
    </Card>
  )
}

const count = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`)

function Resumen({ de: { cambios, notas, repetidas, largos, ocupados, sinTexto } }: { de: Vista }) {
  const nuevos = cambios.filter(({ nuevo }) => nuevo).length
  const lines = [
    nuevos > 0 && count(nuevos, 'Un día nuevo.', 'días nuevos.'),
    cambios.length > nuevos &&
      `${count(cambios.length - nuevos, 'Un día que ya tenías sigue', 'días que ya tenías siguen')} como ${cambios.length - nuevos === 1 ? 'está' : 'están'}, con lo traído al final.`,
    repetidas > 0 &&
      count(repetidas, 'Una nota ya estaba: no se repite.', 'notas ya estaban: no se repiten.'),
    sinTexto > 0 &&
      count(
        sinTexto,
        'Una entrada sin palabras o sin fecha se queda fuera.',
        'entradas sin palabras o sin fecha se quedan fuera.',
      ),
    ocupados > 0 &&
      count(
        ocupados,
        'Un día no se toca: está cerrado, o tiene texto sin guardar.',
        'días no se tocan: están cerrados, o tienen texto sin guardar.',
      ),
    largos > 0 &&
      count(
        largos,
        'Un día quedaría demasiado largo: no se toca.',
        'días quedarían demasiado largos: no se tocan.',
      ),
  ].filter((line) => line !== false)
  return (
    <div role="status" className="grid gap-1">
      <p className="font-semibold">{count(notas, 'Una nota en el archivo.', 'notas en el archivo.')}</p>
      <ul className="grid list-disc gap-1 pl-5 text-[0.9375rem]">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {cambios.length === 0 && <p>No hay nada nuevo que traer.</p>}
    </div>
  )
}
