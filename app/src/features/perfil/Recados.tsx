import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { ask } from '../../lib/api/ask.ts'
import { useReload } from '../../lib/api/reload.ts'
import { useUser } from '../../lib/session/session.tsx'
import { readable } from '../../lib/text/readable.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import * as toasts from './toasts.ts'

const DE_QUE: Readonly<Record<string, string>> = {
  mensaje: 'Sobre un mensaje tuyo',
  llamada: 'Sobre una llamada',
  reseña: 'Sobre una reseña tuya',
  nombre: 'Sobre tu nombre',
  aviso: 'Sobre lo que avisaste',
}

const RECADOS = 'recados'

function useRecados() {
  const { id } = useUser()
  return useQuery({
    queryKey: [RECADOS, id],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from('recados')
            .select('id, clase, texto, creado_en')
            .eq('user_id', id)
            .order('creado_en', { ascending: false })
            .order('id')
            .limit(20),
        { signal },
      ),
  })
}

function useDeleteRecado() {
  return useMutation({
    mutationFn: (id: string) => ask((db) => db.from('recados').delete().eq('id', id)),
    onSettled: useReload([RECADOS]),
  })
}

/** What the team wrote to her, while there is something; hers to delete. */
export function Recados() {
  const { data } = useRecados()
  const remove = useDeleteRecado()
  if (!data || data.length === 0) return null
  return (
    <Card as="section" aria-labelledby="recados" className="grid gap-4">
      <h2 id="recados" className="text-xl">
        El equipo te escribió
      </h2>
      <ul className="grid gap-4">
        {data.map(({ id, clase, texto, creado_en }) => (
          <li key={id} className="grid gap-1 wrap-anywhere">
            <p className="text-sm text-tinta-suave">
              {DE_QUE[clase]} · {longFecha(new Date(creado_en))}
            </p>
            <p dir="auto" className="whitespace-pre-line [unicode-bidi:isolate]">
              {readable(texto)}
            </p>
            <Button
              look="quiet"
              className="-ml-2 justify-self-start px-2"
              busy={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id, { onError: toasts.recadoFailed })}
            >
              Borrar
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
