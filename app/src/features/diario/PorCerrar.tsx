import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { TransferView, useTransfer } from '../../components/feedback/Transfer.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { sealAgenda, unsealedAgendaOptions } from '../../lib/cofre/cerrarAgenda.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { sealSaved, unsealedOptions } from './cerrar.ts'
import * as toasts from './toasts.ts'

/** What she wrote before she had a vault, in her diary and her agenda, sealed when she says so; interrupted, it goes on where it stopped. */
export function PorCerrar() {
  const { id } = useUser()
  const titulo = useId()
  const { data: dias = 0 } = useQuery(unsealedOptions(id))
  const { data: eventos = 0 } = useQuery(unsealedAgendaOptions(id))
  const quedan = dias + eventos
  const transfer = useTransfer()
  const button = useRef<HTMLButtonElement>(null)
  const busy = transfer.part !== undefined
  if (quedan === 0) return null

  const begin = () =>
    void transfer
      .run(
        async (signal, onPart) => {
          const part = (done: number) => onPart(Math.min(1, done / quedan))
          await sealSaved(id, signal, part)
          await sealAgenda(id, signal, (done) => part(dias + done))
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
        {quedanWords(dias, eventos)}
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        {eventos === 0 ? 'Los escribiste' : 'Lo escribiste'} antes de tenerla. Puedes{' '}
        {eventos === 0 ? 'cerrarlos' : 'cerrarlo'} ahora; si se interrumpe, sigue donde quedó.
      </p>
      <Button ref={button} look="secondary" busy={busy} busyLabel="Cerrando…" onClick={begin}>
        Cerrar también lo de antes
      </Button>
      <TransferView of={transfer} label="Cerrando lo de antes" button={button} />
    </Card>
  )
}

/** «3 días y 2 eventos siguen sin tu llave» */
function quedanWords(dias: number, eventos: number): string {
  const words = [
    dias > 0 && (dias === 1 ? 'un día' : `${dias} días`),
    eventos > 0 && (eventos === 1 ? 'un evento de tu agenda' : `${eventos} eventos de tu agenda`),
  ]
    .filter(Boolean)
    .join(' y ')
  return `${words[0]!.toUpperCase()}${words.slice(1)} ${dias + eventos === 1 ? 'sigue' : 'siguen'} sin tu llave`
}
