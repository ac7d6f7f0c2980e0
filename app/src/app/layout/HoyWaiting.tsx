import type { ReactNode } from 'react'

/** The frame of what there is for her today, whose height does not depend on what stands in it: nothing below it moves. */
export function HoyFrame({ animo, children }: { animo?: ReactNode; children?: ReactNode }) {
  return (
    <section
      aria-label="Hoy"
      className="grid overflow-hidden rounded-tile border border-linea bg-superficie lg:grid-cols-[minmax(15rem,2fr)_6fr]"
    >
      <div className="grid min-h-25 content-center gap-1 px-3 py-2 lg:border-linea lg:border-r">{animo}</div>
      <ul className="grid auto-rows-fr grid-fit-[max(8.5rem,34%)] border-linea xl:grid-fit-[8.5rem] border-t lg:border-t-0">
        {children}
      </ul>
    </section>
  )
}

/** A place in it: as high with its words as without. */
export const HOY_CELL = 'grid min-h-18 min-w-0'

/** The strip, until its code has come. */
export function HoyWaiting() {
  return (
    <HoyFrame>
      {['cita', 'carta', 'círculos', 'alerta'].map((place) => (
        <li key={place} className={HOY_CELL} />
      ))}
    </HoyFrame>
  )
}
