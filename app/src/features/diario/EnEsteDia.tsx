import { EyeOff } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { useNotas } from '../../lib/cofre/hojas.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { useTodo } from './entradas.ts'
import { enEsteDia, titulo } from './texto.ts'

type EnEsteDiaProps = { hoy: Fecha; onChoose: (fecha: Fecha) => void }

/** What she wrote on this day before. Closed until she opens it: not every day is good to come upon. */
export const EnEsteDia = (props: EnEsteDiaProps) => (
  <Collapsible title="En este día" level="h2">
    <Recuerdos {...props} />
  </Collapsible>
)

/** The sheet of a day that is left out: its year; the note is named by the day. */
const sheetOf = (fecha: Fecha) => fecha.slice(0, 4)

function Recuerdos({ hoy, onChoose }: EnEsteDiaProps) {
  const { data, error, isFetching, refetch } = useTodo(true)
  const { notas, write, eraseAll } = useNotas<true>('recuerdos')
  const fuera = new Set([...(notas?.values() ?? [])].flat().map(({ id }) => id))

  const leaveOut = (fecha: Fecha) => {
    void write(sheetOf(fecha), fecha, true)
    toast({
      title: 'Ese día no vuelve a salir aquí',
      action: { label: 'Deshacer', onClick: () => void write(sheetOf(fecha), fecha, null) },
    })
  }

  if (error)
    return (
      <ErrorState
        message="No se pudieron cargar las entradas."
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  if (!data || !notas) return <Skeleton className="h-24" />
  const dias = enEsteDia(data, hoy, fuera)
  return (
    <div className="grid gap-2">
      {dias.length === 0 && (
        <p className="text-[0.9375rem] text-tinta-suave">Nada de este día en otros meses o años.</p>
      )}
      <ul className="-mx-2 grid empty:hidden">
        {dias.map(({ fecha, contenido }) => (
          <li key={fecha} className="flex items-start gap-1">
            <button
              type="button"
              onClick={() => onChoose(fecha)}
              className="grid min-w-0 flex-1 gap-0.5 rounded-control px-2 py-2.5 text-left hover:bg-jacaranda-suave"
            >
              <span className="font-semibold text-[0.9375rem]">{titulo(fecha)}</span>
              <span dir="auto" className="line-clamp-3 text-[0.9375rem] text-tinta-suave">
                {contenido.slice(0, 300)}
              </span>
            </button>
            <IconButton
              label={`No mostrar más: ${titulo(fecha)}`}
              icon={<EyeOff aria-hidden="true" />}
              onClick={() => leaveOut(fecha)}
            />
          </li>
        ))}
      </ul>
      {fuera.size > 0 && (
        <Button look="quiet" className="-ml-3 justify-self-start" onClick={() => void eraseAll()}>
          {fuera.size === 1
            ? 'Volver a mostrar el día que quité'
            : `Volver a mostrar los ${fuera.size} días que quité`}
        </Button>
      )}
    </div>
  )
}
