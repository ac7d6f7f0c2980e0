import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { TransferView, useTransfer } from '../../components/feedback/Transfer.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { sealAgenda, unsealedAgendaOptions } from '../../lib/cofre/cerrarAgenda.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { sealSavedArchivos, unsealedArchivosOptions } from './archivos.ts'
import { sealSaved, unsealedOptions } from './cerrar.ts'
import * as toasts from './toasts.ts'

/** What she wrote before she had a vault, in her diary and her agenda, sealed when she says so; interrupted, it goes on where it stopped. */
export function PorCerrar() {
  const { id } = useUser()
  const titulo = useId()
  const { data: dias = 0 } = useQuery(unsealedOptions(id))
  const { data: eventos = 0 } = useQuery(unsealedAgendaOptions(id))
  const { data: archivos = 0 } = useQuery(unsealedArchivosOptions(id))
  const quedan = dias + archivos + eventos
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
          await sealAgenda(id, signal, (done) => tell(dias + archivos + done))
        },
        () =>
          toast({
            title: `${eventos === 0 ? 'Todo tu diario está cerrado' : 'Tu diario y tu agenda están cerrados'} con tu llave`,
          }),
      )
      .catch(toasts.saveFailed)

  return (
    <Card as="section" aria-labelledby={titulo} className="grid gap-3">
      <h2 id={titulo} className="text-lg">
        {queQueda(dias, archivos, eventos)}
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        Es de antes de tenerla. Puedes cerrarlo ahora; si se interrumpe, sigue donde quedó.
      </p>
      <Button ref={button} look="secondary" busy={busy} busyLabel="Cerrando…" onClick={begin}>
        Cerrar también lo de antes
      </Button>
      <TransferView of={transfer} label="Cerrando lo de antes" button={button} />
    </Card>
  )
}

/** «3 días y 2 eventos de tu agenda siguen sin tu llave» */
function queQueda(dias: number, archivos: number, eventos: number): string {
  const words = [
    dias > 0 && (dias === 1 ? 'un día' : `${dias} días`),
    archivos > 0 && (archivos === 1 ? 'una foto o audio' : `${archivos} fotos o audios`),
    eventos > 0 && (eventos === 1 ? 'un evento de tu agenda' : `${eventos} eventos de tu agenda`),
  ].filter((one) => one !== false)
  const list = new Intl.ListFormat('es', { type: 'conjunction' }).format(words)
  return `${list[0]!.toUpperCase()}${list.slice(1)} ${dias + archivos + eventos === 1 ? 'sigue' : 'siguen'} sin tu llave`
}
