import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { openLlamada } from './openLlamada.ts'

const FALLO = 'No se pudo crear la sala de videollamada.'

/** Opened by the tap itself: finds or makes the circle's call, and gives way to it. */
export function OpenLlamada() {
  const { sala = '' } = useParams()
  const otra = (useLocation().state as { otra?: boolean } | null)?.otra === true
  const navigate = useNavigate()
  const { mutate, isError, isPending } = useMutation({
    mutationFn: () => openLlamada(sala, { otra }),
    onSuccess: (destino) => {
      if (destino.kind === 'aqui') void navigate(destino.path, { replace: true, state: { sala } })
      else location.replace(destino.href)
    },
    onError: (failure) => {
      const why = messageOf(failure)
      toast({
        title: FALLO,
        // The service itself may answer with the same words.
        description: why === FALLO ? undefined : why,
        variant: 'destructive',
      })
    },
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])

  return (
    <div className="mx-casa grid max-w-xl gap-4 px-4 pt-6 md:px-8 md:pt-10">
      <h1 className="text-2xl">Llamada</h1>
      {/* Above what takes the other's place, which is higher. */}
      <Link to={`/comunidad/sala/${sala}`} className={buttonClass({ look: 'secondary' })}>
        Volver a la sala
      </Link>
      {isError ? (
        <ErrorState
          message="Puedes intentarlo otra vez, o seguir escribiendo en la sala."
          onRetry={mutate}
          busy={isPending}
        />
      ) : (
        <p className="flex items-center gap-3 py-8 text-lg">
          <Spinner className="text-2xl text-jacaranda-texto" />
          <span role="status">Abriendo la llamada…</span>
        </p>
      )}
    </div>
  )
}
