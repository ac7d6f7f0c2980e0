import { Tags } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { useTodo } from './entradas.ts'
import { countEtiquetas } from './notas.ts'

type EtiquetasProps = { chosen: string | null; onChoose: (nombre: string | null) => void }

/** Her labels, once she asks for them: they are read out of every day. */
export function Etiquetas({ chosen, onChoose }: EtiquetasProps) {
  const id = useId()
  const [wanted, setWanted] = useState(false)
  const { data, error, isFetching, refetch } = useTodo(wanted)
  if (error)
    return (
      <ErrorState
        message="No se pudieron cargar las entradas."
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  if (!data || !wanted)
    return (
      <Button
        look="quiet"
        className="-ml-3 justify-self-start"
        busy={wanted}
        icon={<Tags aria-hidden="true" className="size-5" />}
        onClick={() => setWanted(true)}
      >
        Ver mis etiquetas
      </Button>
    )
  const etiquetas = countEtiquetas(data.map(({ contenido }) => contenido))
  if (etiquetas.length === 0)
    return (
      <p className="text-[0.9375rem] text-tinta-suave">
        Escribe #palabra en un día, y aquí encontrarás todos los que la llevan.
      </p>
    )
  return (
    <>
      <p id={id} className="sr-only">
        Tus etiquetas
      </p>
      <ul aria-labelledby={id} className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
        {etiquetas.map(({ nombre, dias }) => (
          <li key={nombre}>
            <button
              type="button"
              aria-pressed={nombre === chosen}
              onClick={() => onChoose(nombre === chosen ? null : nombre)}
              className="min-h-11 rounded-control bg-hundido px-3 text-[0.9375rem] wrap-anywhere aria-pressed:bg-jacaranda-suave aria-pressed:font-semibold aria-pressed:text-jacaranda-texto"
            >
              #{nombre} <span className="text-tinta-suave">{dias}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
