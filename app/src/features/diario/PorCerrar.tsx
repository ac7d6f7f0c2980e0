import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { TransferView, useTransfer } from '../../components/feedback/Transfer.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { sealSavedArchivos, unsealedArchivosOptions } from './archivos.ts'
import { sealSaved, unsealedOptions } from './cerrar.ts'
import * as toasts from './toasts.ts'

/** What she wrote before she had a vault, sealed when she says so; interrupted, it goes on where it stopped. */
export function PorCerrar() {
  const { id } = useUser()
  const titulo = useId()
  const { data: dias = 0 } = useQuery(unsealedOptions(id))
  const { data: archivos = 0 } = useQuery(unsealedArchivosOptions(id))
  const quedan = dias + archivos
  const transfer = useTransfer()
  const button = useRef<HTMLButtonElement>(null)
  const busy = transfer.part !== undefined
  if (quedan === 0) return null

  const begin = () =>
    void transfer
      .run(
        async (signal, onPart) => {
          const tell = (done: number) => onPart(Math.min(1, done / quedan))
          await sealSaved(id, signal, tell)
          await sealSavedArchivos(id, signal, (done) => tell(dias + done))
        },
        () => toast({ title: 'Todo tu diario está cerrado con tu llave' }),
      )
      .catch(toasts.saveFailed)

  return (
    <Card as="section" aria-labelledby={titulo} className="grid gap-3">
      <h2 id={titulo} className="text-lg">
        {queQueda(dias, archivos)}
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        Son de antes de tenerla. Puedes cerrarlo ahora; si se interrumpe, sigue donde quedó.
      </p>
      <Button ref={button} look="secondary" busy={busy} busyLabel="Cerrando…" onClick={begin}>
        Cerrar también lo de antes
      </Button>
      <TransferView of={transfer} label="Cerrando tu diario" button={button} />
    </Card>
  )
}

function queQueda(dias: number, archivos: number): string {
  if (dias === 0)
    return archivos === 1
      ? 'Una foto o audio sigue sin tu llave'
      : `${archivos} fotos o audios siguen sin tu llave`
  return dias === 1 ? 'Un día sigue sin tu llave' : `${dias} días siguen sin tu llave`
}
