import type { ReactNode } from 'react'
import { Circulo } from '../../components/illustrations/Circulo.tsx'
import { Cuaderno } from '../../components/illustrations/Cuaderno.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { Tile } from '../../components/layout/Tile.tsx'

/**
 * Links to the blog and to the circles.
 *
 * @param hoy what was told last and where somebody wrote; the layout makes it, out of both features
 */
export function Comunidad({ hoy }: { hoy?: ReactNode }) {
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
          className="pt-32 pr-10 md:pt-38 lg:min-h-40 lg:pt-6 lg:pr-44"
          illustration={<Cuaderno className="absolute top-3 right-5 h-28 md:top-4 md:h-32 lg:h-32" />}
        />
        <Tile
          to="/comunidad/salas"
          title="Círculos de Confianza"
          description="Salas de chat para conversar en vivo"
          tone="bugambilia"
          className="pt-32 pr-10 md:pt-38 lg:min-h-40 lg:pt-6 lg:pr-44"
          illustration={
            <Circulo className="absolute top-5 right-4 h-25 md:top-6 md:h-30 lg:top-5 lg:right-6" />
          }
        />
      </nav>
      {hoy}
    </div>
  )
}
