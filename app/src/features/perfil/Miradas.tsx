import { QueryView } from '../../components/feedback/QueryView.tsx'
import { fromFecha, longFecha } from '../../lib/time/fechas.ts'
import { type Mirada, useMiradas } from './decisiones.ts'

const TIPOS: Readonly<Record<Mirada['tipo'], string>> = {
  consulta: 'consultó tu ficha',
  revision: 'revisó algo que escribiste',
  soporte: 'leyó o respondió lo que escribiste al equipo',
  decision: 'tomó una decisión sobre tu cuenta',
}

/** Who saw her data: the day, the role, and what kind of look it was. */
export function Miradas() {
  const query = useMiradas()
  return (
    <div className="grid gap-2">
      <p className="text-sm text-tinta-suave">
        Nadie del equipo puede ver tu diario, tu agenda, tus contactos ni tus alertas. De lo demás, aquí queda
        escrito cada día en que alguien consultó o decidió algo sobre ti. Lo que sigue en revisión aparece
        cuando se decide.
      </p>
      <QueryView
        query={query}
        errorMessage="No se pudo cargar."
        empty={<p>Nadie ha consultado tus datos.</p>}
      >
        {(list) => (
          <ul className="grid gap-1 text-sm">
            {list.map(({ dia, papel, tipo }) => (
              <li key={`${dia} ${papel} ${tipo}`}>
                {longFecha(fromFecha(dia))}: una {papel} {TIPOS[tipo]}.
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}
