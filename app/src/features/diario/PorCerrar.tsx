import { useQueries } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { TransferView } from '../../components/feedback/Transfer.tsx'
import { createTransfers, type Part } from '../../components/feedback/transfer.ts'
import { Card } from '../../components/layout/Card.tsx'
import { sealAgenda, unsealedAgendaOptions } from '../../lib/cofre/cerrarAgenda.ts'
import { useUser } from '../../lib/session/session.tsx'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { useStore } from '../../lib/useStore.ts'
import { sealSavedArchivos, unsealedArchivosOptions } from './archivos.ts'
import { sealSaved, unsealedOptions } from './cerrar.ts'
import * as toasts from './toasts.ts'

const sealed = createStore<Part>(undefined)
/** Goes on while she looks at other screens. */
const sealing = createTransfers(sealed.set)

/**
 * What she wrote before she had this key, in her diary and her agenda, sealed when she says so, or at once where she has just changed her key;
 * interrupted, it goes on where it stopped.
 */
export function PorCerrar() {
  const { id } = useUser()
  const titulo = useId()
  const counts = [unsealedOptions(id), unsealedArchivosOptions(id), unsealedAgendaOptions(id)] as const
  const found = useQueries({ queries: counts })
  const [dias = 0, archivos = 0, eventos = 0] = found.map(({ data }) => data)
  const quedan = dias + archivos + eventos
  const part = useStore(sealed)
  const navigate = useNavigate()
  const isAsked =
    useLocation().state?.cerrar === true && quedan > 0 && found.every(({ isFetched }) => isFetched)
  const button = useRef<HTMLButtonElement>(null)
  const busy = part !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (!isAsked) return
    begin()
    void navigate('.', { replace: true, state: null })
  }, [isAsked])

  const begin = () =>
    void sealing
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

  if (quedan === 0) return null
  return (
    <Card as="section" aria-labelledby={titulo} className="grid gap-3">
      <h2 id={titulo} className="text-lg">
        {queQueda(dias, archivos, eventos)}
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        {busy
          ? 'Puedes seguir usando la app; si se interrumpe, continúa donde quedó.'
          : 'Es de antes de tenerla. Puedes cerrarlo ahora; si se interrumpe, sigue donde quedó.'}
      </p>
      <Button ref={button} look="secondary" busy={busy} busyLabel="Cerrando…" onClick={begin}>
        Cerrar también lo de antes
      </Button>
      <TransferView of={{ part, stop: sealing.stop }} label="Cerrando lo de antes" button={button} />
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
