import type { ReactNode } from 'react'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import { Badge } from '../../ui/Badge.tsx'

export type Tarjeta = { titulo: string; texto: string; dibujo: ReactNode }

type TarjetasProps = { titulo: string; subtitulo: string; tarjetas: Tarjeta[]; children?: ReactNode }

/** A room whose cards announce what is to come: each says so before it is pressed, and again when it is. */
export function Tarjetas({ titulo, subtitulo, tarjetas, children }: TarjetasProps) {
  return (
    <div className="mx-casa grid max-w-6xl gap-5 px-4 pt-5 pb-6 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-3xl md:text-4xl">{titulo}</h1>
        <p className="text-tinta-suave">{subtitulo}</p>
      </header>
      <ul className="grid gap-4 lg:grid-cols-3">
        {tarjetas.map((tarjeta) => (
          <li key={tarjeta.titulo} className="grid">
            <button
              type="button"
              onClick={() => showUnderConstruction()}
              className="grid content-start gap-3 rounded-tile border border-linea bg-superficie p-4 text-left transition-colors duration-150 hover:border-jacaranda-viva active:bg-hundido"
            >
              <span className="grid justify-items-center rounded-card bg-jacaranda-suave p-4 [&_svg]:h-28 [&_svg]:w-full">
                {tarjeta.dibujo}
              </span>
              <Badge tone="maiz" className="justify-self-start">
                En desarrollo
              </Badge>
              <span className="grid gap-1">
                <span className="font-serif text-xl">{tarjeta.titulo}</span>
                <span className="text-tinta-suave">{tarjeta.texto}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
