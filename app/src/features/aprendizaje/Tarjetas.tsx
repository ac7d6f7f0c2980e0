import { type ReactNode, useId } from 'react'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LinkRow } from '../../components/layout/LinkRow.tsx'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'

export type Tarjeta = { titulo: string; texto: string; dibujo: ReactNode }

type TarjetasProps = {
  titulo: string
  subtitulo: string
  tarjetas: Tarjeta[]
  /** What there is for her already. */
  mientras: Parameters<typeof LinkRow>[0][]
  children?: ReactNode
}

/**
 * A page whose cards announce what is to come: each says so before it is pressed, and again when it is. They are quiet, and small where the
 * screen is, so that what she can do meanwhile is on it too.
 */
export function Tarjetas({ titulo, subtitulo, tarjetas, mientras, children }: TarjetasProps) {
  const id = useId()
  return (
    <div className="mx-casa grid max-w-6xl gap-6 px-4 pt-5 pb-6 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-[1.75rem] md:text-4xl">{titulo}</h1>
        <p className="text-tinta-suave">{subtitulo}</p>
      </header>
      <section aria-labelledby={id} className="grid gap-2">
        <h2 id={id} className="text-xl">
          Lo que ya puedes hacer
        </h2>
        <Card flush className="p-1 lg:grid lg:grid-cols-3">
          {mientras.map((row) => (
            <LinkRow key={row.to} {...row} />
          ))}
        </Card>
      </section>
      <section aria-labelledby={`${id}-por-venir`} className="grid gap-2">
        <h2 id={`${id}-por-venir`} className="text-xl">
          Lo que estamos preparando
        </h2>
        <ul className="grid gap-3 lg:grid-cols-3 lg:gap-4">
          {tarjetas.map((tarjeta) => (
            <li key={tarjeta.titulo} className="@container grid">
              <button
                type="button"
                onClick={() => showUnderConstruction()}
                className="grid content-start items-center gap-3 rounded-tile bg-hundido p-4 text-left transition-colors duration-150 hover:bg-jacaranda-suave max-lg:@min-[17rem]:grid-cols-[5.5rem_minmax(0,1fr)] lg:gap-5 lg:p-6"
              >
                <span className="opacity-75 [&_svg]:max-h-20 [&_svg]:w-full lg:[&_svg]:max-h-36">
                  {tarjeta.dibujo}
                </span>
                <span className="grid justify-items-start gap-1">
                  <span className="font-serif text-lg leading-snug">{tarjeta.titulo}</span>
                  <span className="text-[0.9375rem] text-tinta-suave">{tarjeta.texto}</span>
                  <Badge>En desarrollo</Badge>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {children}
    </div>
  )
}
