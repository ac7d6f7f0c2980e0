import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { useCerrados, useComunicados } from '../../lib/member/comunicados.ts'
import { readable } from '../../lib/text/readable.ts'

/** The newest word of the team that she has not put away. Below what she came for, and in nobody's way. */
export function Comunicados() {
  const { data } = useComunicados()
  const [cerrados, close] = useCerrados()
  const open = cerrados && data?.filter(({ id }) => !cerrados.has(id))
  const first = open?.[0]
  if (!first) return null
  return (
    <section
      aria-labelledby="comunicado"
      className="grid gap-2 rounded-tile border border-linea bg-superficie p-4"
    >
      <p className="text-sm text-tinta-suave">Del equipo</p>
      <h2 id="comunicado" className="text-xl wrap-anywhere">
        {readable(first.titulo)}
      </h2>
      <p className="whitespace-pre-line wrap-anywhere">{readable(first.texto)}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => close(first.id, data!)}>
          Entendido
        </Button>
        <Link to="/novedades" className={buttonClass({ look: 'quiet' })}>
          {open!.length > 1 ? `Ver los ${open!.length}` : 'Ver novedades'}
        </Link>
      </div>
    </section>
  )
}
