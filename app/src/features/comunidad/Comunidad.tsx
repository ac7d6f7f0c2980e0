import { Circulo } from '../../ui/illustrations/Circulo.tsx'
import { Cuaderno } from '../../ui/illustrations/Cuaderno.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Tile } from '../../ui/Tile.tsx'

/** Links to the blog and to the circles. */
export function Comunidad() {
  return (
    <div className="mx-casa grid max-w-6xl gap-5 px-4 pt-4 md:gap-7 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <PageTitle>Comunidad</PageTitle>
        <p className="text-tinta-suave">Aquí ninguna está sola: léelas, escríbeles, acompáñense.</p>
      </header>
      <nav aria-label="Comunidad" className="grid gap-4 md:grid-cols-2">
        <Tile
          to="/comunidad/blog"
          title="Blog"
          description="Historias de mujeres como tú, con tu nombre o anónimas"
          tone="salvia"
          className="min-h-48 pt-28 pr-10 md:min-h-72"
          illustration={<Cuaderno className="absolute top-4 right-5 h-28 md:h-36" />}
        />
        <Tile
          to="/comunidad/salas"
          title="Círculos de Confianza"
          description="Salas de chat para conversar en vivo"
          tone="bugambilia"
          className="min-h-48 pt-28 pr-10 md:min-h-72"
          illustration={<Circulo className="absolute top-4 right-4 h-23 md:h-36" />}
        />
      </nav>
    </div>
  )
}
