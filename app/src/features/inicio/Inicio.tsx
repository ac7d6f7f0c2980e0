import type { ReactNode } from 'react'
import { QuickExit } from '../../components/button/QuickExit.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { Casa } from '../../components/illustrations/Casa.tsx'
import { Circulo } from '../../components/illustrations/Circulo.tsx'
import { Cuaderno } from '../../components/illustrations/Cuaderno.tsx'
import { Luna } from '../../components/illustrations/Luna.tsx'
import { BelowFirst } from '../../components/layout/BelowFirst.tsx'
import { LinkRow, type MenuItem } from '../../components/layout/LinkRow.tsx'
import { beside } from '../../components/layout/optional.tsx'
import { Tile } from '../../components/layout/Tile.tsx'
import { LARGO, nombreOf } from '../../lib/cuenta/nombre.ts'
import { afterPaint } from '../../lib/device/painted.ts'
import { usePerfil } from '../../lib/member/perfil.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'
import { saludo } from '../../lib/time/fechas.ts'

/** It asks first whether there is anything to offer: nobody waits for its code. */
const BelowTiles = beside(async () => {
  await afterPaint()
  return (await import('./BelowTiles.tsx')).BelowTiles
})

const AdminLink = beside(async () => (await import('./AdminLink.tsx')).AdminLink, LinkRow)

type InicioProps = {
  /** Every screen that the tabs of a phone do not reach. */
  menu: MenuItem[]
  /** What there is for her today; the layout makes it, out of several features. */
  hoy?: ReactNode
  /** For a newcomer the next step to an alert that reaches somebody, in its place. */
  primero?: ReactNode
  /** The same, where it is not known yet whether she is one. */
  luego?: ReactNode
}

export function Inicio({ menu, hoy, primero, luego }: InicioProps) {
  const user = useUser()
  const { estadoAdmin } = useSession()
  const { data: perfil } = usePerfil()
  const nombre = nombreOf(perfil?.username, user.user_metadata)

  return (
    <div className="mx-casa grid max-w-6xl gap-6 px-4 pt-[max(1.25rem,env(safe-area-inset-top))] md:gap-8 md:px-8 md:pt-10">
      {/* Where the letters are large, or a word of her name is long, the way out has its own line, above. */}
      <header data-inicio className="flex flex-wrap-reverse items-end justify-between gap-3">
        <h1 className="min-w-[min(100%,9rem)] max-w-full flex-[1_1_9rem] wrap-anywhere">
          {/* Of a prerendered page her device says both (`app/prerender/greet.ts`). */}
          <span data-saludo className="block min-h-6 font-sans text-base text-tinta-suave tracking-normal">
            {!import.meta.env.SSR && `${saludo(new Date().getHours())},`}
          </span>
          {/* Smaller where it is long: beside the way out, a part of it that ends in a hyphen would leave that alone on a line. */}
          <Propio
            data-nombre
            data-largo={nombre.length > LARGO || undefined}
            className="block text-[clamp(1.5rem,9vw,2rem)] data-largo:text-2xl md:text-4xl md:data-largo:text-4xl"
          >
            {import.meta.env.SSR ? '\u00a0' : nombre}
          </Propio>
        </h1>
        <QuickExit className="ml-auto md:hidden" />
      </header>

      {primero || hoy}

      <nav
        aria-label="Rincones principales"
        className="@container grid grid-fit-[max(8.5rem,34%)] gap-3 lg:grid-cols-3 lg:gap-4"
      >
        <Tile
          to="/seguridad"
          title="Seguridad"
          description="Alerta, acompañamiento y llamada segura"
          tone="jacaranda"
          className="col-span-full min-h-44 pr-[44%] @max-[16rem]:pr-4 lg:min-h-56 lg:pr-[50%]"
          illustration={
            <Casa className="@max-[16rem]:hidden absolute -top-4 -right-8 h-[124%] overflow-visible lg:right-6 lg:-top-6 lg:h-[122%]" />
          }
        />
        <Tile
          to="/holistica"
          title="Zona holística"
          description="Rituales y tarot"
          tone="maiz"
          className="pt-24 @max-[16rem]:pt-4 lg:pt-32"
          illustration={
            <Luna className="@max-[16rem]:hidden absolute top-2 right-2 h-22 lg:top-4 lg:right-4 lg:h-28" />
          }
        />
        <Tile
          to="/comunidad"
          title="Comunidad"
          description="Historias y círculos"
          tone="bugambilia"
          className="pt-24 @max-[16rem]:pt-4 lg:pt-32"
          illustration={
            <Circulo className="@max-[16rem]:hidden absolute top-3 right-2 h-20 lg:top-4 lg:right-4 lg:h-26" />
          }
        />
        <Tile
          to="/diario-emocional"
          title="Mi diario"
          description="Un lugar solo tuyo"
          tone="salvia"
          className="col-span-full min-h-32 pr-[45%] @max-[16rem]:pr-4 lg:col-span-1 lg:pr-6 lg:pt-32"
          illustration={
            <Cuaderno className="@max-[16rem]:hidden absolute top-3 right-4 h-26 lg:top-5 lg:right-4 lg:h-28" />
          }
        />
      </nav>

      {primero && hoy}
      <BelowTiles paso={luego} />

      <BelowFirst>
        <section className="grid gap-2">
          <h2 className="text-xl">Más rincones</h2>
          <nav aria-label="Más rincones" className="-mx-3 grid sm:grid-cols-2">
            {menu
              .filter(({ onlyAdmin }) => !onlyAdmin || estadoAdmin === 'activa' || estadoAdmin === 'factor')
              .map(({ onlyAdmin, ...link }) =>
                onlyAdmin ? <AdminLink key={link.to} {...link} /> : <LinkRow key={link.to} {...link} />,
              )}
          </nav>
        </section>
      </BelowFirst>
    </div>
  )
}
