import type { ReactNode } from 'react'

type FrameProps = { titulo?: string; lugar?: ReactNode; children?: ReactNode }

/** «Deja lista tu alerta» on Home: as high before its code has come as with a step in it. */
export function PrimerPasoFrame({ titulo, lugar, children }: FrameProps) {
  return (
    <section
      aria-labelledby="primer-paso"
      className="grid min-h-52 content-start gap-2 rounded-tile border-2 border-jacaranda-viva bg-superficie p-4 md:min-h-40"
    >
      <h2 id="primer-paso" className="flex items-center justify-between gap-3 text-xl">
        Deja lista tu alerta
        {lugar}
      </h2>
      {titulo && <p className="font-semibold">{titulo}</p>}
      {children && (
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2.5 [&_:is(p,ol)]:w-full [&_p]:text-[0.9375rem] [&_p]:text-tinta-suave">
          {children}
        </div>
      )}
    </section>
  )
}
